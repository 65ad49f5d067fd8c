//! `fairplay trf`: tournament reports, checked against games.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use datasets::roster;
use datasets::tournament::cross_check::{Finding, cross_check};
use datasets::tournament::trf::{self, Encoding, Place, Trf};
use reports::{DifferenceWords, Language, TrfCheck, TrfReport, UnreadGame, differences_in_words, visible};
use serde_json::Value;

use crate::arguments::GamesOptions;
use crate::output::facts::words;
use crate::output::json_or;
use crate::{ExitStatus, Outcome};

#[derive(Debug, Subcommand)]
pub(crate) enum TrfCommand {
    /// Compare the games of an event with its tournament report. Exit code 3 if anything differs, 1 if the report is refused.
    Check(TrfCheckOptions),
}

#[derive(Clone, Debug, Args)]
pub(crate) struct TrfCheckOptions {
    /// PGN file, plain, .gz or .zst; a folder of them; `-` for standard input
    #[arg(value_name = "EVENT.pgn")]
    pub(crate) games: PathBuf,
    /// Tournament report, TRF16 or TRF26
    #[arg(value_name = "REPORT.trf")]
    pub(crate) report: PathBuf,
    /// Only the games whose Event tag is exactly this
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Character encoding of the report, if it is not UTF-8 [default: windows-1252, with a warning]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) encoding: Option<Encoding>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(TrfCommand::Check(options): &TrfCommand) -> Outcome {
    let trf = trf::open(&options.report, options.encoding)?;
    let collection =
        GamesOptions { inputs: vec![options.games.clone()], event: options.event.clone() }.read(&[])?;
    let check = cross_check(&collection, &roster(&collection), &trf);
    let inconsistencies = trf.inconsistencies();
    let name = options.report.file_name().unwrap_or(options.report.as_os_str());
    let unread = collection.quarantine.iter().map(|game| UnreadGame {
        input: collection.inputs.get(game.input).map_or("", |input| input.name.as_str()),
        game: game.game,
        offset: game.offset,
        reason: game.reason.to_string(),
    });
    let checked = TrfCheck {
        schema: TrfCheck::SCHEMA,
        report: TrfReport {
            name: name.to_string_lossy().into_owned(),
            sha256: &trf.sha256,
            encoding: trf.encoding.as_str(),
            players: trf.players.len(),
            lines: trf.lines,
            warnings: &trf.warnings,
            inconsistencies: &inconsistencies,
        },
        inputs: &collection.inputs,
        check: &check,
        quarantine: unread.collect(),
    };
    let clean = check.findings.is_empty() && inconsistencies.is_empty() && check.games.quarantined == 0;
    let text = json_or(options.json, &checked, || show(&checked, &trf))?;
    Ok((if clean { ExitStatus::Done } else { ExitStatus::Quarantined }, text))
}

fn show(checked: &TrfCheck<'_>, trf: &Trf) -> anyhow::Result<String> {
    let TrfCheck { report, check, .. } = checked;
    let games = counted("Games", &serde_json::to_value(check.games)?);
    let pairings = counted("Pairings", &serde_json::to_value(check.pairings)?);
    let mut lines = vec![head(report, trf), games, pairings, String::new()];
    let silent = &check.silent;
    if !silent.event_days_known {
        lines.push(
            "The report gives no first and last day that can be read: dates were not checked.".to_owned(),
        );
    }
    if let Some(line) = trf.unread_points {
        lines.push(format!("Line {line} sets points in a way that is not read: points were not added up."));
    }
    for (number, what) in [
        (silent.games_without_round, "games have no readable Round tag and were placed by their players"),
        (silent.games_without_date, "games have no full date"),
        (silent.ratings_on_one_side, "players have a rating on one side only"),
        (silent.fide_ids_on_one_side, "players have a FIDE number on one side only"),
    ] {
        if number > 0 {
            lines.push(format!("Not compared: {number} {what}."));
        }
    }
    section(&mut lines, "Odd in the report", report.warnings, |warning| {
        format!("  {}: {}", warning.place, visible(&warning.text))
    });
    section(&mut lines, "The report contradicts itself", report.inconsistencies, |found| {
        format!("  {}{}: {}", round(found.round), found.place, visible(&found.text))
    });
    section(&mut lines, "Could not be read and was not compared", &checked.quarantine, |game| {
        let (input, reason) = (visible(game.input), visible(&game.reason));
        format!("  {input} game {} (offset {}): {reason}", game.game, game.offset)
    });
    if check.games.compared == 0 {
        lines.push("No game fits any pairing: is this the report of this event?".to_owned());
    }
    let words = differences_in_words(&check.findings, Language::ENGLISH);
    let mut last = None;
    for (finding, words) in check.findings.iter().zip(&words) {
        if last != Some(finding.kind) {
            let number = check.findings.iter().filter(|other| other.kind == finding.kind).count();
            lines.push(format!("Difference: {} ({number})", words.kind));
            last = Some(finding.kind);
        }
        lines.extend(finding_lines(finding, words));
    }
    if check.findings.is_empty() {
        lines.push("Games and report agree in everything that both give.".to_owned());
    }
    Ok(lines.join("\n") + "\n")
}

fn section<T>(lines: &mut Vec<String>, title: &str, items: &[T], show: impl Fn(&T) -> String) {
    if !items.is_empty() {
        lines.push(format!("{title} ({})", items.len()));
        lines.extend(items.iter().map(show));
    }
}

fn head(report: &TrfReport<'_>, trf: &Trf) -> String {
    let name = trf.tournament.name.as_ref().map_or("(no name)", |field| field.text.as_str());
    let lines = report.lines;
    format!(
        "{}: {}, {} players; {} lines = {} read + {} kept + {} comments + {} blank",
        visible(&report.name),
        visible(name),
        report.players,
        lines.all,
        lines.read,
        lines.kept,
        lines.comments,
        lines.blank
    )
}

/// The field `all` as a sum of the others; parts of zero are left out, but for those that were compared.
fn counted(title: &str, counts: &Value) -> String {
    let all = counts.get("all").map(Value::to_string).unwrap_or_default();
    let parts = counts.as_object().into_iter().flatten();
    let parts = parts.filter(|(part, n)| *part != "all" && (*part == "compared" || **n != 0));
    let parts: Vec<String> = parts.map(|(part, n)| format!("{n} {}", words(part))).collect();
    format!("{title}: {all} = {}", parts.join(" + "))
}

fn finding_lines(finding: &Finding, words: &DifferenceWords) -> [String; 3] {
    let at = |place: Option<Place>| place.map_or(String::new(), |place| format!("  [{place}]"));
    let game = finding.pgn_at.as_ref().map_or(String::new(), |at| {
        format!("  [{} game {}, offset {}]", visible(&at.input), at.game, at.offset)
    });
    [
        format!("  {}{}", round(finding.round), visible(&words.players)),
        format!("      games:  {}{game}", visible(&words.games)),
        format!("      report: {}{}", visible(&words.report), at(finding.trf_at)),
    ]
}

fn round(round: Option<u16>) -> String {
    round.map_or(String::new(), |round| format!("round {round}: "))
}
