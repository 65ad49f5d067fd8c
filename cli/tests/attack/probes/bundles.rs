//! Evidence bundles that were forged: none is attested by the operator's key, and no page that was replaced is consistent.

use analyzer::full_test::SCHEMA;
use analyzer::screening::SOFTWARE;
use reports::bundle::{Bundle, SecretKey, key_file};

use super::evidence::evidence;
use super::home::Home;
use super::tally::Probe;

pub(super) const NAME: &str = "forged bundles";

/// Changes of one file: its name, a text in it and what stands there then; no text stands for the end.
const FORGED: [(&str, &str, &str); 12] = [
    ("dossier.html", "Ample", "Sample"),
    ("dossier.html", "</html>", "<p>Something else</p></html>"),
    ("dossier.html", "", "\n<!-- -->\n"),
    ("dossier.md", "Ample", "Sample"),
    ("dossier.md", "", "\nSomething else.\n"),
    ("dossier.json", "2400", "2100"),
    ("dossier.json", "Ample", "Sample"),
    ("dossier.json", "{", "{ \"added\": 1,"),
    ("decisions.csv", "1", "2"),
    ("decisions.csv", "", "1,2,3\n"),
    ("custody.json", "Z\"", "Y\""),
    ("custody.json", "{", "{ \"added\": 1,"),
];

/// Of the changes under another version one in so many is tried.
const EVERY: usize = 6;

const FIRST_LAYOUT: &str = "fairplay/dossier/1";

/// Versions and layouts that a bundle may name, none of which is another's.
const VERSIONS: [(&str, &str); 7] = [
    (SOFTWARE, SCHEMA),
    ("fairplay 0.0.9", SCHEMA),
    ("fairplay 0.0.9", FIRST_LAYOUT),
    ("fairplay", SCHEMA),
    (SOFTWARE, "fairplay/dossier/two"),
    (SOFTWARE, FIRST_LAYOUT),
    ("fairplay 99.0.0", SCHEMA),
];

struct Desk {
    home: Home,
    operator: SecretKey,
    stranger: SecretKey,
}

impl Desk {
    fn new() -> Self {
        let home = Home::new();
        let key = |name: &str| {
            home.text(&["key", "new", "--key", name], 0);
            home.put(&format!("{name}.pub"), &home.text(&["key", "show", "--key", name, "--minisign"], 0));
            key_file::read(&home.path(name)).unwrap()
        };
        let [operator, stranger] = ["operator", "stranger"].map(key);
        Self { home, operator, stranger }
    }

    /// Checks `forged.zip` without a key and with the operator's. With it nothing may hold; without, no code of `never`.
    fn check(&self, probe: &mut Probe, what: &str, never: &[i32]) {
        for (arguments, never) in [
            (&["verify", "forged.zip", "--json"][..], never),
            (&["verify", "forged.zip", "--key", "operator.pub", "--json"], &[0, 4, 5]),
        ] {
            let (code, told, said) = self.home.run(arguments);
            let report: serde_json::Value = serde_json::from_str(&told).unwrap_or_default();
            let attested = report["attested"] == true;
            let documented = code.is_some_and(|code| (0..=6).contains(&code) && code != 2);
            let passes = code.is_some_and(|code| never.contains(&code)) || code == Some(0);
            probe.holds(documented && !passes && !attested, || {
                format!("{what}, {arguments:?}: {code:?} {told}{said}")
            });
        }
    }
}

