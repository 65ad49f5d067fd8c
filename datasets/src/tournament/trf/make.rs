//! A report out of an event's own games, for events that have none, and as a starting point for an arbiter.
//!
//! It says what the tags say and nothing more: no sex, no federation, no tie-breaks. What has been written is
//! read back by the reader before it is handed out.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::date::Date;
use super::defect::{Place, TrfError};
use super::model::{Code, Colour, Entry, Field, Player, RoundDate, Scoring, Tournament, Trf};
use super::write::{NAME_COLUMNS, WriteError, write};
use crate::game::{Collection, Outcome, Unscored};
use crate::people::{Person, Roster, normalised};
use crate::tournament::encounters::{Encounter, encounters};

/// A report made from games.
#[derive(Clone, Debug)]
pub struct Made {
    /// The report as text, in UTF-8.
    pub text: String,
    /// The same, read back.
    pub trf: Trf,
    /// Games in the report, byes included.
    pub games: usize,
    /// Games that are not in it: games in = `games` + these.
    pub left_out: Vec<LeftOut>,
    /// What was shortened to fit the columns.
    pub notes: Vec<String>,
}

/// A game that is not in the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Index into [`Collection::inputs`].
    pub input: usize,
    /// Number within its input, from 1.
    pub game: u32,
    /// Byte offset within its input.
    pub offset: u64,
    /// Why, as a lower-case fragment.
    pub reason: String,
}

/// Why no report could be made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// No game could be entered.
    #[error("no game of the {games} found can be entered into a report")]
    NoGames { games: usize },
    /// More players than the format has numbers for.
    #[error("{players} players are more than the 9,999 that a tournament report has room for")]
    TooManyPlayers { players: usize },
    /// A value does not fit.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// What was written does not read back: a fault of this program.
    #[error("the report does not read back: {0}")]
    ReadBack(#[from] TrfError),
}

/// Makes a report. Players are numbered by rating, then by name; a game without moves and with a winner is a
/// forfeit, a drawn one is a draw of less than one move, a game against `BYE` is a bye.
///
/// Players with equal points share a rank: the tags do not say which tie-breaks decide.
///
/// # Errors
/// See [`MakeError`].
pub fn make(collection: &Collection, roster: &Roster, name: &str) -> Result<Made, MakeError> {
    let all = encounters(collection, roster);
    let mut board = Board::default();
    for encounter in &all {
        board.enter(encounter);
    }
    let unread = collection.quarantine.iter().map(|game| LeftOut {
        input: game.input,
        game: game.game,
        offset: game.offset,
        reason: format!("could not be read: {}", game.reason),
    });
    board.left_out.extend(unread);
    board.left_out.sort_by_key(|game| (game.input, game.game));

    let total = all.len() + collection.quarantine.len();
    if board.entered.is_empty() {
        return Err(MakeError::NoGames { games: total });
    }
    let mut notes = Vec::new();
    let players = players(&board.entered, roster, &mut notes)?;
    let tournament = head(&all, &players, name);
    let text = write(&tournament, &players)?;
    let trf = super::read::read("the report made", text.as_bytes(), None)?;
    Ok(Made { text, trf, games: total - board.left_out.len(), left_out: board.left_out, notes })
}

/// A round as entered: the opponent's place in the roster, colour, code.
type Sitting = (Option<usize>, Option<Colour>, Code);

#[derive(Default)]
struct Board {
    /// Rounds of every player who is in the report.
    entered: BTreeMap<usize, BTreeMap<u16, Sitting>>,
    left_out: Vec<LeftOut>,
}

impl Board {
    fn enter(&mut self, encounter: &Encounter<'_>) {
        if let Err(reason) = self.try_enter(encounter) {
            self.left_out.push(LeftOut {
                input: encounter.input,
                game: encounter.number,
                offset: encounter.offset,
                reason,
            });
        }
    }

    fn try_enter(&mut self, encounter: &Encounter<'_>) -> Result<(), String> {
        let [white, black] = encounter.people;
        if encounter.aside == Some(Unscored::Duplicate) {
            return Err("a copy of another game".to_owned());
        }
        if white == black {
            return Err("both sides are one player".to_owned());
        }
        let Some(round) = encounter.round else {
            return Err(format!("the Round tag `{}` holds no round", encounter.round_tag));
        };
        let codes = codes(encounter);
        if let Some(side) = encounter.bye() {
            let (player, code) = if side == 0 { (white, codes[0]) } else { (black, codes[1]) };
            self.free(player, round, encounter)?;
            let bye = match code {
                Code::ForfeitWin => Code::PairingBye,
                Code::ShortDraw => Code::HalfBye,
                _ => Code::ZeroBye,
            };
            self.sit(player, round, (None, None, bye));
            return Ok(());
        }
        if encounter.is_nameless() {
            return Err("a side has no name".to_owned());
        }
        self.free(white, round, encounter)?;
        self.free(black, round, encounter)?;
        self.sit(white, round, (Some(black), Some(Colour::White), codes[0]));
        self.sit(black, round, (Some(white), Some(Colour::Black), codes[1]));
        Ok(())
    }

    fn free(&self, player: usize, round: u16, encounter: &Encounter<'_>) -> Result<(), String> {
        let taken = self.entered.get(&player).is_some_and(|rounds| rounds.contains_key(&round));
        if taken {
            let side = usize::from(encounter.people[0] != player);
            let name = &encounter.sides[side].name;
            Err(format!("{name} already has a game in round {round}"))
        } else {
            Ok(())
        }
    }

    fn sit(&mut self, player: usize, round: u16, sitting: Sitting) {
        self.entered.entry(player).or_default().insert(round, sitting);
    }
}

