//! A power experiment as text, Markdown and CSV.
//!
//! The Markdown goes into documents as it is, so it says what the numbers were made from. Nothing is computed here but
//! rounding.

use std::fmt::Write;

use super::score::Statistic;
use super::table::{BandSize, PowerDocument, PowerRow, PowerTable};
use crate::simulate::{Help, HonestPart};

/// `power.json`, pretty, with a trailing newline.
pub(crate) fn power_json(document: &PowerDocument) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(document)? + "\n")
}

fn help_in_words(help: &Help) -> String {
    match help {
        Help::Share(share) => format!("{} % of moves", tidy(100.0 * share)),
        Help::CostliestPerGame(1) => "costliest one a game".to_owned(),
        Help::CostliestPerGame(count) => format!("costliest {count} a game"),
    }
}

/// A number without needless zeros.
fn tidy(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The name of a statistic in tables and in words.
pub(crate) fn names(statistic: Statistic) -> (&'static str, &'static str) {
    match statistic {
        Statistic::OverallZ => ("overall_z", "overall z"),
        Statistic::Index => ("index", "index"),
        Statistic::MoveMatch => ("move_match", "MM"),
        Statistic::EfficientScore => ("efficient_score", "efficient score"),
        Statistic::DepthAwareOverallZ => ("depth_aware_overall_z", "depth-aware overall z"),
        Statistic::DepthAwareMoveMatch => ("depth_aware_move_match", "depth-aware MM"),
        Statistic::DepthAwareEfficientScore => ("depth_aware_efficient_score", "depth-aware efficient score"),
        Statistic::MatchRate => ("match_rate", "match rate"),
        Statistic::MeanLoss => ("mean_loss", "mean loss"),
    }
}

/// A rule in words, as a column head.
fn rule(row: &PowerRow) -> String {
    let (_, name) = names(row.statistic);
    match (row.false_alarm_rate, row.statistic) {
        (Some(rate), _) => format!("{name}, 1 in {}", tidy(1.0 / rate)),
        (None, Statistic::MatchRate) => format!("{name} as stated"),
        (None, Statistic::Index | Statistic::MeanLoss) => format!("{name} {}", tidy(row.threshold)),
        (None, _) => format!("{name} {:.2}", row.threshold),
    }
}

fn honest_in_words(honest: HonestPart) -> &'static str {
    match honest {
        HonestPart::Played => "the moves that were played",
        HonestPart::Model => "drawn from the model",
    }
}

/// Rows of one band and number of games, in order of appearance.
fn groups(table: &PowerTable) -> Vec<(&BandSize, u32, Vec<&PowerRow>)> {
    let mut groups: Vec<(&BandSize, u32, Vec<&PowerRow>)> = Vec::new();
    for row in &table.rows {
        let Some(size) = table.bands.iter().find(|b| b.band == row.band) else {
            continue;
        };
        match groups.last_mut() {
            Some((band, games, rows)) if band.band == row.band && *games == row.games => rows.push(row),
            _ => groups.push((size, row.games, vec![row])),
        }
    }
    groups
}

/// The experiment as Markdown: what was drawn from, then one table for each band and number of games with the share of
/// performances detected in per cent.
pub(crate) fn power_markdown(table: &PowerTable) -> String {
    // Writing to a text in memory cannot fail.
    let mut out = String::new();
    let provisional = if table.provisional { " (provisional)" } else { "" };
    let _ = writeln!(out, "- parameters: `{}`{provisional}", table.parameters);
    let _ = writeln!(out, "- honest moves: {}", honest_in_words(table.honest));
    let _ = writeln!(out, "- helper: {}", table.helper);
    let _ = writeln!(out, "- seed: {}", table.seed);
    let _ = writeln!(
        out,
        "\n| band | players in an event | games | sides | decisions | mean rating | left out |"
    );
    let _ = writeln!(out, "|---|---|---|---|---|---|---|");
    for b in &table.bands {
        let _ = writeln!(
            out,
            "| {} to {} | {} | {} | {} | {} | {:.0} | {} |",
            b.low, b.high, b.performances, b.games, b.sides, b.decisions, b.mean_rating, b.left_out
        );
    }
    for (band, games, rows) in groups(table) {
        let Some(first) = rows.first() else { continue };
        let _ = writeln!(
            out,
            "\n**{} to {}, {games} games** ({:.0} decisions on average; {} performances, {} honest ones)\n",
            band.low, band.high, first.mean_decisions, first.of, first.honest
        );
        let same: Vec<&&PowerRow> = rows.iter().filter(|r| r.help == first.help).collect();
        let heads: Vec<String> = same.iter().map(|r| rule(r)).collect();
        let _ = writeln!(out, "| help | {} |", heads.join(" | "));
        let _ = writeln!(out, "|---|{}", "---|".repeat(heads.len()));
        let none: Vec<String> =
            same.iter().map(|r| percent(f64::from(r.false_alarms) / f64::from(r.honest.max(1)))).collect();
        let _ = writeln!(out, "| *none* | {} |", none.join(" | "));
        for start in rows.chunk_by(|a, b| a.help == b.help) {
            let Some(head) = start.first() else { continue };
            let cells: Vec<String> = start.iter().map(|r| percent(r.rate())).collect();
            let _ = writeln!(out, "| {} | {} |", help_in_words(&head.help), cells.join(" | "));
        }
    }
    out
}

/// A share in per cent, with more digits where they matter.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent > 0.0 && percent < 1.0 { format!("{percent:.2}") } else { format!("{percent:.0}") }
}