pub(super) fn forged_bundles() -> Probe {
    let (mut probe, desk) = (Probe::new(NAME), Desk::new());
    let write = |bundle: &Bundle| bundle.write_zip(&desk.home.path("forged.zip")).unwrap();
    // What nobody touched holds, or the rest would mean nothing.
    let (description, contents) = evidence(SOFTWARE, SCHEMA, Some(&desk.operator));
    let signed = Bundle::new(&description, contents, Some(&desk.operator)).unwrap();
    write(&signed);
    let (code, told, _) = desk.home.run(&["verify", "forged.zip", "--key", "operator.pub"]);
    probe.holds(code == Some(0), || format!("an untouched bundle: {code:?} {told}"));

    // Digests and manifest made anew, unsigned and with a stranger's key, under each version.
    let mut turn = 0;
    for (software, schema) in VERSIONS {
        for key in [None, Some(&desk.stranger)] {
            // Making pages takes longest, and checking them makes them again: this version has every change, others a part.
            let (description, made) = evidence(software, schema, key);
            turn += 1;
            let all = (software, schema, key.is_some()) == (SOFTWARE, SCHEMA, true);
            for (n, (name, from, to)) in FORGED.into_iter().enumerate() {
                if !all && n % EVERY != turn % EVERY {
                    continue;
                }
                let mut contents = made.clone();
                let Some(content) = contents.iter_mut().find(|content| content.name == name) else {
                    continue;
                };
                let text = String::from_utf8_lossy(&content.bytes).into_owned();
                let new = if from.is_empty() { format!("{text}{to}") } else { text.replacen(from, to, 1) };
                if new == text {
                    continue;
                }
                content.bytes = new.into_bytes();
                let what =
                    format!("{name}: {from:?} is {to:?}, {software}, {schema}, signed: {}", key.is_some());
                match Bundle::new(&description, contents, key) {
                    Ok(bundle) => write(&bundle),
                    Err(_) => continue,
                }
                // The digest of the first layout is over what its readers know, so a field that nobody reads is part of neither
                // numbers nor pages.
                let is_unread = schema == FIRST_LAYOUT && name == "dossier.json" && from == "{";
                desk.check(&mut probe, &what, if is_unread { &[0] } else { &[0, 4, 5] });
            }
        }
    }
    // The numbers of somebody else, with pages that fit them: consistent at most, and never the operator's.
    for key in [None, Some(&desk.stranger)] {
        let (description, contents) = evidence(SOFTWARE, SCHEMA, key);
        write(&Bundle::new(&description, contents, key).unwrap());
        desk.check(&mut probe, "a bundle of somebody else", &[0]);
    }
    // The operator's bundle with the signature off, another's on it, a file more and a file less.
    let folder = desk.home.path("bundle");
    signed.write_folder(&folder).unwrap();
    let archive = |change: &dyn Fn()| {
        let _gone = std::fs::remove_dir_all(&folder);
        signed.write_folder(&folder).unwrap();
        change();
    };
    let other = {
        let (description, contents) = evidence(SOFTWARE, SCHEMA, Some(&desk.stranger));
        Bundle::new(&description, contents, Some(&desk.stranger)).unwrap()
    };
    other.write_folder(&desk.home.path("other")).unwrap();
    let names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let check = |probe: &mut Probe, what: String| {
        let (code, told, said) = desk.home.run(&["verify", "bundle", "--key", "operator.pub"]);
        probe.holds(code == Some(1), || format!("{what}: {code:?} {told}{said}"));
    };
    for name in &names {
        archive(&|| std::fs::remove_file(folder.join(name)).unwrap());
        check(&mut probe, format!("without {name}"));
        let (ours, theirs) = (std::fs::read(desk.home.path("other").join(name)), folder.join(name));
        archive(&|| drop(ours.as_ref().map(|bytes| std::fs::write(&theirs, bytes))));
        if std::fs::read(&theirs).ok() != signed_file(&signed, &desk.home, name) {
            check(&mut probe, format!("{name} of another bundle"));
        }
        archive(&|| {
            let mut bytes = std::fs::read(folder.join(name)).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            std::fs::write(folder.join(name), bytes).unwrap();
        });
        check(&mut probe, format!("one bit of {name}"));
    }
    archive(&|| std::fs::write(folder.join("more.txt"), "Something else").unwrap());
    check(&mut probe, "a file more".to_owned());
    probe
}

/// A file of a bundle as it was written.
fn signed_file(bundle: &Bundle, home: &Home, name: &str) -> Option<Vec<u8>> {
    let folder = home.path("whole");
    if !folder.exists() {
        bundle.write_folder(&folder).unwrap();
    }
    std::fs::read(folder.join(name)).ok()
}
