//! A tournament in the layout of `LiveChessCloud`, over the network or mirrored in a folder.
//!
//! `tournament.json` says how many rounds there are, `round-N/index.json` who plays whom, `round-N/game-K.json` the moves
//! on board K. One document comes out for each round. A part that is damaged or out of reach leaves that game or round as
//! it was, with a note; nothing else waits for it.
//!
//! A look may be cut short. The next one then begins with the other kind of questions, rounds or games, and each kind with what
//! has waited longest, so that a slow service is seen whole in the end.
//!
//! The service is somebody else's: games that go on are asked for each time, finished ones only a few at a time, in
//! turn, since they may still be corrected.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use sha2::{Digest, Sha256};
use uci_pool::hex;

use crate::live::dgt_json::{Game, Round, RoundSize, Tournament, read};
use crate::live::dgt_pgn::pgn;
use crate::live::file;
use crate::live::http::{Answer, Client};
use crate::live::source::{Document, Limits, REST, Source, SourceError, Update};

pub const TOURNAMENT: &str = "tournament.json";

/// Largest JSON file, in bytes. A game of 3000 plies stays under 100 KiB.
const JSON_BYTES: u64 = 4 * 1024 * 1024;
/// Most bytes of JSON behind the games that are held at once.
const HELD_BYTES: usize = 256 * 1024 * 1024;
/// Most games asked for at one look over the network; the others follow at the next.
const GAMES_A_LOOK: usize = 120;
/// Finished games asked for again at each look over the network.
const RECHECKS: usize = 8;

#[derive(Debug)]
pub struct DgtCloud {
    place: Place,
    tournament: Option<Tournament>,
    rounds: BTreeMap<usize, RoundState>,
    documents: BTreeMap<usize, Document>,
    /// The finished game looked at last: round and board.
    rechecked: (usize, usize),
    looks: u64,
    asked: bool,
    /// Whether the next look asks for games before it asks for rounds.
    games_first: bool,
}

impl DgtCloud {
    /// Follows the tournament under an address, such as `https://1.pool.livechesscloud.com/get/ID`. The address of its
    /// `tournament.json` and of its page for viewers (`https://view.livechesscloud.com/#ID`) will do as well.
    pub fn from_url(url: &str, limits: Limits) -> Result<Self, SourceError> {
        let base = base(url);
        let limits = Limits { document_bytes: limits.document_bytes.min(JSON_BYTES), ..limits };
        Ok(Self::at(Place::Web { client: Box::new(Client::new(&base, limits)?), base }))
    }

    /// Follows a mirror of the files in a folder.
    pub fn from_folder(folder: PathBuf, limits: Limits) -> Self {
        let limit = limits.document_bytes.min(JSON_BYTES);
        Self::at(Place::Folder { folder, limit, seen: BTreeMap::new() })
    }

    fn at(place: Place) -> Self {
        Self {
            place,
            tournament: None,
            rounds: BTreeMap::new(),
            documents: BTreeMap::new(),
            rechecked: (0, 0),
            looks: 0,
            asked: false,
            games_first: false,
        }
    }

    fn look(&mut self, look: &mut Look, go_on: &dyn Fn() -> bool) -> Result<(), SourceError> {
        match self.place.get(TOURNAMENT)? {
            Answer::Same => {}
            Answer::Missing if self.tournament.is_some() => {
                look.notes.push("tournament.json is not there any more".to_owned());
            }
            Answer::Missing => {
                let (file, place) = (TOURNAMENT.to_owned(), "the whole".to_owned());
                return Err(SourceError::Defect { file, place, reason: "it is not there".to_owned() });
            }
            Answer::Bytes(bytes) => match read(TOURNAMENT, &bytes) {
                Ok(tournament) => {
                    self.tournament = Some(tournament);
                    look.changed = true;
                }
                Err(defect) => {
                    self.place.forget(TOURNAMENT);
                    if self.tournament.is_none() {
                        return Err(defect);
                    }
                    look.notes.push(defect.to_string());
                }
            },
        }
        let sizes: Vec<_> = self.tournament.iter().flat_map(|t| t.rounds.clone()).collect();
        self.rounds.retain(|number, _| *number <= sizes.len());
        let games_first = self.games_first;
        self.games_first = !games_first;
        for games in [games_first, !games_first] {
            let whole = if games {
                self.all_games(&sizes, look, go_on)?
            } else {
                self.all_indexes(&sizes, look, go_on)?
            };
            if !whole {
                look.notes.push(REST.to_owned());
                return Ok(());
            }
        }
        self.games_first = false;
        Ok(())
    }

    /// False if the look was cut short.
    fn all_indexes(
        &mut self,
        sizes: &[RoundSize],
        look: &mut Look,
        go_on: &dyn Fn() -> bool,
    ) -> Result<bool, SourceError> {
        let asked = |number| self.rounds.get(&number).map_or(0, |round: &RoundState| round.asked);
        let there = (1..).zip(sizes).filter(|(_, size)| size.count > 0 || size.live);
        let mut numbers: Vec<_> = there.map(|(number, _)| (asked(number), number)).collect();
        numbers.sort_unstable();
        for (_, number) in numbers {
            if !go_on() {
                return Ok(false);
            }
            self.index(number, look)?;
        }
        Ok(true)
    }