/// Name of a column, and what a row shows in it.
type Column = (&'static str, fn(&PowerRow) -> String);

const COLUMNS: [Column; 17] = [
    ("band", |row| row.band.to_string()),
    ("games", |row| row.games.to_string()),
    ("help", |row| match row.help {
        Help::Share(_) => "share".to_owned(),
        Help::CostliestPerGame(_) => "costliest_per_game".to_owned(),
    }),
    ("amount", |row| match row.help {
        Help::Share(share) => share.to_string(),
        Help::CostliestPerGame(count) => count.to_string(),
    }),
    ("statistic", |row| names(row.statistic).0.to_owned()),
    ("false_alarm_rate", |row| row.false_alarm_rate.map_or_else(String::new, |rate| rate.to_string())),
    ("threshold", |row| row.threshold.to_string()),
    ("detected", |row| row.detected.to_string()),
    ("of", |row| row.of.to_string()),
    ("rate", |row| row.rate().to_string()),
    ("low", |row| row.low.to_string()),
    ("high", |row| row.high.to_string()),
    ("false_alarms", |row| row.false_alarms.to_string()),
    ("honest", |row| row.honest.to_string()),
    ("below_gate", |row| row.below_gate.to_string()),
    ("mean_decisions", |row| row.mean_decisions.to_string()),
    ("mean_helped", |row| row.mean_helped.to_string()),
];

/// Every row as CSV, one line per rate.
pub(crate) fn power_csv(table: &PowerTable) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS.map(|(name, _)| name))?;
    for row in &table.rows {
        writer.write_record(COLUMNS.map(|(_, show)| show(row)))?;
    }
    Ok(writer.into_inner()?)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn row(help: Help, statistic: Statistic, rate: Option<f64>, detected: u32) -> PowerRow {
        PowerRow {
            band: 2300,
            games: 9,
            help,
            statistic,
            false_alarm_rate: rate,
            threshold: 4.25,
            detected,
            of: 1_000,
            low: 0.0,
            high: 1.0,
            false_alarms: 10,
            honest: 10_000,
            below_gate: 3,
            mean_decisions: 251.4,
            mean_helped: 50.2,
        }
    }

    pub(crate) fn table() -> PowerTable {
        let (some, two) = (Help::Share(0.05), Help::CostliestPerGame(2));
        PowerTable {
            honest: HonestPart::Played,
            helper: "the first line".to_owned(),
            parameters: "test-1".to_owned(),
            provisional: true,
            seed: 7,
            bands: vec![BandSize {
                band: 2300,
                low: 2200,
                high: 2400,
                performances: 40,
                games: 150,
                sides: 200,
                decisions: 5_600,
                left_out: 2,
                mean_rating: 2311.7,
            }],
            rows: vec![
                row(some, Statistic::OverallZ, None, 4),
                row(some, Statistic::MeanLoss, Some(0.001), 0),
                row(two, Statistic::OverallZ, None, 613),
                row(two, Statistic::MeanLoss, Some(0.001), 1_000),
            ],
        }
    }

    #[test]
    fn json_round_trips_exactly() {
        use analyzer::screening::{EngineEntry, SettingsEntry};
        let document = PowerDocument {
            schema: crate::power::table::SCHEMA.to_owned(),
            manifest: crate::power::table::PowerManifest {
                engine: EngineEntry { name: "Engine".to_owned(), sha256: "ab".to_owned() },
                settings: SettingsEntry {
                    depth: 12,
                    multipv: 5,
                    hash_mib: 16,
                    node_cap: 5_000_000,
                    decided: None,
                },
                software: "fairplay".to_owned(),
                inputs: Vec::new(),
                events: 3,
                events_left_out: 1,
            },
            table: table(),
        };
        let text = power_json(&document).expect("written");
        let back: PowerDocument = serde_json::from_str(&text).expect("reads");
        assert_eq!(back, document);
    }

    /// `BLESS=1 cargo test -p lab` rewrites the file after a wanted change of a type.
    #[test]
    fn the_schema_file_is_current() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema/power.schema.json");
        let schema = format!("{:#}\n", schemars::schema_for!(PowerDocument).to_value());
        if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
            std::fs::write(&path, &schema).expect("written");
        }
        assert_eq!(std::fs::read_to_string(&path).expect("read"), schema, "run the test with BLESS=1");
    }

    #[test]
    fn markdown_says_what_it_is_made_from() {
        let text = power_markdown(&table());
        for line in [
            "- parameters: `test-1` (provisional)",
            "- honest moves: the moves that were played",
            "| 2200 to 2400 | 40 | 150 | 200 | 5600 | 2312 | 2 |",
            "| help | overall z 4.25 | mean loss, 1 in 1000 |",
            "| *none* | 0.10 | 0.10 |",
            "| 5 % of moves | 0.40 | 0 |",
            "| costliest 2 a game | 61 | 100 |",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}\n{text}");
        }
    }

    #[test]
    fn csv_has_a_row_for_each_rate() {
        let bytes = power_csv(&table()).expect("written");
        let mut reader = csv::Reader::from_reader(&bytes[..]);
        let head = reader.headers().expect("a header").clone();
        let at = |name: &str| head.iter().position(|h| h == name).expect("a column");
        let rows: Vec<csv::StringRecord> = reader.records().map(|r| r.expect("a row")).collect();
        assert_eq!(rows.len(), 4);
        assert_eq!((&rows[0][at("help")], &rows[0][at("amount")]), ("share", "0.05"));
        assert_eq!(&rows[0][at("false_alarm_rate")], "");
        assert_eq!(&rows[1][at("false_alarm_rate")], "0.001");
        assert_eq!((&rows[2][at("rate")], &rows[2][at("detected")]), ("0.613", "613"));
    }
}
