//! A check of games against a tournament report: for JSON, and as a part of a page.

use datasets::tournament::cross_check::CrossCheck;
use datasets::tournament::trf::{Inconsistency, LineCounts, Warning};
use schemars::JsonSchema;
use serde::Serialize;

use crate::differences;
use crate::document::{Block, Cell, facts, table, text};
use crate::language::Language;
use crate::messages::{Key, Messages};
use crate::print::html::fragment;

/// A check of games against a tournament report.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TrfCheck<'a> {
    /// [`TrfCheck::SCHEMA`]
    pub schema: &'a str,
    /// The report by itself.
    pub report: TrfReport<'a>,
    /// The PGN inputs with their digests.
    pub inputs: &'a [datasets::Input],
    /// The comparison.
    pub check: &'a CrossCheck,
    /// Games that could not be read: a missing game may be one of them.
    pub quarantine: Vec<UnreadGame<'a>>,
}

/// A game that could not be read.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UnreadGame<'a> {
    /// Name of the input.
    pub input: &'a str,
    /// Number within it, from 1.
    pub game: u32,
    /// Byte offset within it.
    pub offset: u64,
    /// Description of the defect.
    pub reason: String,
}

/// The report by itself.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TrfReport<'a> {
    /// File name.
    pub name: String,
    /// SHA-256, lower-case hex.
    pub sha256: &'a str,
    /// How its characters are written.
    pub encoding: &'a str,
    /// Players in it.
    pub players: usize,
    /// Outcome of every line.
    pub lines: LineCounts,
    /// Oddities of the report.
    pub warnings: &'a [Warning],
    /// Where it contradicts itself.
    pub inconsistencies: &'a [Inconsistency],
}

impl TrfCheck<'_> {
    /// Version of the layout.
    pub const SCHEMA: &'static str = "fairplay.trf-check/1";
}

/// A part of a page. Whatever differs is listed and nothing says who is right. Oddities of the report itself are in the
/// words of the check, in English, so they are left to whoever shows the page.
///
/// Counts, and the differences up to `most`; those beyond are only counted.
pub fn trf_check_page(check: &TrfCheck<'_>, most: usize, language: Language) -> String {
    let m = &Messages::new(language);
    let (report, found) = (&check.report, check.check);
    let mut blocks = vec![facts(
        m,
        [
            (Key::DossierReportFile, Cell::Plain(report.name.clone())),
            (Key::ManifestInputSha256, Cell::Code(report.sha256.to_owned())),
            (Key::DossierReportPlayers, Cell::Plain(m.numbers().count(report.players))),
            (Key::DossierReportContradictions, Cell::Plain(m.numbers().count(report.inconsistencies.len()))),
        ],
    )];
    let columns = [(Key::DossierReportCount, false), (Key::DossierReportWhole, true)];
    let mut counts = table(m, Key::DossierReportHeading, columns);
    for (name, number) in differences::tally(&found.games, &found.pairings) {
        counts.row([m.text(name), m.numbers().count(number)]);
    }
    counts.row([m.text(Key::DossierReportDiffer), m.numbers().count(found.findings.len())]);
    blocks.push(Block::Table { table: counts });
    if !found.silent.event_days_known {
        blocks.push(text(m, Key::DossierReportNodays));
    }
    if !found.findings.is_empty() {
        let shown = found.findings.get(..most).unwrap_or(&found.findings);
        blocks.push(Block::Table { table: differences::table(m, shown) });
    }
    fragment(&blocks)
}

#[cfg(test)]
mod tests {
    use datasets::roster;
    use datasets::tournament::cross_check::cross_check;
    use datasets::tournament::trf;

    use super::*;
    use crate::TrfReport;

    /// The report of the bundled event has another name for a player, which would be markup.
    #[test]
    fn differences_are_in_the_words_of_every_language_and_bounded() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/samples");
        let sample =
            datasets::read(&[path.join(datasets::pgn::sample::NAME)], None).expect("the bundled event");
        let roster = roster(&sample);
        let text = std::fs::read_to_string(path.join("rigo-memorial-2025.trf")).expect("its report");
        let changed = text.replacen("Balint, Peter", "<b>, Balint  ", 1);
        let read = trf::read("a <b>.trf", changed.as_bytes(), None).expect("reads");
        let found = cross_check(&sample, &roster, &read);
        assert_eq!(found.findings.len(), 1, "{:?}", found.findings);
        let inconsistencies = read.inconsistencies();
        let check = TrfCheck {
            schema: TrfCheck::SCHEMA,
            report: TrfReport {
                name: "a <b>.trf".to_owned(),
                sha256: &read.sha256,
                encoding: read.encoding.as_str(),
                players: read.players.len(),
                lines: read.lines,
                warnings: &read.warnings,
                inconsistencies: &inconsistencies,
            },
            inputs: &sample.inputs,
            check: &found,
            quarantine: Vec::new(),
        };
        for (language, said) in [
            (Language::ENGLISH, "Differences found"),
            (Language::RUSSIAN, "Найдено расхождений"),
            (Language::UKRAINIAN, "Знайдено розбіжностей"),
        ] {
            let page = trf_check_page(&check, 1, language);
            assert!(page.contains(said) && page.contains("Balint"), "{page}");
            assert!(!page.contains("<b>"), "{page}");
            assert!(!trf_check_page(&check, 0, language).contains("Balint"), "only so many");
            assert_eq!(crate::wording::forbidden(&page), None);
        }
    }
}