    /// False if the look was cut short.
    fn all_games(
        &mut self,
        sizes: &[RoundSize],
        look: &mut Look,
        go_on: &dyn Fn() -> bool,
    ) -> Result<bool, SourceError> {
        let live: Vec<bool> = sizes.iter().map(|size| size.live).collect();
        for (round, board) in self.wanted(&live, look) {
            if !go_on() {
                return Ok(false);
            }
            self.game(round, board, look)?;
        }
        Ok(true)
    }

    fn index(&mut self, number: usize, look: &mut Look) -> Result<(), SourceError> {
        let file = format!("round-{number}/index.json");
        let state = self.rounds.entry(number).or_default();
        state.asked = self.looks;
        if let Answer::Bytes(bytes) = self.place.get(&file)? {
            match read::<Round>(&file, &bytes) {
                Ok(round) => {
                    state.games.retain(|board, _| *board <= round.pairings.len());
                    state.round = Some(round);
                    look.changed = true;
                }
                Err(defect) => self.refuse(&file, &defect.to_string(), look),
            }
        }
        Ok(())
    }

    /// Leaves a file out and asks for it again at the next look, as if it had never been seen.
    fn refuse(&mut self, file: &str, note: &str, look: &mut Look) {
        self.place.forget(file);
        look.notes.push(note.to_owned());
    }

    /// The games to ask for: those that are new, go on or got another result, and a few of the others in turn.
    fn wanted(&mut self, live: &[bool], look: &mut Look) -> Vec<(usize, usize)> {
        let (mut wanted, mut others) = (Vec::new(), Vec::new());
        for (&number, state) in &self.rounds {
            let round_is_live = live.get(number - 1).copied().unwrap_or_default();
            let pairings = state.round.as_ref().map_or(&[][..], |round| &round.pairings);
            for (board, pairing) in (1..).zip(pairings) {
                let urgent = match state.games.get(&board) {
                    None => true,
                    Some(seen) => {
                        let on = seen.game.as_ref().map_or(round_is_live, |game| game.live);
                        on || pairing.live || seen.result != pairing.result
                    }
                };
                if urgent {
                    let asked = state.games.get(&board).map_or(0, |seen| seen.asked);
                    wanted.push((asked, number, board));
                } else {
                    others.push((number, board));
                }
            }
        }
        // Those that have waited longest come first, so that a long list starves nobody.
        wanted.sort_unstable();
        let mut wanted: Vec<_> = wanted.into_iter().map(|(_, number, board)| (number, board)).collect();
        let turn = if self.place.is_cheap() { others.len() } else { RECHECKS.min(others.len()) };
        let start = others.partition_point(|place| *place <= self.rechecked);
        let chosen: Vec<_> = others.iter().cycle().skip(start).take(turn).copied().collect();
        self.rechecked = chosen.last().copied().unwrap_or(self.rechecked);
        wanted.extend(chosen);
        if !self.place.is_cheap() && wanted.len() > GAMES_A_LOOK {
            look.notes.push(format!("{} games are left for the next look", wanted.len() - GAMES_A_LOOK));
            wanted.truncate(GAMES_A_LOOK);
        }
        wanted
    }

    fn game(&mut self, number: usize, board: usize, look: &mut Look) -> Result<(), SourceError> {
        let file = format!("round-{number}/game-{board}.json");
        let answer = self.place.get(&file)?;
        let held: usize =
            self.rounds.values().flat_map(|round| round.games.values()).map(|game| game.bytes).sum();
        let Some(state) = self.rounds.get_mut(&number) else {
            return Ok(());
        };
        let pairing = state.round.as_ref().and_then(|round| round.pairings.get(board - 1));
        let result = pairing.and_then(|pairing| pairing.result.clone());
        // A pairing is shown once its board was asked for, with or without moves.
        look.changed |= !state.games.contains_key(&board);
        let seen = state.games.entry(board).or_default();
        seen.asked = self.looks;
        match answer {
            Answer::Missing if seen.game.is_some() => {
                look.notes.push(format!("{file} is not there any more"));
            }
            Answer::Same | Answer::Missing => seen.result = result,
            Answer::Bytes(bytes) if held.saturating_sub(seen.bytes) + bytes.len() > HELD_BYTES => {
                let note = format!("{file} is left out: the tournament has more than {HELD_BYTES} bytes");
                self.refuse(&file, &note, look);
            }
            Answer::Bytes(bytes) => match read(&file, &bytes) {
                Ok(game) => {
                    *seen = GameState { game: Some(game), result, bytes: bytes.len(), asked: self.looks };
                    look.changed = true;
                }
                Err(defect) => self.refuse(&file, &defect.to_string(), look),
            },
        }
        Ok(())
    }

