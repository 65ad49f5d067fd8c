//! Differences between the games and the tournament report, in the reader's language.

use datasets::tournament::cross_check::{Finding, GameCounts, PairingCounts, Said};

use crate::date::date;
use crate::document::{Table, listed};
use crate::language::Language;
use crate::messages::{Key, Messages};

pub(crate) fn table(m: &Messages, findings: &[Finding]) -> Table {
    let rows: Vec<_> = findings.iter().map(|finding| (finding, words(m, finding))).collect();
    listed(m, &rows)
        .words(Key::DossierReportWhat, |(_, words)| words.kind.clone())
        .figures(Key::DossierRound, |(finding, _)| m.numbers().whole(finding.round))
        .words(Key::DossierReportPlayersColumn, |(_, words)| words.players.clone())
        .words(Key::DossierReportSaysGames, |(_, words)| words.games.clone())
        .words(Key::DossierReportSaysReport, |(_, words)| words.report.clone())
        .under(Key::DossierReportHeading)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferenceWords {
    pub kind: String,
    pub players: String,
    /// The statement of the games.
    pub games: String,
    /// The statement of the report.
    pub report: String,
}

/// The differences in the words of a language, in the order given.
pub fn differences_in_words(findings: &[Finding], language: Language) -> Vec<DifferenceWords> {
    let m = &Messages::new(language);
    findings.iter().map(|finding| words(m, finding)).collect()
}

fn words(m: &Messages, finding: &Finding) -> DifferenceWords {
    let players: Vec<String> = finding.players.iter().map(|name| shown_name(m, name)).collect();
    DifferenceWords {
        kind: m.label("finding", &finding.kind),
        players: players.join("; "),
        games: says(m, &finding.pgn),
        report: says(m, &finding.trf),
    }
}

/// Games and pairings by their outcome, each with its name; each block adds up to its first row.
pub(crate) fn tally(g: &GameCounts, p: &PairingCounts) -> [(Key, usize); 10] {
    [
        (Key::DossierReportGames, g.all),
        (Key::DossierReportCompared, g.compared),
        (Key::DossierReportExtra, g.extra + g.of_extra_players),
        (Key::DossierReportOther, g.other_opponent),
        (Key::DossierReportAside, g.byes + g.copies + g.quarantined),
        (Key::DossierReportPairings, p.all),
        (Key::DossierReportPaired, p.compared),
        (Key::DossierReportMissing, p.missing + p.of_missing_players),
        (Key::DossierReportOtherwise, p.other_opponent),
        (Key::DossierReportNogame, p.forfeits + p.open + p.one_sided),
    ]
}

fn says(m: &Messages, said: &Said) -> String {
    let games = |games: usize| m.with(Key::DossierSaysGames, [("n", games)]);
    match said {
        Said::NoGame {} => m.text(Key::DossierSaysNoGame),
        Said::NoPairing {} => m.text(Key::DossierSaysNoPairing),
        Said::NoPlayer {} => m.text(Key::DossierSaysNoPlayer),
        Said::Player { name, fide_id, games: played } => {
            let id = match fide_id {
                Some(id) => m.with(Key::DossierSaysFide, [("id", id.to_string())]),
                None => m.text(Key::DossierSaysNoFide),
            };
            let mut parts = vec![shown_name(m, name), id];
            parts.extend(played.map(games));
            parts.join("; ")
        }
        Said::Game { round, white, black, result, plies } => {
            let result = result.clone().unwrap_or_else(|| m.text(Key::DossierSaysNoResult));
            let moves = match plies {
                0 => m.text(Key::DossierSaysNoMoves),
                _ => m.with(Key::DossierSaysPlies, [("n", *plies)]),
            };
            let round = in_round(m, round.as_deref());
            format!("{round}{} – {}: {result}; {moves}", shown_name(m, white), shown_name(m, black))
        }
        Said::Pairing { round, first, second, how, result, coloured } => {
            let round = in_round(m, round.map(|round| round.to_string()).as_deref());
            let ending = m.label_with("ending", how, [("result", result.as_deref().unwrap_or_default())]);
            let colours =
                if *coloured { String::new() } else { format!("; {}", m.text(Key::DossierSaysNoColours)) };
            format!("{round}{} – {}: {ending}{colours}", shown_name(m, first), shown_name(m, second))
        }
        Said::Rating { rating, others } if others.is_empty() => rating.to_string(),
        Said::Rating { rating, others } => {
            let others: Vec<String> = others.iter().map(u16::to_string).collect();
            let values = [("rating", rating.to_string()), ("others", others.join(", "))];
            m.with(Key::DossierSaysRatings, values)
        }
        Said::Date { date: day, games: played } => format!("{}: {}", shown(m, day), games(*played)),
        Said::Days { first, last } => format!("{} – {}", shown(m, first), shown(m, last)),
    }
}

fn shown_name(m: &Messages, name: &str) -> String {
    if name.trim().is_empty() { m.text(Key::DossierSaysNameless) } else { name.to_owned() }
}

fn in_round(m: &Messages, round: Option<&str>) -> String {
    round.map_or_else(String::new, |round| m.with(Key::DossierSaysRound, [("round", round)]) + " ")
}

/// A day of the report, which has strokes where a PGN has points.
fn shown(m: &Messages, day: &str) -> String {
    date(m.language(), &day.replace('/', "."))
}

#[cfg(test)]
mod tests {
    use datasets::tournament::cross_check::How;

    use super::*;

    #[test]
    fn every_language_says_it_in_its_own_words() {
        let player = Said::Player { name: String::new(), fide_id: None, games: Some(3) };
        let pairing = Said::Pairing {
            round: Some(4),
            first: "A".to_owned(),
            second: "B".to_owned(),
            how: How::Forfeit,
            result: Some("1-0".to_owned()),
            coloured: false,
        };
        let game =
            Said::Game { round: None, white: "A".to_owned(), black: "B".to_owned(), result: None, plies: 41 };
        let days = Said::Days { first: "2026/10/03".to_owned(), last: "2026/10/11".to_owned() };
        for (language, wanted) in [
            (
                Language::ENGLISH,
                [
                    "(no name); no FIDE number; 3 games",
                    "Round 4: A – B: 1-0 by forfeit; colours unknown",
                    "A – B: no result; 41 plies",
                    "2026.10.03 – 2026.10.11",
                ],
            ),
            (
                Language::RUSSIAN,
                [
                    "(без имени); номера ФИДЕ нет; 3 партии",
                    "Тур 4: A – B: 1-0, неявка; цвета неизвестны",
                    "A – B: без результата; 41 полуход",
                    "03.10.2026 – 11.10.2026",
                ],
            ),
            (
                Language::UKRAINIAN,
                [
                    "(без імені); номера ФІДЕ немає; 3 партії",
                    "Тур 4: A – B: 1-0, неявка; кольори невідомі",
                    "A – B: без результату; 41 півхід",
                    "03.10.2026 – 11.10.2026",
                ],
            ),
        ] {
            let m = Messages::new(language);
            let said = [&player, &pairing, &game, &days].map(|said| says(&m, said));
            assert_eq!(said, wanted);
        }
    }
}
