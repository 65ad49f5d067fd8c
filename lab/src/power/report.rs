//! A power experiment as text, Markdown and CSV.
//!
//! The Markdown goes into documents as it is, so it says what the numbers were made from. Nothing is computed here but
//! rounding.

use std::fmt::Write;

use super::score::Statistic;
use super::table::{PowerRow, PowerTable};
use crate::simulate::{Help, HonestPart};

fn help_in_words(help: &Help) -> String {
    match help {
        Help::Share(share) => format!("{} % of moves", tidy(100.0 * share)),
        Help::Costliest { helped: 1, of: 1 } => "costliest one a game".to_owned(),
        Help::Costliest { helped, of } if helped == of => format!("costliest {of} a game"),
        Help::Costliest { helped, of } => format!("{helped} of the costliest {of} a game"),
        Help::ThirdGames(share) => format!("{} % of moves in every third game", tidy(100.0 * share)),
    }
}

/// A number without needless zeros.
fn tidy(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(crate) fn in_words(statistic: Statistic) -> &'static str {
    match statistic {
        Statistic::OverallZ => "overall z",
        Statistic::Index => "index",
        Statistic::MoveMatch => "MM",
        Statistic::EfficientScore => "efficient score",
        Statistic::DepthAwareOverallZ => "depth-aware overall z",
        Statistic::DepthAwareMoveMatch => "depth-aware MM",
        Statistic::DepthAwareEfficientScore => "depth-aware efficient score",
        Statistic::RatingFree => "rating-free z",
        Statistic::BayesFactor => "ln Bayes factor",
        Statistic::Hint => "named by hints, 60 players",
        Statistic::MatchRate => "match rate",
        Statistic::MeanLoss => "mean loss",
    }
}

/// A rule in words, as a column head.
fn rule(row: &PowerRow) -> String {
    let name = in_words(row.statistic);
    match (row.false_alarm_rate, row.statistic) {
        (Some(rate), _) => format!("{name}, 1 in {}", tidy(1.0 / rate)),
        (None, Statistic::MatchRate) => format!("{name} as stated"),
        (None, Statistic::Hint) => name.to_owned(),
        (None, Statistic::Index | Statistic::MeanLoss) => format!("{name} {}", tidy(row.threshold)),
        (None, _) => format!("{name} {:.2}", row.threshold),
    }
}

/// The experiment as Markdown: what was drawn from, then one table for each band and number of games with the share of
/// performances detected in per cent.
pub(crate) fn power_markdown(table: &PowerTable) -> String {
    let honest = match table.honest {
        HonestPart::Played => "the moves that were played",
        HonestPart::Model => "drawn from the model",
        HonestPart::Form => {
            "drawn from the depth-aware model, with the spread of strength of the null and form from game to game"
        }
    };
    let deeper = table
        .deeper
        .as_ref()
        .map_or_else(String::new, |deeper| format!("\n- the Bayes factor takes into account: {deeper}"));
    let provisional = if table.provisional { " (provisional)" } else { "" };
    let mut out = format!(
        "- parameters: `{}`{provisional}\n- honest moves: {honest}\n- helper: {}{deeper}\n- seed: {}\n\n\
         | band | players in an event | games | sides | decisions | mean rating | left out |\n|---|---|---|---|---|---|---|\n",
        table.parameters, table.helper, table.seed
    );
    // Writing to a text in memory cannot fail.
    for b in &table.bands {
        let _ = writeln!(
            out,
            "| {} to {} | {} | {} | {} | {} | {:.0} | {} |",
            b.low, b.high, b.performances, b.games, b.sides, b.decisions, b.mean_rating, b.left_out
        );
    }
    for rows in table.rows.chunk_by(|a, b| (a.band, a.games) == (b.band, b.games)) {
        let Some(first) = rows.first() else { continue };
        let Some(band) = table.bands.iter().find(|band| band.band == first.band) else { continue };
        let _ = writeln!(
            out,
            "\n**{} to {}, {} games** ({:.0} decisions on average; {} performances, {} honest ones)\n",
            band.low, band.high, first.games, first.mean_decisions, first.of, first.honest
        );
        let rules: Vec<&PowerRow> = rows.iter().filter(|row| row.help == first.help).collect();
        let mut line = |head: &str, cells: Vec<String>| {
            let _ = writeln!(out, "| {head} | {} |", cells.join(" | "));
        };
        line("help", rules.iter().map(|row| rule(row)).collect());
        line("---", vec!["---".to_owned(); rules.len()]);
        let alarms = |row: &&PowerRow| percent(f64::from(row.false_alarms) / f64::from(row.honest.max(1)));
        line("*none*", rules.iter().map(alarms).collect());
        for same in rows.chunk_by(|a, b| a.help == b.help) {
            let Some(head) = same.first() else { continue };
            line(&help_in_words(&head.help), same.iter().map(|row| percent(row.rate())).collect());
        }
    }
    out
}

/// A share in per cent, with more digits where they matter.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent > 0.0 && percent < 1.0 { format!("{percent:.2}") } else { format!("{percent:.0}") }
}

/// Names of the columns, which are a contract.
const HEAD: &str = "band,games,help,amount,statistic,false_alarm_rate,threshold,detected,of,rate,low,high,\
                    false_alarms,honest,below_gate,mean_decisions,mean_helped";

/// Every row as CSV, one line per rate.
pub(crate) fn power_csv(table: &PowerTable) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEAD.split(','))?;
    for row in &table.rows {
        let help = match row.help {
            Help::Share(share) => ("share", share.to_string()),
            Help::Costliest { helped, of } => ("costliest", format!("{helped}/{of}")),
            Help::ThirdGames(share) => ("third_games", share.to_string()),
        };
        let rule = (row.statistic, row.false_alarm_rate, row.threshold);
        let rate = (row.detected, row.of, row.rate(), row.low, row.high);
        let honest = (row.false_alarms, row.honest);
        let means = (row.below_gate, row.mean_decisions, row.mean_helped);
        writer.serialize((row.band, row.games, help, rule, rate, honest, means))?;
    }
    Ok(writer.into_inner()?)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::power::table::{BandSize, PowerDocument};

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
        let (some, two) = (Help::Share(0.05), Help::Costliest { helped: 2, of: 2 });
        PowerTable {
            honest: HonestPart::Played,
            helper: "the first line".to_owned(),
            deeper: None,
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
                engine: EngineEntry { name: "Engine".to_owned(), sha256: "ab".to_owned(), signature: None },
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
        let text = reports::json(&document).expect("written");
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
