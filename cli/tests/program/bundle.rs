//! `fairplay key` and `fairplay verify` on evidence bundles, from the outside. The people in them are invented.

use crate::home::Home;
use reports::bundle::{Bundle, Content, Description, Edition, Kind, Timestamp, key_file};

fn contents() -> Vec<Content> {
    let content = |name: &str, kind, text: &str| Content {
        name: name.to_owned(),
        kind,
        bytes: text.as_bytes().to_vec(),
    };
    vec![
        content("dossier.html", Kind::Report, "<!doctype html><title>Dossier</title>\n"),
        content("dossier.json", Kind::Data, "{\"z\": 1.25}\n"),
        content("games.pgn", Kind::Games, "[White \"Ample, Anna\"]\n\n1. e4 e5 *\n"),
    ]
}

fn description() -> Description {
    Description {
        edition: Edition::Defence,
        created: Timestamp::from_seconds(1_793_179_800).expect("in range"),
        // Another version: its pages are named as not compared.
        software: "fairplay 0.0.9".to_owned(),
        numbers: "5a".repeat(32),
        rating_lists: Vec::new(),
    }
}

#[test]
fn a_bundle_is_signed_sent_and_checked_by_a_stranger() {
    let home = Home::new();
    let out = home.text(&["key", "new"], 0);
    assert!(out.contains("It has no password"), "{out}");
    // A second one does not replace the first.
    let (code, _, error) = home.run(&["key", "new"]);
    assert!(code == Some(1) && error.contains("move it away first"), "{error}");
    let public = home.text(&["key", "show", "--minisign"], 0);
    home.put("operator.pub", &public);
    let signer = home.json(&["key", "show", "--json"], 0);
    let shown = home.text(&["key", "show"], 0);
    let fingerprint = signer["fingerprint"].as_str().expect("text");
    let public_key = signer["public_key"].as_str().expect("text");
    assert!(shown.contains(fingerprint) && public.contains(public_key), "{shown}");

    let secret = std::fs::read_to_string(home.path(".config/fairplay/signing.key")).expect("a key");
    let secret = secret.lines().nth(1).expect("two lines");
    assert!(!out.contains(secret) && !shown.contains(secret) && !public.contains(secret));

    let key = key_file::read(&home.path(".config/fairplay/signing.key")).expect("a key");
    let bundle = Bundle::new(&description(), contents(), Some(&key)).expect("a bundle");
    bundle.write_folder(&home.path("bundle")).expect("written");
    bundle.write_zip(&home.path("bundle.zip")).expect("written");

    for path in ["bundle", "bundle.zip"] {
        for key in ["operator.pub", public_key] {
            let out = home.text(&["verify", path, "--key", key], 0);
            let head = "Copy for the defence, made 2026-10-28T09:30:00Z with fairplay 0.0.9\n";
            assert!(out.starts_with(head) && out.contains("which was given"), "{out}");
            assert!(out.contains("Everything that was checked holds (7 checks)"), "{out}");
            let skipped = "skipped  pages and tables: not compared: made with fairplay 0.0.9";
            assert!(out.contains(skipped) && !out.contains("not attested"), "{out}");
        }
        let out = home.text(&["verify", path], 5);
        assert!(out.contains("Consistent, but not attested (7 checks hold)"), "{out}");
        assert!(out.contains("this proves only") && out.contains(fingerprint), "{out}");
        let json = home.json(&["verify", path, "--json"], 5);
        assert_eq!((&json["holds"], &json["attested"]), (&true.into(), &false.into()));
        let (code, _, error) = home.run(&["verify", path, "--recompute", "all"]);
        assert!(code == Some(1) && error.contains("dossier.json cannot be used"), "{error}");
    }

    // One byte of one file, of the folder and of the archive.
    let changed = "{\"z\": 9.25}\n";
    std::fs::write(home.path("bundle/dossier.json"), changed).expect("written");
    let mut bytes = std::fs::read(home.path("bundle.zip")).expect("there");
    let place = bytes.windows(4).position(|four| four == b"1.25").expect("stored as it is");
    bytes[place] = b'9';
    std::fs::write(home.path("bundle.zip"), bytes).expect("written");
    for path in ["bundle", "bundle.zip"] {
        let out = home.text(&["verify", path, "--key", "operator.pub"], 1);
        assert!(out.contains("DIFFERS  dossier.json: changed; listed with 12 bytes"), "{out}");
        assert!(out.contains("holds    games.pgn: unchanged") && out.contains("do not hold."), "{out}");
        let json = home.json(&["verify", path, "--key", "operator.pub", "--json"], 1);
        assert_eq!((&json["schema"], &json["holds"]), (&"fairplay/bundle-check/1".into(), &false.into()));
        assert_eq!(json["manifest"]["edition"], "defence");
        let findings = json["findings"].as_array().expect("findings");
        let changed = findings.iter().find(|finding| finding["finding"] == "file_changed").expect("found");
        assert_eq!((&changed["name"], &changed["found_size"]), (&"dossier.json".into(), &12.into()));
    }
}

#[test]
fn a_bundle_without_manifest_without_signature_or_with_another_key_says_so() {
    let home = Home::new();
    for name in ["one.key", "two.key"] {
        home.text(&["key", "new", "--key", name], 0);
    }
    home.put("two.pub", &home.text(&["key", "show", "--key", "two.key", "--minisign"], 0));
    let one = key_file::read(&home.path("one.key")).expect("a key");
    let bundle = Bundle::new(&description(), contents(), Some(&one)).expect("a bundle");
    bundle.write_folder(&home.path("bundle")).expect("written");
    let made_with = format!("signature: made with the key {}", one.public().id());
    let unsigned = Bundle::new(&description(), contents(), None).expect("a bundle");
    unsigned.write_zip(&home.path("unsigned.zip")).expect("written");
    std::fs::create_dir(home.path("empty")).expect("made");
    bundle.write_folder(&home.path("bare")).expect("written");
    std::fs::remove_file(home.path("bare/bundle.json")).expect("there");
    for (arguments, code, wanted) in [
        (&["verify", "bundle", "--key", "two.pub"][..], 1, made_with.as_str()),
        (&["verify", "bare"], 1, "bundle.json: missing"),
        (&["verify", "unsigned.zip"], 4, "Consistent, but not attested"),
        (
            &["verify", "--help"],
            0,
            "5  consistent, but not attested: the key that signed came with the bundle",
        ),
        (&["verify", "unsigned.zip", "--key", "two.pub"], 1, "signature: missing"),
        // A key that is none, and a folder that is no bundle.
        (&["verify", "unsigned.zip", "--key", "unsigned.zip"], 1, "neither a public key nor the file of one"),
        (&["verify", "empty", "--key", "two.pub"], 1, "is not a bundle"),
        (&["key", "show"], 1, "`fairplay key new` makes one"),
    ] {
        let (found, out, error) = home.run(arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {out}{error}");
        assert!(out.contains(wanted) || error.contains(wanted), "{arguments:?}: {out}{error}");
    }
}
