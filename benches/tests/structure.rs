//! Rules of the source tree, checked on the tracked files: no import cycle between files, few modules at the top of a
//! crate, short files, plain names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Modules at the top of a crate, at most.
const MAX_TOP_MODULES: usize = 12;
/// Lines of a file, fewer than.
const MAX_LINES: usize = 600;
/// File and folder names that say nothing.
const EMPTY_NAMES: [&str; 5] = ["util", "utils", "helper", "helpers", "common"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// Tracked and new files with their text; `None` outside a checkout.
fn files() -> Option<BTreeMap<String, String>> {
    let list = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .ok()
        .filter(|output| output.status.success());
    let Some(list) = list else {
        println!("skipped: the workspace is not a git checkout");
        return None;
    };
    let names = String::from_utf8_lossy(&list.stdout).into_owned();
    let read = |name: &str| Some((name.to_owned(), std::fs::read_to_string(root().join(name)).ok()?));
    Some(names.lines().filter_map(read).collect())
}

/// The code of a file without line comments and without items under `cfg(test)`.
fn product_code(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with("#[cfg(test)]") || line.trim_start().starts_with("#[cfg(all(test") {
            let indent = line.len() - line.trim_start().len();
            while lines.peek().is_some_and(|next| next.trim_start().starts_with("#[")) {
                lines.next();
            }
            let first = lines.next().unwrap_or_default().trim_end();
            if !first.ends_with([';', '}']) {
                let end = |line: &str| line.len() > indent && line[indent..].starts_with('}');
                lines.by_ref().find(|line| line.is_char_boundary(indent.min(line.len())) && end(line));
            }
            continue;
        }
        code.push_str(line.split("//").next().unwrap_or_default());
        code.push('\n');
    }
    code
}

/// Paths of a `use` tree, each as its segments.
fn expand(prefix: &[String], tree: &str, paths: &mut Vec<Vec<String>>) {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (at, sign) in tree.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&tree[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tree[start..]);
    for part in parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()) {
        let (head, inner) = match part.split_once('{') {
            Some((head, inner)) => (head, inner.strip_suffix('}')),
            None => (part.split(" as ").next().unwrap_or(part), None),
        };
        let mut path = prefix.to_vec();
        path.extend(head.split("::").map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned));
        match inner {
            Some(inner) => expand(&path, inner, paths),
            None => paths.push(path),
        }
    }
}

/// Paths in the crate that a file's code names, as written; re-exports are not imports.
fn named_paths(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let mut rest = String::new();
    let mut before = 0;
    for (at, _) in code.match_indices("use ") {
        let free = code[..at].chars().next_back().is_none_or(char::is_whitespace);
        if at < before || !free {
            continue;
        }
        let Some(end) = code[at..].find(';').map(|end| at + end) else {
            continue;
        };
        let line = code[..at].rsplit('\n').next().unwrap_or_default();
        rest.push_str(&code[before..at]);
        if !line.trim_start().starts_with("pub") {
            expand(&[], &code[at + 4..end], &mut paths);
        }
        before = end;
    }
    rest.push_str(&code[before..]);
    for word in rest.split(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == ':')) {
        let path: Vec<String> = word.split("::").map(str::to_owned).collect();
        if path.len() > 1 && ["crate", "super", "self"].contains(&path[0].as_str()) {
            paths.push(path);
        }
    }
    paths
}

/// The module path of a source file below `src/`.
fn module_path(file: &str) -> Vec<String> {
    let mut path: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    path.pop_if(|last| last == "mod");
    path
}

/// Imports between the files of a crate; the root file is left out, since it imports and re-exports everything.
fn imports(sources: &BTreeMap<String, String>) -> BTreeMap<String, BTreeSet<String>> {
    let modules: BTreeMap<Vec<String>, &String> =
        sources.keys().map(|file| (module_path(file), file)).collect();
    let mut graph = BTreeMap::new();
    for (file, text) in sources {
        let own = module_path(file);
        let mut targets = BTreeSet::new();
        for path in named_paths(&product_code(text)) {
            let supers = path.iter().take_while(|name| *name == "super").count();
            let absolute: Vec<String> = match path.first().map(String::as_str) {
                Some("crate") => path[1..].to_vec(),
                Some("self") => [&own[..], &path[1..]].concat(),
                Some("super") => [&own[..own.len().saturating_sub(supers)], &path[supers..]].concat(),
                _ => continue,
            };
            let module = (1..=absolute.len()).rev().find_map(|length| modules.get(&absolute[..length]));
            targets.extend(module.filter(|target| **target != file).map(|target| (*target).clone()));
        }
        graph.insert(file.clone(), targets);
    }
    graph
}

/// Files that reach themselves through their imports.
fn on_cycles(graph: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let reaches_itself = |start: &String| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&String> = graph[start].iter().collect();
        while let Some(file) = open.pop() {
            if file == start {
                return true;
            }
            if seen.insert(file) {
                open.extend(&graph[file]);
            }
        }
        false
    };
    graph.keys().filter(|file| reaches_itself(file)).cloned().collect()
}

/// Product sources by crate, named from the crate's `src` folder.
fn crates(files: &BTreeMap<String, String>) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut crates: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for (file, text) in files {
        let Some((name, source)) = file.split_once("/src/") else {
            continue;
        };
        let test = source.split('/').any(|part| part == "tests" || part == "tests.rs");
        if source.ends_with(".rs") && !test && !["fuzz", "benches"].contains(&name) {
            crates.entry(name.to_owned()).or_default().insert(source.to_owned(), text.clone());
        }
    }
    crates
}

