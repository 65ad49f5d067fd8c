//! Everything that is counted game by game.

use std::collections::BTreeSet;

use super::controls::Controls;
use super::document::{
    ASIDE_LISTED, Clocks, Games, Inspection, Mode, Omission, QuarantinedGame, SCHEMA, Tally, Writing, counted,
};
use super::events::EventCounts;
use super::remarks::Remarks;
use super::set_aside::{AsideGame, DoubtfulGame, OtherGame, input_name};
use crate::clocks::game_clocks::GameClocks;
use crate::clocks::time_control::ParsedControl;
use crate::clocks::times::WhyNot;
use crate::pgn::AcceptedGame;
use crate::pgn::game::{
    Alphabet, Encoding, Game, Input, Note, Place, Quarantined, Start, TimeLike, Unscored, UnscoredGame,
};

#[derive(Default)]
pub(super) struct Counts {
    games: u64,
    unscored: Tally<Unscored>,
    quarantined: Tally<String>,
    quarantine: Vec<Quarantined>,
    /// Games set aside and games with a doubt, without their moves.
    aside: Vec<UnscoredGame>,
    doubtful: Vec<(Game, &'static str, Place)>,
    encodings: Tally<Encoding>,
    alphabets: Tally<Alphabet>,
    notes: Tally<&'static str>,
    remarks: Remarks,
    chess960: u64,
    pub(super) events: EventCounts,
    pub(super) controls: Controls,
    clocks: Clocks,
    /// Why clocks give no times.
    refused: Tally<&'static str>,
    platforms: Tally<&'static str>,
    time_like: Tally<TimeLike>,
}

impl Counts {
    pub(super) fn game(&mut self, game: &Game) {
        self.games += 1;
        *self.encodings.entry(game.encoding).or_default() += 1;
        self.notes(game);
        for note in &game.notes {
            if let Note::SecondGame(other) | Note::SameMoves(other) = *note
                && self.doubtful.len() < ASIDE_LISTED
            {
                let game = Game { moves: Vec::new(), stamps: Vec::new(), ..game.clone() };
                self.doubtful.push((game, note.kind(), other));
            }
        }
        self.events.add(game, true);
        if let Some(platform) = game.platform() {
            *self.platforms.entry(platform).or_default() += 1;
        }
        if let Some(kind) = game.time_like {
            *self.time_like.entry(kind).or_default() += 1;
        }
        let reading = self.controls.add(game);
        *self.alphabets.entry(game.alphabet).or_default() += 1;
        self.chess960 += u64::from(game.start != Start::Standard);
        if let Err(why) = clocks(&mut self.clocks, game, reading) {
            *self.refused.entry(why.into()).or_default() += 1;
        }
    }

    pub(super) fn unscored(&mut self, game: &UnscoredGame) {
        *self.unscored.entry(game.reason).or_default() += 1;
        self.notes(game);
        if self.aside.len() < ASIDE_LISTED {
            self.aside.push(game.clone());
        }
        self.events.add(game, false);
    }

    fn notes(&mut self, game: &Game) {
        let kinds: BTreeSet<&str> = game.notes.iter().map(Note::kind).collect();
        for kind in kinds {
            *self.notes.entry(kind).or_default() += 1;
        }
        self.remarks.add(game);
    }

    pub(super) fn quarantined(&mut self, game: &Quarantined) {
        *self.quarantined.entry(game.reason.kind()).or_default() += 1;
        if self.quarantine.len() < ASIDE_LISTED {
            self.quarantine.push(game.clone());
        }
    }

