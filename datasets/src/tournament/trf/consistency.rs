//! Does a report agree with itself? Opponents name each other, colours are opposite, results complete each
//! other, points add up.
//!
//! One mistake is one finding. A wrong opponent breaks two pairings and a wrong result breaks points too, so
//! broken pairings that share a player are one finding, and points are added up only for players whose rounds
//! all hold together.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::defect::Place;
use super::model::{Code, How, Player, Trf, column};
use super::pairings::Pairing;

/// A place where a report contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Inconsistency {
    /// Kind of contradiction.
    pub kind: InconsistencyKind,
    /// Round, if it concerns one.
    pub round: Option<u16>,
    /// Where.
    pub place: Place,
    /// Content of the lines.
    pub text: String,
}

/// Kinds of contradictions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InconsistencyKind {
    /// An opponent has no line, or is the player.
    UnknownOpponent,
    /// A player names an opponent who names somebody else or nobody.
    OpponentNotMutual,
    /// Both have the same colour, or a game was played and neither has one.
    Colours,
    /// The two results do not complete each other.
    Results,
    /// Points are not the sum of the rounds.
    Points,
    /// One FIDE number stands in two lines.
    FideNumberTwice,
}

impl Trf {
    pub fn inconsistencies(&self) -> Vec<Inconsistency> {
        let mut check =
            Check { trf: self, found: Vec::new(), unsure: BTreeSet::new(), lost: BTreeSet::new() };
        check.strangers();
        let pairings = self.pairings();
        check.one_sided(&pairings);
        for pairing in pairings.iter().filter(|pairing| pairing.is_mutual()) {
            check.pairing(pairing);
        }
        if self.unread_points.is_none() {
            check.points();
        }
        check.fide_numbers();
        check.found.sort_by_key(|finding| (finding.place, finding.kind));
        check.found
    }
}

struct Check<'a> {
    trf: &'a Trf,
    found: Vec<Inconsistency>,
    /// Players whose points are not added up.
    unsure: BTreeSet<usize>,
    /// Rounds in which a player's line names nobody who is there, with the player.
    lost: BTreeSet<(u16, usize)>,
}