#[test]
fn no_import_cycle_between_files() {
    let Some(files) = files() else {
        return;
    };
    for (name, mut sources) in crates(&files) {
        sources.retain(|file, _| file != "lib.rs" && file != "main.rs");
        let cycle = on_cycles(&imports(&sources));
        assert!(cycle.is_empty(), "{name}: files import each other in a circle: {}", cycle.join(" "));
    }
}

#[test]
fn a_cycle_is_found() {
    let sources = [
        ("one.rs", "use crate::two::three::Thing;\n"),
        ("two.rs", "pub mod three;\n#[cfg(test)]\nmod tests {\n    use crate::one::X;\n}\n"),
        ("two/three.rs", "// use crate::one::Y;\nfn f() -> super::super::four::Z {}\n"),
        ("four.rs", "use crate::{one::{A, B}, two as other};\n"),
    ];
    let sources = sources.map(|(file, text)| (file.to_owned(), text.to_owned())).into();
    assert_eq!(on_cycles(&imports(&sources)), ["four.rs", "one.rs", "two/three.rs"]);
}

#[test]
fn few_modules_at_the_top_of_a_crate() {
    let Some(files) = files() else {
        return;
    };
    for (name, sources) in crates(&files) {
        let top: BTreeSet<&str> = sources
            .keys()
            .map(|file| file.split('/').next().unwrap_or(file).trim_end_matches(".rs"))
            .filter(|module| !["lib", "main"].contains(module))
            .collect();
        assert!(top.len() <= MAX_TOP_MODULES, "{name}: {} modules at the top: {top:?}", top.len());
    }
}

#[test]
fn files_are_short_and_have_names() {
    let Some(files) = files() else {
        return;
    };
    // Written day by day, or by a program.
    let generated = |file: &str| file == "CHANGELOG.md" || file.starts_with("docs/calibration/");
    let kinds = ["rs", "sh", "md", "html", "css", "js", "ftl", "toml"];
    for (file, text) in &files {
        let stem = |part: &str| part.split('.').next().unwrap_or_default().to_owned();
        let empty = file.split('/').map(stem).find(|part| EMPTY_NAMES.contains(&part.as_str()));
        assert!(empty.is_none(), "{file}: name it after what it does");
        let kind = file.rsplit('.').next().unwrap_or_default();
        let lines = text.lines().count();
        assert!(
            !kinds.contains(&kind) || generated(file) || lines < MAX_LINES,
            "{file}: {lines} lines; split it by idea"
        );
    }
}

/// Each test that `docs/security.md` names is there.
#[test]
fn the_tests_of_the_security_table_exist() {
    let Some(files) = files() else { return };
    let rows = rows(&files, "docs/security.md");
    let named: Vec<&str> =
        rows.iter().filter_map(|cells| cells.get(2)).flat_map(|tests| tests_in(tests)).collect();
    assert!(named.len() > 30, "{named:?}");
    assert_eq!(missing_tests(&files, &named), Vec::<&str>::new(), "no such tests");
}

/// Each of the 157 requirements has its row, each *yes* a test that is there or a page, and the counts are those of the rows.
#[test]
fn the_table_of_requirements_holds() {
    let Some(files) = files() else { return };
    let rows = rows(&files, "docs/requirements.md");
    let rows: Vec<&Vec<&str>> = rows.iter().filter(|cells| cells.len() == 4).collect();
    assert_eq!(rows.len(), 157);
    let mut counts = [0; 3];
    for cells in rows {
        let place = ["yes", "partly", "no"].iter().position(|state| *state == cells[2]);
        counts[place.unwrap_or_else(|| panic!("{cells:?}"))] += 1;
        let tests: Vec<&str> = tests_in(cells[3]).collect();
        assert_eq!(missing_tests(&files, &tests), Vec::<&str>::new(), "{}", cells[0]);
        let shown = !tests.is_empty() || cells[3].contains(".md");
        assert!(shown || cells[2] != "yes", "{} has nothing that shows it", cells[0]);
        assert!(cells[2] != "partly" || cells[3].len() > 10, "{} names no gap", cells[0]);
    }
    let [yes, partly, no] = counts;
    let said = format!("157 requirements: {yes} yes, {partly} partly, {no} no.");
    assert!(files["docs/requirements.md"].contains(&said), "{said}");
}

/// The cells of the rows of a document's tables, heads left out.
fn rows<'a>(files: &'a BTreeMap<String, String>, document: &str) -> Vec<Vec<&'a str>> {
    let text = files.get(document).unwrap_or_else(|| panic!("{document} is not tracked"));
    let lines = text.lines().filter(|line| line.starts_with("| "));
    let inner = lines.map(|line| line.trim_start_matches("| ").strip_suffix('|').unwrap_or(line));
    let cells = inner.map(|row| row.split(" | ").map(str::trim).collect::<Vec<_>>());
    cells.filter(|cells| !matches!(cells.first(), Some(&("promise" | "#")))).collect()
}

/// Names in code style that are neither paths nor commands.
fn tests_in(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2).filter(|name| !name.contains(['/', ':', '.', ' ']))
}

fn missing_tests<'a>(files: &BTreeMap<String, String>, named: &[&'a str]) -> Vec<&'a str> {
    let sources: Vec<&String> =
        files.iter().filter(|(name, _)| name.ends_with(".rs")).map(|(_, text)| text).collect();
    let exists = |name: &str| sources.iter().any(|text| text.contains(&format!("fn {name}(")));
    named.iter().copied().filter(|name| !exists(name)).collect()
}
