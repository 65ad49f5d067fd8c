//! An engine that tries what no engine needs, compiled where it can be held.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use uci_pool::cage::{Effect, Files};

use super::home::{Home, settings_file, words};

/// The hostile engine in a folder of its own, or why this kernel cannot hold it or it cannot be compiled.
pub(crate) fn hostile(home: &Home, port: u16) -> Result<PathBuf, String> {
    let Some(Effect { files: Files::Closed, calls: true }) = Effect::here() else {
        return Err(format!("this kernel has {:?}", Effect::here()));
    };
    let Some(engine) = uci_pool::find_engine() else {
        return Err("no engine is installed".to_owned());
    };
    for folder in ["open", "hostile", "private", "emptied"] {
        std::fs::create_dir(home.path(folder)).unwrap();
    }
    for file in ["secret", "victim", "unlinked", "hostile/victim"] {
        home.put(file, "a key");
    }
    let program = home.path("hostile/engine");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/hostile_engine.c");
    let compiled = Command::new("cc")
        .args(["-O1", "-pthread", "-o"])
        .args([&program, &source])
        .arg(format!("-DHOME={:?}", home.folder()))
        .arg(format!("-DENGINE={engine:?}"))
        .arg(format!("-DPORT={port}"))
        .output();
    let compiled = compiled.map_err(|error| format!("cc does not run: {error}"))?;
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    Ok(program)
}

/// Lets it write into one folder, and gives it arguments.
pub(crate) fn set_up(home: &Home, args: &str) {
    let settings = format!("[engine]\nwrites = [{:?}]\nargs = [{args}]\n", home.path("open"));
    std::fs::write(settings_file(home.folder()), settings).unwrap();
}

/// What the engine wrote down: kind and result of each attempt.
pub(crate) fn attempts(home: &Home) -> BTreeMap<String, (String, String)> {
    let text = std::fs::read_to_string(home.path("open/attempts")).unwrap();
    let row = |line: &str| {
        let [kind, name, result] = words(line)[..] else { panic!("{line}") };
        (name.to_owned(), (kind.to_owned(), result.to_owned()))
    };
    text.lines().map(row).collect()
}