/// The codes of White and Black.
fn codes(encounter: &Encounter<'_>) -> [Code; 2] {
    let played = encounter.plies > 0;
    match (encounter.result, played) {
        (Outcome::White, true) => [Code::Win, Code::Loss],
        (Outcome::Black, true) => [Code::Loss, Code::Win],
        (Outcome::Draw, true) => [Code::Draw, Code::Draw],
        (Outcome::White, false) => [Code::ForfeitWin, Code::ForfeitLoss],
        (Outcome::Black, false) => [Code::ForfeitLoss, Code::ForfeitWin],
        (Outcome::Draw, false) => [Code::ShortDraw, Code::ShortDraw],
        (Outcome::Unknown, _) => [Code::Blank, Code::Blank],
    }
}

fn players(
    entered: &BTreeMap<usize, BTreeMap<u16, Sitting>>,
    roster: &Roster,
    notes: &mut Vec<String>,
) -> Result<Vec<Player>, MakeError> {
    let mut order: Vec<(usize, &Person)> =
        entered.keys().filter_map(|&place| Some((place, roster.people.get(place)?))).collect();
    if order.len() > 9999 {
        return Err(MakeError::TooManyPlayers { players: order.len() });
    }
    order.sort_by_cached_key(|(place, person)| {
        (std::cmp::Reverse(person.rating), normalised(&person.name), person.fide_id, *place)
    });
    let numbers: BTreeMap<usize, u16> = order.iter().map(|(place, _)| *place).zip(1..).collect();
    let scoring = Scoring::default();
    let mut players: Vec<Player> = order
        .iter()
        .zip(1..)
        .map(|(&(place, person), number)| {
            let sat = entered.get(&place);
            let last = sat.and_then(|rounds| rounds.keys().next_back()).copied().unwrap_or(0);
            let rounds: Vec<Entry> = (1..=last)
                .map(|round| {
                    let sitting = sat.and_then(|rounds| rounds.get(&round));
                    let (opponent, colour, code) = sitting.copied().unwrap_or((None, None, Code::Blank));
                    Entry { opponent: opponent.and_then(|place| numbers.get(&place).copied()), colour, code }
                })
                .collect();
            let points = rounds.iter().map(|entry| entry.code.points(&scoring)).sum();
            Player {
                line: 0,
                number,
                sex: None,
                title: title(person, notes),
                name: name(person, notes),
                rating: person.rating,
                federation: None,
                fide_id: person.fide_id.map(u64::from),
                birth: None,
                points: Some(points),
                rank: None,
                rounds,
            }
        })
        .collect();
    let mut scores: Vec<Option<i32>> = players.iter().map(|player| player.points).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    for player in &mut players {
        let better = scores.iter().take_while(|score| **score > player.points).count();
        player.rank = u16::try_from(better + 1).ok();
    }
    Ok(players)
}

/// The name, cut to the columns there are; characters that would break the line become blanks.
fn name(person: &Person, notes: &mut Vec<String>) -> String {
    let plain: String = person.name.chars().map(|c| if harmful(c) { ' ' } else { c }).collect();
    let cut: String = plain.chars().take(NAME_COLUMNS).collect();
    let cut = cut.trim().to_owned();
    if cut != person.name {
        notes.push(format!("the name `{}` is written as `{cut}`", person.name.escape_debug()));
    }
    cut
}

fn title(person: &Person, notes: &mut Vec<String>) -> Option<String> {
    let title = person.title.as_ref()?;
    if title.len() <= 3 && title.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Some(title.to_ascii_uppercase());
    }
    notes.push(format!("the title `{}` of {} has no place", title.escape_debug(), person.name));
    None
}

fn harmful(c: char) -> bool {
    c.is_control() || c == '\u{fffd}'
}

fn head(all: &[Encounter<'_>], players: &[Player], name: &str) -> Tournament {
    let field = |text: String| {
        let place = Place { line: 0, column: 0 };
        (!text.is_empty()).then_some(Field { text, place })
    };
    let days: BTreeSet<Date> = all.iter().filter_map(|encounter| Date::parse(encounter.date)).collect();
    let mut by_round: BTreeMap<u16, BTreeMap<Date, usize>> = BTreeMap::new();
    for encounter in all {
        if let (Some(round), Some(date)) = (encounter.round, Date::parse(encounter.date)) {
            *by_round.entry(round).or_default().entry(date).or_default() += 1;
        }
    }
    let controls: BTreeSet<&str> = all.iter().filter_map(|encounter| encounter.time_control).collect();
    let control = controls.first().filter(|_| controls.len() == 1);
    let plain =
        |text: &str| text.chars().filter(|&c| !harmful(c)).take(200).collect::<String>().trim().to_owned();
    let rated = players.iter().filter(|player| player.rating.is_some()).count();
    Tournament {
        name: field(plain(name)),
        start: days.first().and_then(|day| field(day.to_string())),
        end: days.last().and_then(|day| field(day.to_string())),
        players: field(players.len().to_string()),
        rated: field(rated.to_string()),
        teams: field("0".to_owned()),
        time_control: control.and_then(|control| field(plain(control))),
        round_dates: by_round.into_iter().filter_map(|(round, dates)| round_date(round, &dates)).collect(),
        ..Tournament::default()
    }
}

/// The most frequent date of a round, of equally frequent ones the earlier; years before 2000 or after 2099 do
/// not fit the two digits of the format.
fn round_date(round: u16, dates: &BTreeMap<Date, usize>) -> Option<RoundDate> {
    let (&date, _) = dates.iter().rev().max_by_key(|(_, games)| **games)?;
    let text = format!("{:02}/{:02}/{:02}", date.year % 100, date.month, date.day);
    (2000..2100).contains(&date.year).then_some(RoundDate {
        round,
        date: Some(date),
        field: Field { text, place: Place { line: 0, column: 0 } },
    })
}
