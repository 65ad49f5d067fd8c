//! Time controls and classes of many games: each combination of event, site and control is read once.

use std::cmp::Reverse;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use super::control_words::described;
use super::document::{ControlLine, Doubt, NamedClass, Tally, TimeControls, counted};
use crate::clocks::berserk::is_berserk;
use crate::clocks::condition::Condition;
use crate::clocks::time_class::TimeClass;
use crate::clocks::time_control::ParsedControl;
use crate::pgn::game::Game;
use crate::ratings::platform::platform;

const LISTED: usize = 500;
/// Most lines that are kept while counting.
const MAX_LINES: usize = 5_000;
/// Most combinations of event, site and control that are remembered.
const MAX_REMEMBERED: usize = 50_000;

struct Kind {
    /// Without its games.
    line: ControlLine,
    class: Option<TimeClass>,
    conditions: Vec<Condition>,
    reading: Option<ParsedControl>,
}

#[derive(Default)]
pub(super) struct Controls {
    lines: BTreeMap<ControlLine, u64>,
    /// By the hash of event, site, round where it has words, platform, date and control.
    remembered: HashMap<u64, Kind>,
    state: RandomState,
    further: u64,
    classes: Tally<Option<TimeClass>>,
    conditions: Tally<Condition>,
}

impl Controls {
    /// Counts a game and gives its control as read.
    pub(super) fn add(&mut self, game: &Game) -> Option<&ParsedControl> {
        let site = game.site.as_deref().unwrap_or_default();
        // Of an address nothing counts but the platform, so it does not make a new combination.
        let site = match site.contains("://") && !site.contains(char::is_whitespace) {
            true => platform(site).unwrap_or("\u{1}elsewhere"),
            false => site,
        };
        // The control of a series depends on the day.
        let round = game.round.contains(char::is_alphabetic).then_some(game.round.as_str());
        let tags = (game.event.as_str(), site, round, game.platform(), game.date.as_str());
        let key = self.state.hash_one((tags, game.time_control.as_deref()));
        if self.remembered.len() >= MAX_REMEMBERED {
            self.remembered.clear();
        }
        let kind = self.remembered.entry(key).or_insert_with(|| Kind::from_game(game));
        if let Some(games) = self.lines.get_mut(&kind.line) {
            *games += 1;
        } else if self.lines.len() < MAX_LINES {
            self.lines.insert(kind.line.clone(), 1);
        } else {
            self.further += 1;
        }
        *self.classes.entry(kind.class).or_default() += 1;
        for &condition in &kind.conditions {
            *self.conditions.entry(condition).or_default() += 1;
        }
        if kind.reading.as_ref().is_some_and(|reading| is_berserk(game, &reading.control)) {
            *self.conditions.entry(Condition::Berserk).or_default() += 1;
        }
        kind.reading.as_ref()
    }

    pub(super) fn document(self) -> TimeControls {
        let lines = self.lines.into_iter().map(|(line, games)| ControlLine { games, ..line });
        let mut controls: Vec<ControlLine> = lines.collect();
        controls.sort_by_key(|line| Reverse(line.games));
        let count = controls.len() as u64;
        let cut: u64 = controls.iter().skip(LISTED).map(|line| line.games).sum();
        controls.truncate(LISTED);
        TimeControls {
            controls,
            count,
            further_games: self.further + cut,
            classes: counted(&self.classes),
            conditions: counted(&self.conditions),
            set_aside: Vec::new(),
        }
    }
}

impl Kind {
    fn from_game(game: &Game) -> Self {
        let control = game.time_control.as_deref();
        let classified = game.time_class();
        let refused =
            classified.reading.as_ref().and_then(|read| read.as_ref().err().map(ToString::to_string));
        let reading = classified.reading.and_then(Result::ok);
        let against = classified.named.filter(|_| classified.contradiction);
        let class = |class: TimeClass| class.as_str().to_owned();
        let doubt = reading.as_ref().and_then(|reading| reading.ambiguity.as_ref());
        let line = ControlLine {
            written: control.filter(|text| !text.trim().is_empty()).map(str::to_owned),
            games: 0,
            means: reading.as_ref().map(|reading| described(&reading.control)),
            refused,
            class: classified.class.map(class),
            evidence: <&str>::from(&classified.from).to_owned(),
            word: classified.from.word(),
            contradicted_by: against.map(|(named, evidence)| NamedClass {
                class: class(named),
                word: evidence.word().unwrap_or_default(),
            }),
            doubt: doubt.map(|doubt| Doubt {
                rule: doubt.rule.as_str().to_owned(),
                other: described(&doubt.other),
                other_class: classified.other_class.map(class),
            }),
        };
        Self { line, class: classified.class, conditions: classified.conditions, reading }
    }
}

#[cfg(test)]
mod tests {
    use super::super::control_words::time;
    use super::*;

    fn game(event: &str, site: &str, control: Option<&str>) -> Game {
        Game {
            event: event.to_owned(),
            site: Some(site.into()),
            time_control: control.map(str::to_owned),
            ..Game::default()
        }
    }

    #[test]
    fn controls_in_words() {
        let read = |text: &str| {
            use crate::clocks::time_control::{Source, read};
            described(&read(text, Source::OnlineTag).expect(text).control)
        };
        assert_eq!(read("5400+30"), "90 min + 30 s a move");
        assert_eq!(
            read("40/5400+30:1800+30"),
            "90 min for 40 moves + 30 s a move, then 30 min + 30 s a move"
        );
        assert_eq!(read("W300-B240"), "White 5 min; Black 4 min");
        assert_eq!(read("1/86400"), "1 day for every move");
        assert_eq!(time(90_500), "1 min 30 s");
        assert_eq!((time(500), time(0)), ("0.500 s".to_owned(), "0 s".to_owned()));
    }

    #[test]
    fn games_are_counted_under_what_is_said_of_them() {
        let mut controls = Controls::default();
        for number in 0..3 {
            controls.add(&game("Rated blitz game", &format!("https://lichess.org/{number}"), Some("180+2")));
        }
        controls.add(&game("Another arena", "https://lichess.org/x", Some("180+2")));
        controls.add(&game("Classical cup", "Oslo", Some("180+2")));
        controls.add(&game("Open", "Oslo", Some("soon")));
        controls.add(&game("Open rapid", "Oslo", None));
        controls.add(&game("Open", "Oslo", None));
        let found = controls.document();
        let line = |at: usize| {
            let line = &found.controls[at];
            (line.games, line.written.as_deref(), line.class.as_deref(), line.evidence.as_str())
        };
        assert_eq!(line(0), (4, Some("180+2"), Some("blitz"), "time_control_tag"));
        assert!(found.controls[0].doubt.is_none(), "online tags are seconds");
        let against = found.controls.iter().find_map(|line| line.contradicted_by.as_ref());
        assert_eq!(against, Some(&NamedClass { class: "standard".to_owned(), word: "classical".to_owned() }));
        assert!(found.controls.iter().any(|line| line.refused.is_some()));
        assert_eq!(found.controls.iter().map(|line| line.games).sum::<u64>(), 8);
        let classes: Vec<(&str, u64)> = found.classes.iter().map(|c| (c.name.as_str(), c.games)).collect();
        assert_eq!(classes, [("blitz", 5), ("unknown", 2), ("rapid", 1)]);
    }
}