impl Check<'_> {
    fn add(&mut self, kind: InconsistencyKind, round: Option<u16>, place: Place, text: String) {
        self.found.push(Inconsistency { kind, round, place, text });
    }

    fn label(&self, player: usize) -> String {
        self.trf.players.get(player).map(label).unwrap_or_default()
    }

    fn strangers(&mut self) {
        let numbers = self.trf.numbers();
        for (index, player) in self.trf.players.iter().enumerate() {
            for (round, entry) in player.numbered_rounds() {
                let Some(opponent) = entry.opponent else { continue };
                let text = match numbers.get(&opponent) {
                    None => format!("{} meets {opponent}, who has no line 001", label(player)),
                    Some(&other) if other == index => format!("{} meets themselves", label(player)),
                    Some(_) => continue,
                };
                self.unsure.insert(index);
                self.lost.insert((round, index));
                let place = player.place(column::of_round(round));
                self.add(InconsistencyKind::UnknownOpponent, Some(round), place, text);
            }
        }
    }

    /// Pairings that only one line gives. Of those of a round that share a player one is a finding: the one whose named
    /// opponent is paired with somebody else for certain, because that line is the likelier mistake.
    fn one_sided(&mut self, pairings: &[Pairing]) {
        let seats = |pairing: &Pairing| pairing.players.map(|player| (pairing.round, player));
        let settled: BTreeSet<_> =
            pairings.iter().filter(|pairing| pairing.is_mutual()).flat_map(seats).collect();
        let mut one_sided: Vec<&Pairing> = pairings.iter().filter(|pairing| !pairing.is_mutual()).collect();
        one_sided.sort_by_key(|pairing| {
            let named = (pairing.round, ends(pairing).1);
            (!self.lost.contains(&named), !settled.contains(&named))
        });
        let mut reported: BTreeSet<(u16, usize)> = BTreeSet::new();
        for pairing in one_sided {
            self.unsure.extend(pairing.players);
            let (speaker, named) = ends(pairing);
            // A player named in vain who names nobody known has a finding for this round already.
            let known = self.lost.contains(&(pairing.round, named))
                || seats(pairing).iter().any(|seat| reported.contains(seat));
            reported.extend(seats(pairing));
            if !known {
                let names = format!("{} names {}", self.label(speaker), self.label(named));
                let text = format!("{names}, without being named in return");
                self.add(InconsistencyKind::OpponentNotMutual, Some(pairing.round), pairing.place, text);
            }
        }
    }

    fn pairing(&mut self, pairing: &Pairing) {
        let [first, second] = pairing.players;
        let pair = format!("{} and {}", self.label(first), self.label(second));
        let contradictory = pairing.ending().how == How::Contradictory;
        let forfeit = pairing.codes.contains(&Some(Code::ForfeitLoss))
            || pairing.codes.contains(&Some(Code::ForfeitWin));
        // A forfeited pairing may stand without colours.
        let excused = forfeit && self.colourless(pairing);
        if !pairing.coloured && !excused {
            let text = format!("{pair} do not have opposite colours");
            self.add(InconsistencyKind::Colours, Some(pairing.round), pairing.place, text);
        }
        let blank = pairing.codes.contains(&Some(Code::Blank));
        if contradictory || blank {
            self.unsure.extend(pairing.players);
        }
        if contradictory {
            let signs = pairing.codes.map(|code| match code.unwrap_or(Code::Blank) {
                Code::Blank => "nothing".to_owned(),
                code => format!("`{}`", code.sign()),
            });
            let text =
                format!("{pair} have results that do not complete each other: {} and {}", signs[0], signs[1]);
            self.add(InconsistencyKind::Results, Some(pairing.round), pairing.place, text);
        }
    }

    fn colourless(&self, pairing: &Pairing) -> bool {
        pairing.players.iter().all(|&player| {
            let player = self.trf.players.get(player);
            let entry = player.and_then(|player| player.rounds.get(usize::from(pairing.round) - 1));
            entry.is_some_and(|entry| entry.colour.is_none())
        })
    }

    fn points(&mut self) {
        let scoring = self.trf.tournament.scoring;
        // In a team event the points of a bye may be the team's, which no line of a player adds up.
        let shared = self.trf.has_teams && scoring.pairing_bye != scoring.win;
        for (index, player) in self.trf.players.iter().enumerate() {
            let unsure = self.unsure.contains(&index)
                || self.trf.points_by_decision.contains(&player.number)
                || shared && player.rounds.iter().any(|entry| entry.code == Code::PairingBye);
            let Some(points) = player.points.filter(|_| !unsure) else { continue };
            let scores = player.rounds.iter().map(|entry| i64::from(entry.code.points(&scoring)));
            let sum: i64 = scores.sum();
            if sum != i64::from(points) {
                let text = format!(
                    "{} has {} points, the rounds give {}",
                    label(player),
                    tenths(i64::from(points)),
                    tenths(sum)
                );
                self.add(InconsistencyKind::Points, None, player.place(column::POINTS), text);
            }
        }
    }

    fn fide_numbers(&mut self) {
        let mut seen: BTreeMap<u64, &Player> = BTreeMap::new();
        for player in &self.trf.players {
            let Some(id) = player.fide_id else { continue };
            if let Some(before) = seen.insert(id, player) {
                let text = format!("{} and {} have one FIDE number, {id}", label(before), label(player));
                self.add(InconsistencyKind::FideNumberTwice, None, player.place(column::FIDE_ID), text);
            }
        }
    }
}

