//! Writing bundles, and refusing to.

use std::fs;

use super::*;
use crate::bundle::{MAX_FILES, Verifier, example};

fn zip(bundle: &Bundle) -> Vec<u8> {
    let mut bytes = Vec::new();
    bundle.zip(&mut bytes).expect("memory does not fail");
    bytes
}

fn refusal(contents: Vec<Content>) -> String {
    match Bundle::new(&example::description(), contents, None) {
        Err(BundleError::Rule(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_contents_give_the_same_bytes_in_whatever_order_they_come() {
    let mut turned = example::contents();
    turned.reverse();
    let turned = Bundle::new(&example::description(), turned, Some(&example::key())).expect("a bundle");
    assert_eq!(zip(&turned), zip(&example::bundle()));
    let mut later = example::description();
    later.created = Timestamp::from_seconds(0).expect("in range");
    let later = Bundle::new(&later, example::contents(), Some(&example::key())).expect("a bundle");
    assert_ne!(zip(&later), zip(&example::bundle()));
}

/// The digests are those of `sha256sum` over the same texts.
#[test]
fn the_list_of_digests_is_that_of_sha256sum() {
    let bundle = example::bundle();
    let sums = bundle.files().find(|(name, _)| *name == SUMS).expect("there").1;
    let text = std::str::from_utf8(sums).expect("text");
    let names: Vec<&str> = text.lines().filter_map(|line| line.split_once("  ")).map(|line| line.1).collect();
    assert_eq!(
        names,
        [
            "complaint.txt",
            "dossier.html",
            "dossier.json",
            "evaluations.json",
            "games.pgn",
            "key.pub",
            "method.md"
        ]
    );
    for line in [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  method.md\n",
        "37517e5f3dc66819f61f5a7bb8ace1921282415f10551d2defa5c3eb0985b570  evaluations.json\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn a_defence_copy_holds_nothing_confidential() {
    let mut description = example::description();
    description.edition = Edition::Defence;
    let error = Bundle::new(&description, example::contents(), None).expect_err("refused");
    assert!(error.to_string().contains("`complaint.txt` is confidential"), "{error}");
    let mut open = example::contents();
    open.retain(|content| content.kind != Kind::Confidential);
    let bundle = Bundle::new(&description, open, None).expect("a bundle");
    assert_eq!(bundle.manifest().edition, Edition::Defence);
    assert!(bundle.files().all(|(name, _)| name != "complaint.txt"));
}

#[test]
fn names_kinds_and_numbers_of_files_are_checked() {
    let one = |name: &str, kind| Content { name: name.to_owned(), kind, bytes: vec![] };
    let twice = vec![one("a", Kind::Data), one("a", Kind::Data)];
    assert!(refusal(twice).contains("`a` is there twice"));
    for name in ["../a", "bundle.json", "key.pub", "SHA256SUMS"] {
        assert!(refusal(vec![one(name, Kind::Data)]).contains("cannot be the name"), "{name}");
    }
    for kind in [Kind::Digests, Kind::Key] {
        assert!(refusal(vec![one("a", kind)]).contains("`a` is not of a kind"));
    }
    let many = (0..MAX_FILES).map(|n| one(&n.to_string(), Kind::Data)).collect();
    assert!(refusal(many).contains("1001 files are more"));
}

#[test]
fn a_bundle_replaces_a_bundle_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, archive) = (folder.path().join("deep/bundle"), folder.path().join("deep/bundle.zip"));
    let bundle = example::bundle();
    let unsigned = Bundle::new(&example::description(), example::contents(), None).expect("a bundle");
    let write = |bundle: &Bundle| {
        bundle.write_folder(&path).expect("written");
        bundle.write_zip(&archive).expect("written");
    };
    write(&bundle);
    write(&unsigned);
    // Nothing of the signed one is left, and nothing unfinished lies about.
    assert!(!path.join(SIGNATURE).exists());
    assert_eq!(fs::read(&archive).expect("there"), zip(&unsigned));
    assert_eq!(fs::read_dir(folder.path().join("deep")).expect("there").count(), 2);

    fs::write(path.join("notes.txt"), "somebody's work").expect("written");
    assert!(matches!(bundle.write_folder(&path), Err(BundleError::Occupied { .. })));
    assert_eq!(fs::read(path.join("notes.txt")).expect("still there"), b"somebody's work");
    fs::remove_file(path.join("notes.txt")).expect("removed");
    fs::create_dir(path.join("notes")).expect("made");
    assert!(matches!(bundle.write_folder(&path), Err(BundleError::Occupied { .. })));

    for (name, bytes) in [("a.zip", b"something else".as_slice()), ("b.zip", b"")] {
        let other = folder.path().join(name);
        fs::write(&other, bytes).expect("written");
        assert!(matches!(bundle.write_zip(&other), Err(BundleError::Occupied { .. })));
        assert!(matches!(bundle.write_folder(&other), Err(BundleError::Occupied { .. })));
        assert_eq!(fs::read(&other).expect("still there"), bytes);
    }
    assert!(matches!(bundle.write_zip(&path), Err(BundleError::Occupied { .. })));
    assert!(matches!(bundle.write_folder(&archive), Err(BundleError::Occupied { .. })));
    assert!(matches!(bundle.write_folder(Path::new("/")), Err(BundleError::Occupied { .. })));
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).expect("made");
    bundle.write_folder(&empty).expect("written");
    assert!(Verifier::default().path(&empty).expect("read").holds);
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_what_was_written() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (path, archive) = (folder.path().join("bundle"), folder.path().join("bundle.zip"));
    example::bundle().write_folder(&path).expect("written");
    example::bundle().write_zip(&archive).expect("written");
    for place in [path, archive] {
        let mode = fs::metadata(&place).expect("there").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, link) = (folder.path().join("bundle"), folder.path().join("link"));
    example::bundle().write_folder(&path).expect("written");
    std::os::unix::fs::symlink(&path, &link).expect("made");
    assert!(matches!(example::bundle().write_folder(&link), Err(BundleError::Occupied { .. })));
    assert!(matches!(example::bundle().write_zip(&link), Err(BundleError::Occupied { .. })));
}
