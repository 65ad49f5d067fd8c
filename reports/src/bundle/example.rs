//! A small bundle for the tests. The people in it are invented.

use super::{Bundle, Content, Description, Edition, Kind, SecretKey, Timestamp};

pub(crate) fn description() -> Description {
    Description {
        edition: Edition::Complete,
        created: Timestamp::from_seconds(1_793_179_800).expect("in range"),
        software: "fairplay 0.1.0".to_owned(),
        numbers: "5a".repeat(32),
        rating_lists: Vec::new(),
    }
}

fn content(name: &str, kind: Kind, text: &str) -> Content {
    Content { name: name.to_owned(), kind, bytes: text.as_bytes().to_vec() }
}

/// One file of each kind, one of them empty, not in the order of their names.
pub(crate) fn contents() -> Vec<Content> {
    vec![
        content("games.pgn", Kind::Games, "[White \"Ample, Anna\"]\n\n1. e4 e5 *\n"),
        content("dossier.html", Kind::Report, "<!doctype html><title>Dossier</title>\n"),
        content("dossier.json", Kind::Data, "{\"z\": 1.25}\n"),
        content("evaluations.json", Kind::Evaluations, "[]\n"),
        content("method.md", Kind::Method, ""),
        content("complaint.txt", Kind::Confidential, "From the arbiter.\n"),
    ]
}

pub(crate) fn key() -> SecretKey {
    SecretKey::from_seed([7; 32], *b"examples").expect("a key")
}

/// The complete copy, signed.
pub(crate) fn bundle() -> Bundle {
    Bundle::new(&description(), contents(), Some(&key())).expect("a bundle")
}