/// The index of the player whose line names the other, and of the other.
fn ends(pairing: &Pairing) -> (usize, usize) {
    let [first, second] = pairing.players;
    if pairing.codes[0].is_some() { (first, second) } else { (second, first) }
}

fn label(player: &Player) -> String {
    format!("{} {}", player.number, player.name)
}

/// Tenths of a point as people write them.
pub(super) fn tenths(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}.{}", value.abs() / 10, value.abs() % 10)
}

#[cfg(test)]
mod tests {
    use super::InconsistencyKind as Kind;
    use crate::tournament::trf::read;

    /// Four players, three rounds; the last has a forfeit and a game without a result.
    const FOUR: [&str; 4] = [
        "001    1      Ample,Anna                        2401             101             2.5    1     2 w 1     3 b =     4 w +",
        "001    2      Brisk,Bert                        2300             102             1.0    3     1 b 0     4 w 1     3 w  ",
        "001    3      Crisp,Carl                        2200             103             1.0    2     4 w =     1 w =     2 b  ",
        "001    4      Droll,Dora                        2100             104             0.5    4     3 b =     2 b 0     1 b -",
    ];

    fn found(lines: &[String]) -> Vec<(Kind, u32, u32)> {
        let trf = read("a.trf", lines.join("\n").as_bytes(), None).expect("a report");
        let found = trf.inconsistencies().into_iter();
        found.map(|finding| (finding.kind, finding.place.line, finding.place.column)).collect()
    }

    fn planted(line: usize, column: usize, with: &str) -> Vec<(Kind, u32, u32)> {
        let mut lines = FOUR.map(str::to_owned);
        lines[line - 1].replace_range(column - 1..column - 1 + with.len(), with);
        found(&lines)
    }

    #[test]
    fn a_sound_report_has_no_findings() {
        assert_eq!(found(&FOUR.map(str::to_owned)), []);
    }

    #[test]
    fn one_mistake_is_one_finding() {
        // Two's opponent in round 1 is not three: three plays four.
        assert_eq!(planted(2, 95, "3"), [(Kind::OpponentNotMutual, 2, 92)]);
        assert_eq!(planted(2, 95, "9"), [(Kind::UnknownOpponent, 2, 92)]);
        assert_eq!(planted(2, 97, "w"), [(Kind::Colours, 1, 92)]);
        assert_eq!(planted(2, 99, "="), [(Kind::Results, 1, 92)]);
        assert_eq!(planted(1, 82, "3.5"), [(Kind::Points, 1, 81)]);
        assert_eq!(planted(4, 66, "101"), [(Kind::FideNumberTwice, 4, 58)]);
        // A game with a result on one side only.
        assert_eq!(planted(2, 119, "1"), [(Kind::Results, 2, 112)]);
        // A forfeit may stand without colours on both sides, but not on none of a game played.
        let mut lines = FOUR.map(str::to_owned);
        lines[0].replace_range(116..117, "-");
        lines[3].replace_range(116..117, "-");
        assert_eq!(found(&lines), []);
        lines[0].replace_range(96..97, "-");
        lines[1].replace_range(96..97, "-");
        assert_eq!(found(&lines), [(Kind::Colours, 1, 92)]);
    }

    #[test]
    fn points_follow_the_points_of_the_event() {
        let mut lines = vec!["162  W 3.0    D 1.0    L 0.0".to_owned()];
        lines.extend(FOUR.map(str::to_owned));
        // Ample: a win, a draw and a forfeit give 7; Droll: a draw and two losses give 1. The others play on.
        assert_eq!(found(&lines), [(Kind::Points, 2, 81), (Kind::Points, 5, 81)]);
        lines[1].replace_range(80..84, " 7.0");
        lines[4].replace_range(80..84, " 1.0");
        assert_eq!(found(&lines), []);
        lines[1].replace_range(80..84, " 9.0");
        lines.push("299   0.0  2.0   0    1".to_owned());
        assert_eq!(found(&lines), []);
    }
}
