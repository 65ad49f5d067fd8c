//! Evidence bundles that are made of a stored test. The people in it are invented.

use analyzer::full_test::FullTest;
use reports::bundle::{Content, Description, Edition, Kind, SecretKey, Signer, Timestamp};
use reports::custody::Custody;
use reports::{Language, dossier, json};

const TEST: &str = include_str!("../../../reports/fixtures/full_test.json");
const CUSTODY: &str = include_str!("../../../reports/fixtures/custody.json");

/// What a bundle says of itself, made at a fixed time.
pub(crate) fn description(edition: Edition, software: &str, numbers: String) -> Description {
    let created = Timestamp::from_seconds(1_793_179_800).expect("in range");
    Description { edition, created, software: software.to_owned(), numbers, rating_lists: Vec::new() }
}

/// A stored test as a bundle with its pages, which names a version and a layout.
pub(crate) fn evidence(software: &str, schema: &str, key: Option<&SecretKey>) -> (Description, Vec<Content>) {
    let mut test: FullTest = serde_json::from_str(TEST).expect("the stored test");
    test.schema = schema.to_owned();
    test.manifest.software = software.to_owned();
    let text = json(&test).expect("JSON");
    test.manifest.digest = FullTest::digest_of_file(text.as_bytes()).expect("a digest");
    let mut custody: Custody = serde_json::from_str(CUSTODY).expect("the stored custody");
    custody.numbers.clone_from(&test.manifest.digest);
    custody.software = software.to_owned();
    custody.signed_by = key.map(|key| Signer::for_key(key.public()));
    let pages = dossier::document(&test, &custody, Language::ENGLISH).files("dossier").expect("pages");
    let mut contents: Vec<Content> =
        pages.into_iter().map(|(name, bytes)| Content::new(name, Kind::Report, bytes)).collect();
    contents.extend([
        Content::new("decisions.csv", Kind::Data, dossier::decisions_table(&test).csv().expect("a table")),
        Content::new("dossier.json", Kind::Data, json(&test).expect("JSON")),
        Content::new("custody.json", Kind::Data, json(&custody).expect("JSON")),
        Content::new("games.pgn", Kind::Games, "[White \"Ample, Anna\"]\n\n1. e4 e5 *\n"),
    ]);
    (description(Edition::Defence, software, test.manifest.digest), contents)
}