    /// Writes the rounds anew. A round that is written as before stays the document that it was.
    fn write(&mut self) {
        let Some(tournament) = &self.tournament else {
            return;
        };
        let mut documents = BTreeMap::new();
        for (&number, state) in &self.rounds {
            let Some(round) = &state.round else { continue };
            let mut text = String::new();
            for (board, pairing) in (1..).zip(&round.pairings) {
                // A board that was not asked for yet would look like a game without moves.
                if let Some(seen) = state.games.get(&board) {
                    text.push_str(&pgn(tournament, (number, round), (board, pairing), seen.game.as_ref()));
                }
            }
            let new = Document::new(format!("round-{number}.pgn"), text.into_bytes());
            let document = match self.documents.remove(&number) {
                Some(old) if old.sha256 == new.sha256 => old,
                _ => new,
            };
            documents.insert(number, document);
        }
        self.documents = documents;
    }
}

impl Source for DgtCloud {
    fn poll_while(&mut self, go_on: &dyn Fn() -> bool) -> Result<Update, SourceError> {
        let mut look = Look::default();
        let before: Vec<String> = self.documents.values().map(|d| d.sha256.clone()).collect();
        self.looks += 1;
        let failure = self.look(&mut look, go_on).err();
        if look.changed {
            self.write();
        }
        let changed =
            !self.asked && failure.is_none() || self.documents.values().map(|d| &d.sha256).ne(before.iter());
        let retry_after = failure.as_ref().and_then(SourceError::retry_after);
        if let Some(failure) = failure {
            // What came before the failure counts.
            if !changed {
                return Err(failure);
            }
            look.notes.push(format!("{failure}; the rest is left for the next time"));
        }
        self.asked = true;
        Ok(Update {
            changed,
            documents: if changed { self.documents.values().cloned().collect() } else { Vec::new() },
            notes: look.notes,
            retry_after,
        })
    }
}

#[derive(Debug, Default)]
struct Look {
    changed: bool,
    notes: Vec<String>,
}

#[derive(Debug, Default)]
struct RoundState {
    round: Option<Round>,
    /// By board, from 1: those that have been asked for.
    games: BTreeMap<usize, GameState>,
    /// Number of the look at which its index was asked for last.
    asked: u64,
}

#[derive(Debug, Default)]
struct GameState {
    /// `None` if the board has no file.
    game: Option<Game>,
    /// The pairing's result when the game was asked for.
    result: Option<String>,
    bytes: usize,
    /// Number of the look at which it was asked for last.
    asked: u64,
}

#[derive(Debug)]
enum Place {
    Web {
        client: Box<Client>,
        base: String,
    },
    /// With the hash of each file as last read.
    Folder {
        folder: PathBuf,
        limit: u64,
        seen: BTreeMap<String, String>,
    },
}

impl Place {
    fn get(&mut self, file: &str) -> Result<Answer, SourceError> {
        match self {
            Self::Web { client, base } => client.get(&address(base, file)),
            Self::Folder { folder, limit, seen } => {
                let bytes = match file::read(&folder.join(file), *limit) {
                    Err(SourceError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                        return Ok(Answer::Missing);
                    }
                    read => read?,
                };
                let sha256 = hex(&Sha256::digest(&bytes));
                let before = seen.insert(file.to_owned(), sha256.clone());
                Ok(if before == Some(sha256) { Answer::Same } else { Answer::Bytes(bytes) })
            }
        }
    }

    fn forget(&mut self, file: &str) {
        match self {
            Self::Web { client, base } => client.forget(&address(base, file)),
            Self::Folder { seen, .. } => {
                seen.remove(file);
            }
        }
    }

    fn is_cheap(&self) -> bool {
        matches!(self, Self::Folder { .. })
    }
}

/// The address of a file. The service answers from a cache unless a game is asked for with `?poll`.
fn address(base: &str, file: &str) -> String {
    let query = if file.contains("/game-") { "?poll" } else { "" };
    format!("{base}/{file}{query}")
}

fn base(url: &str) -> String {
    let url = url.trim();
    if let Some((_, rest)) = url.split_once("://view.livechesscloud.com/") {
        let id: String = rest
            .trim_start_matches('#')
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '-')
            .collect();
        return format!("https://1.pool.livechesscloud.com/get/{id}");
    }
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let url = url.strip_suffix(TOURNAMENT).unwrap_or(url);
    url.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::base;

    #[test]
    fn addresses_in_all_their_forms() {
        let pool = "https://1.pool.livechesscloud.com/get/0a1b-2c";
        for url in [
            pool,
            "https://1.pool.livechesscloud.com/get/0a1b-2c/",
            "https://1.pool.livechesscloud.com/get/0a1b-2c/tournament.json?x=1",
            "https://view.livechesscloud.com/#0a1b-2c",
            "http://view.livechesscloud.com/0a1b-2c/3",
        ] {
            assert_eq!(base(url), pool, "{url}");
        }
    }
}
