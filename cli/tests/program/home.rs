//! A folder that is the user's home and the working folder of the program under test.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// The program in a folder, which is its home as well. No setting of the machine reaches it.
pub(crate) fn fairplay(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fairplay"));
    command.args(arguments).current_dir(folder).env("HOME", folder).stdin(Stdio::null());
    for variable in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "FAIRPLAY_STORE", "FAIRPLAY_ENGINE"] {
        command.env_remove(variable);
    }
    command
}

/// Whether an engine is installed; if not, the skipped test is printed.
pub(crate) fn has_engine(test: &str) -> bool {
    let found = uci_pool::find_engine().is_some();
    if !found {
        println!("skipped {test}: no engine is installed (scripts/setup.sh installs one)");
    }
    found
}

/// The games of the bundled event, each as its own text.
pub(crate) fn sample_games() -> Vec<String> {
    let text = std::str::from_utf8(datasets::pgn::sample::PGN).expect("the sample is UTF-8");
    text.split("[Event ").skip(1).map(|game| format!("[Event {game}")).collect()
}

pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// `None`, with a printed reason, where there is no engine.
    pub(crate) fn with_engine(test: &str) -> Option<Self> {
        has_engine(test).then(Self::new)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn put(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("writes");
        path
    }

    /// Puts a file of `tests/cases`: inputs as they were seen in use, with invented names.
    pub(crate) fn case(&self, name: &str) -> PathBuf {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name);
        let path = self.path(name);
        std::fs::copy(&from, &path).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
        path
    }

    pub(crate) fn read_json(&self, name: &str) -> Value {
        let bytes = std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        serde_json::from_slice(&bytes).expect("JSON")
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        fairplay(self.folder(), arguments)
    }

    /// The folder of the user's settings, which is made.
    pub(crate) fn settings_folder(&self) -> PathBuf {
        settings_file(self.folder()).parent().expect("a folder").to_owned()
    }

    /// Exit code, standard output, standard error.
    pub(crate) fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let output = self.command(arguments).output().expect("runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    /// Standard output of a run with this exit code.
    pub(crate) fn text(&self, arguments: &[&str], code: i32) -> String {
        let (found, out, error) = self.run(arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {out}{error}");
        out
    }

    pub(crate) fn json(&self, arguments: &[&str], code: i32) -> Value {
        serde_json::from_str(&self.text(arguments, code)).expect("JSON")
    }
}

/// The words of a command line.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Waits until something holds; engines are slow where other tests run beside them.
pub(crate) fn until(holds: impl Fn() -> bool, otherwise: impl Fn() -> String) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(300), "{}", otherwise());
        std::thread::sleep(Duration::from_millis(25));
    }
}

/// Ctrl-C.
pub(crate) fn interrupt(child: &Child) {
    let status = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(status.expect("kill runs").success());
}

/// Writes a text as a program.
pub(crate) fn write_script(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::write(path, text).expect("writes");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700)).expect("executable");
}

/// The settings file of the user whose home is a folder.
pub(crate) fn settings_file(home: &Path) -> PathBuf {
    let folder = home.join(".config/fairplay");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join("fairplay.toml")
}