    /// `told_apart` says that copies were looked for, within each event.
    pub(super) fn document(self, mode: Mode, inputs: Vec<Input>, told_apart: bool) -> Inspection {
        let mut unchecked = match mode {
            Mode::Event => Vec::new(),
            Mode::Summary if told_apart => vec![Omission::People],
            Mode::Summary => vec![Omission::Versions, Omission::People],
        };
        unchecked.extend(self.events.cut.then_some(Omission::EventCounts));
        let (unscored, quarantined) = (self.unscored.values().sum(), self.quarantined.values().sum());
        let broken = |broken: Quarantined| {
            let acceptable = AcceptedGame::is_possible(&broken);
            let Quarantined { input, game, offset, ply, token, reason, event, round, white, black, .. } =
                broken;
            QuarantinedGame {
                acceptable,
                input: input_name(&inputs, input),
                game,
                offset,
                ply,
                token,
                code: reason.code(),
                reason: reason.to_string(),
                event,
                round,
                white,
                black,
            }
        };
        let aside = |game: UnscoredGame| AsideGame::new(&inputs, &game, game.reason, game.partner);
        let doubtful = |(game, doubt, other): (Game, &'static str, Place)| DoubtfulGame {
            input: input_name(&inputs, game.input),
            game: game.number,
            round: game.round,
            white: game.white.name,
            black: game.black.name,
            doubt,
            other: OtherGame::new(&inputs, other),
        };
        let mut doubts: Vec<DoubtfulGame> = self.doubtful.into_iter().map(doubtful).collect();
        doubts.sort_by(|a, b| (&a.input, a.game).cmp(&(&b.input, b.game)));
        let clocks =
            Clocks { refused: counted(&self.refused), time_like: counted(&self.time_like), ..self.clocks };
        Inspection {
            schema: SCHEMA.to_owned(),
            mode,
            unchecked,
            games: Games {
                found: self.games + unscored + quarantined,
                games: self.games,
                unscored,
                quarantined,
                unscored_by_reason: counted(&self.unscored),
                quarantined_by_reason: counted(&self.quarantined),
            },
            quarantine: self.quarantine.into_iter().map(broken).collect(),
            unscored: self.aside.into_iter().map(aside).collect(),
            other_conditions: Vec::new(),
            doubtful: doubts,
            reading: Writing {
                encodings: counted(&self.encodings),
                alphabets: counted(&self.alphabets),
                notes: counted(&self.notes),
                remarks: self.remarks.document(&inputs),
                chess960: self.chess960,
            },
            events: self.events.document(),
            time_controls: self.controls.document(),
            clocks,
            platforms: counted(&self.platforms),
            venue: None,
            played: None,
            people: None,
            ratings: None,
            completeness: None,
            next: Vec::new(),
            inputs,
        }
    }
}

/// Counts the clocks of a game, or says why they give no times.
fn clocks(counts: &mut Clocks, game: &Game, control: Option<&ParsedControl>) -> Result<(), WhyNot> {
    let Some(clocks) = GameClocks::from_game(game) else {
        counts.without += 1;
        return Ok(());
    };
    counts.with += 1;
    counts.unreadable += u64::from(clocks.unreadable > 0);
    let control = control.ok_or(WhyNot::NoControl)?;
    let settled = clocks.settle(control);
    settled.times?;
    counts.explained += 1;
    counts.settled_by_clocks += u64::from(settled.by_clocks);
    counts.settled_otherwise += u64::from(settled.by_clocks && control.control != settled.control);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameDefect;
    use crate::clocks::time_control::{Source, read};
    use crate::pgn::game::Stamp;

    #[test]
    fn sums_balance() {
        let mut counts = Counts::default();
        counts.game(&Game::default());
        counts.unscored(&UnscoredGame::default());
        counts.quarantined(&Quarantined { reason: GameDefect::IllegalMove, ..Quarantined::default() });
        let found = counts.document(Mode::Summary, Vec::new(), false);
        let games = &found.games;
        assert_eq!((games.found, games.games, games.unscored, games.quarantined), (3, 1, 1, 1));
        assert_eq!(found.quarantine.len(), 1);
        assert_eq!(found.unchecked, [Omission::Versions, Omission::People]);
    }

    #[test]
    fn times_come_out_where_the_control_explains_the_clocks() {
        let game = |left: &[u64]| {
            let stamp = |seconds: &u64| Stamp {
                clk: Some(format!("0:{:02}:{:02}", seconds / 60, seconds % 60).into()),
                emt: None,
            };
            Game { stamps: left.iter().map(stamp).collect(), ..Game::default() }
        };
        // Both sides spend 10 seconds a move.
        let from = |start: u64| (1..=16_u64).map(|ply| start - 10 * ply.div_ceil(2)).collect::<Vec<_>>();
        let control = |text| read(text, Source::OnlineTag).expect(text);
        let mut found = Clocks::default();
        let mut add = |game: &Game, control: Option<&ParsedControl>| clocks(&mut found, game, control);
        assert_eq!(add(&game(&from(300)), Some(&control("300+0"))), Ok(()));
        assert!(matches!(add(&game(&from(300)), Some(&control("60+0"))), Err(WhyNot::StartTooHigh { .. })));
        assert_eq!(add(&game(&from(300)), None), Err(WhyNot::NoControl));
        assert_eq!(add(&Game::default(), None), Ok(()));
        let mut odd = game(&from(300));
        odd.stamps[0].clk = Some("4:50".into());
        assert_eq!(add(&odd, Some(&control("300+0"))), Ok(()));
        // 30 is read as seconds, and the clocks say minutes.
        let tag = read("30", Source::Tag).expect("a control");
        assert_eq!(add(&game(&from(1_800)), Some(&tag)), Ok(()));
        assert_eq!((found.without, found.with, found.explained, found.unreadable), (1, 5, 3, 1));
        assert_eq!((found.settled_by_clocks, found.settled_otherwise), (1, 1));
    }
}
