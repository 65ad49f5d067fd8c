//! The list of crates that parse hostile input names the versions that are built.

use std::collections::BTreeSet;
use std::fs;

use fuzz::target::home;

#[test]
fn the_list_of_parsers_has_the_versions_of_the_lock_file() {
    let read =
        |name: &str| fs::read_to_string(home().join("..").join(name)).expect("a file of the workspace");
    let lock = read("Cargo.lock");
    let built: BTreeSet<(&str, &str)> = lock
        .split("[[package]]")
        .filter_map(|package| {
            let field = |name: &str| package.split(name).nth(1)?.split('"').next();
            Some((field("name = \"")?, field("version = \"")?))
        })
        .collect();
    let list = read("docs/hostile-input.md");
    let rows = list.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| crate "));
    let listed: BTreeSet<(&str, &str)> = rows
        .filter_map(|row| {
            let mut cells = row.split('|').map(str::trim).skip(1);
            Some((cells.next()?, cells.next()?))
        })
        .collect();
    assert!(listed.len() > 20, "{listed:?}");
    let gone: Vec<_> = listed.difference(&built).collect();
    assert!(
        gone.is_empty(),
        "not in Cargo.lock: {gone:?}; look at the version there, then change docs/hostile-input.md"
    );
    // A second version of a listed crate is a parser too, but for these: they serve typst, polars and credentials of the queue.
    let names: BTreeSet<&str> = listed.iter().map(|(name, _)| *name).collect();
    let aside = [("quick-xml", "0.38.4"), ("toml", "0.8.23"), ("base64", "0.22.1"), ("zstd-safe", "7.4.0")];
    let missing: Vec<_> = built
        .difference(&listed)
        .filter(|package| names.contains(package.0) && !aside.contains(package))
        .collect();
    assert!(missing.is_empty(), "not in docs/hostile-input.md: {missing:?}");
}

/// A tag can be moved to other code; a hash cannot.
#[test]
fn actions_of_workflows_are_named_by_hash() {
    let workflows = fs::read_dir(home().join("../.github/workflows")).expect("a folder");
    let mut actions = 0;
    for file in workflows {
        let text = fs::read_to_string(file.expect("an entry").path()).expect("a workflow");
        for action in
            text.lines().filter_map(|line| line.trim_start_matches([' ', '-']).strip_prefix("uses:"))
        {
            let hash = action.split('@').nth(1).and_then(|hash| hash.split_whitespace().next()).unwrap_or("");
            assert!(hash.len() == 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{action}");
            actions += 1;
        }
    }
    assert!(actions > 0);
}
