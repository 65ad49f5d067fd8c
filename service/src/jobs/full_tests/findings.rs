//! The findings of a verification in the reader's language. Names, numbers and digests stand as they are, and so does what a library
//! says of a damaged file or signature.

use reports::bundle::{Compared, Finding, MANIFEST, Outcome, Trust, Verification};

use crate::keys::Key;
use crate::messages::Messages;

/// Sentences, each with whether it holds; unknown where nothing could be compared.
pub(super) fn lines(m: &Messages, verification: &Verification) -> Vec<(Option<bool>, String)> {
    let findings = verification.findings.iter().map(|found| (Some(found.holds()), finding(m, found)));
    let checks = verification
        .recomputed
        .iter()
        .map(|check| (check.holds, format!("{}: {}", compared(m, &check.what), outcome(m, &check.detail))));
    findings.chain(checks).collect()
}

fn filled<const N: usize>(m: &Messages, key: Key, values: [(&'static str, &str); N]) -> String {
    m.filled(key, &values.map(|(name, text)| (name, reports::visible(text))))
}

fn finding(m: &Messages, finding: &Finding) -> String {
    match finding {
        Finding::ArchiveDamaged { offset, reason } => {
            filled(m, Key::FindingArchive, [("offset", &offset.to_string()), ("reason", reason)])
        }
        Finding::TooMany { most } => filled(m, Key::FindingTooMany, [("most", &most.to_string())]),
        Finding::Unreadable { name, reason } => {
            filled(m, Key::FindingUnreadable, [("file", name), ("reason", reason)])
        }
        Finding::ManifestMissing => filled(m, Key::FindingManifestMissing, [("file", MANIFEST)]),
        Finding::ManifestChanged { reason } => {
            filled(m, Key::FindingManifestChanged, [("file", MANIFEST), ("reason", reason)])
        }
        Finding::ManifestUnchanged => filled(m, Key::FindingManifestUnchanged, [("file", MANIFEST)]),
        Finding::FileUnchanged { name } => filled(m, Key::FindingFileUnchanged, [("file", name)]),
        Finding::FileChanged { name, expected_size, found_size, expected_sha256, found_sha256 } => {
            let values: [(&str, &str); 5] = [
                ("file", name),
                ("listed", &expected_size.to_string()),
                ("listed-hash", expected_sha256),
                ("found", &found_size.to_string()),
                ("found-hash", found_sha256),
            ];
            filled(m, Key::FindingFileChanged, values)
        }
        Finding::FileMissing { name } => filled(m, Key::FindingFileMissing, [("file", name)]),
        Finding::FileAdded { name } => filled(m, Key::FindingFileAdded, [("file", name), ("list", MANIFEST)]),
        Finding::Unsigned => m.text(Key::FindingUnsigned),
        Finding::SignatureMissing { reason } => filled(m, Key::FindingSignatureMissing, [("reason", reason)]),
        Finding::SignatureBad { reason } => filled(m, Key::FindingSignatureBad, [("reason", reason)]),
        Finding::SignatureOtherKey { given, found } => {
            filled(m, Key::FindingSignatureOther, [("given", given), ("found", found)])
        }
        Finding::SignatureGood { trust, key_id, .. } => {
            let key = match trust {
                Trust::Given => Key::FindingSignatureGiven,
                Trust::Inside => Key::FindingSignatureInside,
            };
            filled(m, key, [("key", key_id)])
        }
        Finding::TimeStampGood { time, authority, trust, .. } => {
            let key = match trust {
                Trust::Given => Key::FindingTimeGiven,
                Trust::Inside => Key::FindingTimeInside,
            };
            filled(m, key, [("time", &time.to_string()), ("authority", authority)])
        }
        Finding::TimeStampBad { reason } => filled(m, Key::FindingTimeBad, [("reason", reason)]),
    }
}

fn compared(m: &Messages, what: &Compared) -> String {
    m.text(match what {
        Compared::DigestOfManifest => Key::ComparedDigestManifest,
        Compared::DigestWritten => Key::ComparedDigestWritten,
        Compared::DigestOfCustody => Key::ComparedDigestCustody,
        Compared::SignerOfCustody => Key::ComparedSigner,
        Compared::RatingLists => Key::ComparedRatingLists,
        Compared::DigestComputed => Key::ComparedDigestComputed,
        Compared::PagesAndTables => Key::ComparedPages,
        Compared::Version => Key::ComparedVersion,
        Compared::VersionOfFiles => Key::ComparedVersionFiles,
        Compared::Other(name) => return reports::visible(name),
    })
}

fn outcome(m: &Messages, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Same(text) | Outcome::Other(text) => reports::visible(text),
        Outcome::Differs { written, found } => {
            filled(m, Key::OutcomeDiffers, [("written", written), ("found", found)])
        }
        Outcome::MadeAgain => m.text(Key::OutcomeMadeAgain),
        Outcome::OtherThanData => m.text(Key::OutcomeOtherThanData),
        Outcome::NoFormat => m.text(Key::OutcomeNoFormat),
        Outcome::OtherVersion { software, schema, own_schema } => {
            let values: [(&str, &str); 4] = [
                ("software", software),
                ("layout", schema),
                ("own", analyzer::screening::SOFTWARE),
                ("own-layout", own_schema),
            ];
            filled(m, Key::OutcomeOtherVersion, values)
        }
        Outcome::NoVersion { software, schema } => {
            filled(m, Key::OutcomeNoVersion, [("software", software), ("layout", schema)])
        }
    }
}

#[cfg(test)]
mod tests {
    use reports::Language;

    use super::*;

    /// What is named stands in every language; apart from it, only English pages are English.
    #[test]
    fn findings_are_worded_in_every_language() {
        let changed = Finding::FileChanged {
            name: "Ж.pgn".to_owned(),
            expected_size: 71,
            found_size: 72,
            expected_sha256: "0011".to_owned(),
            found_sha256: "0022".to_owned(),
        };
        let found = |finding: &Finding, m: &Messages| super::finding(m, finding);
        let cases: Vec<(Finding, Vec<&str>)> = vec![
            (Finding::ArchiveDamaged { offset: 93, reason: "Ж".to_owned() }, vec!["93", "Ж"]),
            (Finding::TooMany { most: 1000 }, vec!["1000"]),
            (changed, vec!["Ж.pgn", "71", "72", "0011", "0022"]),
            (Finding::FileMissing { name: "Ж".to_owned() }, vec!["Ж"]),
            (Finding::Unsigned, vec![]),
            (Finding::SignatureOtherKey { given: "0A".to_owned(), found: "0B".to_owned() }, vec!["0A", "0B"]),
            (Finding::SignatureBad { reason: "Ж".to_owned() }, vec!["Ж"]),
        ];
        let outcomes = [
            Outcome::MadeAgain,
            Outcome::OtherThanData,
            Outcome::Differs { written: "11".to_owned(), found: "22".to_owned() },
            Outcome::NoVersion { software: "0.0.9".to_owned(), schema: "Ж/2".to_owned() },
        ];
        for language in Language::all() {
            let m = &Messages::new(language);
            let said = |text: String, tokens: &[&str]| {
                assert!(tokens.iter().all(|token| text.contains(token)), "{language}: {text}");
                assert!(!text.contains(['{', '$']), "{text}");
                let letters = text.chars().filter(char::is_ascii_alphabetic).count();
                assert_eq!(letters * 2 > text.chars().count(), language == Language::ENGLISH, "{text}");
            };
            for (finding, tokens) in &cases {
                said(found(finding, m), tokens);
            }
            said(outcome(m, &outcomes[0]), &[]);
            said(outcome(m, &outcomes[1]), &[]);
            said(outcome(m, &outcomes[2]), &["11", "22"]);
            said(outcome(m, &outcomes[3]), &["0.0.9", "Ж/2"]);
            said(compared(m, &Compared::Version), &[]);
            said(compared(m, &Compared::VersionOfFiles), &[]);
            said(compared(m, &Compared::DigestComputed), &[]);
        }
    }
}
