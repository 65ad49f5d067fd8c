//! Everything that is counted game by game.

use super::clocks::ClockCounts;
use super::controls::Controls;
use super::document::{
    ASIDE_LISTED, Copies, Games, InputFile, Inspection, Mode, Omission, PlatformLine, QuarantinedGame,
    SCHEMA, Writing,
};
use super::events::EventCounts;
use super::kinds::{Tally, name};
use crate::clocks::time_class::played_online;
use crate::pgn::game::{Alphabet, Encoding, Game, Quarantined, Start, Unscored, UnscoredGame};
use crate::ratings::platform::{Platform, RatingTiming, timing};

/// Most games among which exact copies are looked for; each takes 16 bytes.
const MAX_KEYS: usize = 2_000_000;

#[derive(Default)]
pub(super) struct Counts {
    games: u64,
    unscored: Tally<Unscored>,
    quarantined: Tally<String>,
    quarantine: Vec<Quarantined>,
    encodings: Tally<Encoding>,
    alphabets: Tally<Alphabet>,
    notes: Tally<&'static str>,
    chess960: u64,
    pub(super) events: EventCounts,
    pub(super) controls: Controls,
    clocks: ClockCounts,
    platforms: Tally<(Option<Platform>, RatingTiming)>,
    changes: Tally<(Option<Platform>, RatingTiming)>,
    /// The first half of each game's identity.
    keys: Vec<u128>,
    keys_cut: bool,
}

impl Counts {
    /// A game that can be scored. `moves` is false if only its tags were read.
    pub(super) fn game(&mut self, game: &Game, moves: bool) {
        self.games += 1;
        self.encodings.add(game.encoding);
        game.notes.iter().for_each(|note| self.notes.add(note.into()));
        self.events.add(game, true);
        let tags = game.online_tags();
        // A broadcast on a platform is of games played elsewhere.
        let online = played_online(tags.site) || played_online(tags.link);
        let habit = (Platform::from_tags(&tags).filter(|_| online), timing(&tags));
        self.platforms.add(habit);
        if game.white.rating_diff.is_some() || game.black.rating_diff.is_some() {
            self.changes.add(habit);
        }
        let kind = self.controls.add(game);
        if moves {
            self.clocks.add(game, kind.reading.as_ref());
            self.alphabets.add(game.alphabet);
            self.chess960 += u64::from(game.start != Start::Standard);
            self.key(&game.sha256);
        }
    }

    fn key(&mut self, sha256: &str) {
        let key = sha256.get(..32).and_then(|half| u128::from_str_radix(half, 16).ok());
        match key {
            Some(key) if self.keys.len() < MAX_KEYS => self.keys.push(key),
            _ => self.keys_cut = true,
        }
    }

    pub(super) fn unscored(&mut self, game: &UnscoredGame) {
        self.unscored.add(game.reason);
        self.events.add(game, false);
    }

    pub(super) fn quarantined(&mut self, game: &Quarantined) {
        self.quarantined.add(kind_of(&game.reason));
        if self.quarantine.len() < ASIDE_LISTED {
            self.quarantine.push(game.clone());
        }
    }

    /// The inspection as far as counting goes.
    pub(super) fn document(mut self, mode: Mode, inputs: Vec<InputFile>) -> Inspection {
        let mut unchecked = Vec::new();
        match mode {
            Mode::Event => {}
            Mode::Summary => unchecked.extend([Omission::Versions, Omission::People]),
            Mode::Tags => {
                unchecked.extend([Omission::Moves, Omission::Clocks, Omission::Versions, Omission::People]);
            }
        }
        if self.keys_cut && mode == Mode::Summary {
            unchecked.push(Omission::ExactCopies);
        }
        if self.events.players_cut {
            unchecked.push(Omission::PlayerCounts);
        }
        if self.events.events_cut {
            unchecked.push(Omission::EventCounts);
        }
        self.keys.sort_unstable();
        let exact = self.keys.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64;
        let (unscored, quarantined) = (self.unscored.total(), self.quarantined.total());
        let quarantine = self
            .quarantine
            .into_iter()
            .map(|Quarantined { input, game, offset, ply, token, reason, event }| QuarantinedGame {
                input: inputs.get(input).map(|file| file.input.name.clone()).unwrap_or_default(),
                game,
                offset,
                ply,
                token,
                reason,
                event,
            })
            .collect();
        let mut platforms: Vec<PlatformLine> = self
            .platforms
            .iter()
            .map(|(habit, &games)| PlatformLine {
                platform: habit.0.map(|platform| platform.name().to_owned()),
                ratings: name(habit.1),
                games,
                with_changes: self.changes.get(habit),
            })
            .collect();
        platforms.sort_by_key(|line| (line.platform.is_some(), std::cmp::Reverse(line.games)));
        Inspection {
            schema: SCHEMA.to_owned(),
            mode,
            unchecked,
            games: Games {
                found: self.games + unscored + quarantined,
                games: self.games,
                unscored,
                quarantined,
                unscored_by_reason: self.unscored.counted(|kind| name(kind)),
                quarantined_by_reason: self.quarantined.counted(String::clone),
            },
            quarantine,
            reading: Writing {
                encodings: self.encodings.counted(|encoding| encoding.as_str().to_owned()),
                alphabets: self.alphabets.counted(|alphabet| alphabet.as_str().to_owned()),
                notes: self.notes.counted(|note| (*note).to_owned()),
                chess960: self.chess960,
            },
            time_controls: self.controls.document(),
            clocks: (mode != Mode::Tags).then(|| self.clocks.document()),
            platforms,
            copies: (mode == Mode::Summary).then_some(Copies { exact }),
            people: None,
            ratings: None,
            completeness: None,
            report: None,
            book: None,
            next: Vec::new(),
            events: self.events.document(),
            inputs,
        }
    }
}

/// The reason without its numbers, so that reasons can be counted: `move number # where # was expected`.
fn kind_of(reason: &str) -> String {
    let mut kind = String::with_capacity(reason.len());
    let mut in_number = false;
    for c in reason.chars() {
        let digit = c.is_ascii_digit();
        if !digit {
            kind.push(c);
        } else if !in_number {
            kind.push('#');
        }
        in_number = digit;
    }
    // Results are words, not numbers.
    if reason.starts_with("result tag") { "result tag and movetext disagree".to_owned() } else { kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_counted_without_their_numbers() {
        assert_eq!(kind_of("move number 12 where 13 was expected"), "move number # where # was expected");
        assert_eq!(kind_of("illegal move"), "illegal move");
        assert_eq!(kind_of("result tag says 1-0, movetext ends 0-1"), "result tag and movetext disagree");
    }

    #[test]
    fn sums_balance_and_exact_copies_are_counted() {
        let mut counts = Counts::default();
        for half in ["a", "b", "a", "a"] {
            let game = Game { sha256: half.repeat(64), ..Game::default() };
            counts.game(&game, true);
        }
        counts.unscored(&UnscoredGame::default());
        counts.quarantined(&Quarantined {
            game: 6,
            reason: "illegal move".to_owned(),
            ..Quarantined::default()
        });
        let found = counts.document(Mode::Summary, Vec::new());
        let games = &found.games;
        assert_eq!((games.found, games.games, games.unscored, games.quarantined), (6, 4, 1, 1));
        assert_eq!(found.copies, Some(Copies { exact: 2 }));
        assert_eq!(found.quarantine.len(), 1);
        assert_eq!(found.unchecked, [Omission::Versions, Omission::People]);
    }
}
