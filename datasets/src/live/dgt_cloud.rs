//! A tournament in the layout of `LiveChessCloud`, over the network or mirrored in a folder.
//!
//! `tournament.json` says how many rounds there are, `round-N/index.json` who plays whom, `round-N/game-K.json` the moves
//! on board K. One document comes out for each round. A part that is damaged or out of reach leaves that game or round as
//! it was, with a note; nothing else waits for it.
//!
//! The service is somebody else's: games that go on are asked for each time, finished ones only a few at a time, in
//! turn, since they may still be corrected.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use crate::live::dgt_json::{Game, Round, Tournament};
use crate::live::dgt_pgn::pgn;
use crate::live::file::{self, Stamp};
use crate::live::http::{Answer, Client, Validators, shown};
use crate::live::source::{Document, Limits, Source, SourceError, Update};

/// The file that a tournament begins with.
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
    /// By number, from 1.
    rounds: BTreeMap<usize, RoundState>,
    documents: BTreeMap<usize, Document>,
    /// The finished game looked at last: round and board.
    rechecked: (usize, usize),
    /// Number of looks so far.
    looks: u64,
    asked: bool,
}

impl DgtCloud {
    /// Follows the tournament under an address, such as `https://1.pool.livechesscloud.com/get/ID`. The address of its
    /// `tournament.json` and of its page for viewers (`https://view.livechesscloud.com/#ID`) will do as well.
    ///
    /// # Errors
    /// An address that cannot be used.
    pub fn from_url(url: &str, limits: Limits) -> Result<Self, SourceError> {
        let base = base(url);
        let limits = Limits { document_bytes: limits.document_bytes.min(JSON_BYTES), ..limits };
        Ok(Self::at(Place::Web {
            client: Box::new(Client::new(&base, limits)?),
            base,
            known: BTreeMap::new(),
        }))
    }

    /// Follows a mirror of the files in a folder.
    #[must_use]
    pub fn from_folder(folder: PathBuf, limits: Limits) -> Self {
        Self::at(Place::Folder {
            folder,
            limit: limits.document_bytes.min(JSON_BYTES),
            seen: BTreeMap::new(),
        })
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
        }
    }

    fn look(&mut self, look: &mut Look) -> Result<(), SourceError> {
        match self.place.get(TOURNAMENT, look.at)? {
            Fetched::Same => {}
            Fetched::Missing if self.tournament.is_some() => {
                look.note("tournament.json is not there any more");
            }
            Fetched::Missing => return Err(self.place.no_tournament()),
            Fetched::Bytes(bytes) => match (Tournament::read(TOURNAMENT, &bytes), &self.tournament) {
                (Ok(tournament), _) => {
                    self.tournament = Some(tournament);
                    look.changed = true;
                }
                (Err(defect), Some(_)) => {
                    self.place.forget(TOURNAMENT);
                    look.note(&defect.to_string());
                }
                (Err(defect), None) => {
                    self.place.forget(TOURNAMENT);
                    return Err(defect);
                }
            },
        }
        let sizes: Vec<_> = self.tournament.iter().flat_map(|t| t.rounds.clone()).collect();
        self.rounds.retain(|number, _| *number <= sizes.len());
        for (number, size) in (1..).zip(&sizes) {
            if size.count > 0 || size.live {
                self.index(number, look)?;
            }
        }
        let live: Vec<bool> = sizes.iter().map(|size| size.live).collect();
        let wanted = self.wanted(&live, look);
        for (round, board) in wanted {
            self.game(round, board, look)?;
        }
        Ok(())
    }

    fn index(&mut self, number: usize, look: &mut Look) -> Result<(), SourceError> {
        let file = format!("round-{number}/index.json");
        if let Fetched::Bytes(bytes) = self.place.get(&file, look.at)? {
            match Round::read(&file, &bytes) {
                Ok(round) => {
                    let state = self.rounds.entry(number).or_default();
                    state.games.retain(|board, _| *board <= round.pairings.len());
                    state.round = Some(round);
                    look.changed = true;
                }
                Err(defect) => {
                    self.place.forget(&file);
                    look.note(&defect.to_string());
                }
            }
        }
        Ok(())
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
            look.note(&format!("{} games are left for the next look", wanted.len() - GAMES_A_LOOK));
            wanted.truncate(GAMES_A_LOOK);
        }
        wanted
    }

    fn game(&mut self, number: usize, board: usize, look: &mut Look) -> Result<(), SourceError> {
        let file = format!("round-{number}/game-{board}.json");
        let fetched = self.place.get(&file, look.at)?;
        let held = look.held(&self.rounds);
        let Some(state) = self.rounds.get_mut(&number) else {
            return Ok(());
        };
        let pairing = state.round.as_ref().and_then(|round| round.pairings.get(board - 1));
        let result = pairing.and_then(|pairing| pairing.result.clone());
        // A pairing is shown once its board was asked for, with or without moves.
        look.changed |= !state.games.contains_key(&board);
        let seen = state.games.entry(board).or_default();
        seen.asked = self.looks;
        match fetched {
            Fetched::Same => seen.result = result,
            Fetched::Missing if seen.game.is_some() => look.note(&format!("{file} is not there any more")),
            Fetched::Missing => seen.result = result,
            Fetched::Bytes(bytes) if held.saturating_sub(seen.bytes) + bytes.len() > HELD_BYTES => {
                self.place.forget(&file);
                look.note(&format!("{file} is left out: the tournament has more than {HELD_BYTES} bytes"));
            }
            Fetched::Bytes(bytes) => match Game::read(&file, &bytes) {
                Ok(game) => {
                    look.bytes = held.saturating_sub(seen.bytes) + bytes.len();
                    *seen = GameState { game: Some(game), result, bytes: bytes.len(), asked: self.looks };
                    look.changed = true;
                }
                Err(defect) => {
                    self.place.forget(&file);
                    look.note(&defect.to_string());
                }
            },
        }
        Ok(())
    }

    /// Writes the rounds anew. A round that is written as before stays the document that it was.
    fn write(&mut self, at: u64) {
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
            let new = Document::new(format!("round-{number}.pgn"), text.into_bytes(), at);
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
    fn poll(&mut self, at: u64) -> Result<Update, SourceError> {
        let mut look = Look { at, ..Look::default() };
        let before: Vec<String> = self.documents.values().map(|d| d.sha256.clone()).collect();
        self.looks += 1;
        let failure = self.look(&mut look).err();
        if look.changed {
            self.write(at);
        }
        let changed =
            !self.asked && failure.is_none() || self.documents.values().map(|d| &d.sha256).ne(before.iter());
        let retry_after = failure.as_ref().and_then(SourceError::retry_after);
        if let Some(failure) = failure {
            // What came before the failure counts.
            if !changed {
                return Err(failure);
            }
            look.note(&format!("{failure}; the rest is left for the next time"));
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

/// One look at the tournament.
#[derive(Debug, Default)]
struct Look {
    /// The time, seconds since 1970-01-01 UTC.
    at: u64,
    /// A part was read anew.
    changed: bool,
    notes: Vec<String>,
    /// Bytes of JSON held, once they have been counted.
    bytes: usize,
    counted: bool,
}

impl Look {
    fn note(&mut self, text: &str) {
        self.notes.push(text.to_owned());
    }

    fn held(&mut self, rounds: &BTreeMap<usize, RoundState>) -> usize {
        if !self.counted {
            self.counted = true;
            self.bytes = rounds.values().flat_map(|r| r.games.values()).map(|g| g.bytes).sum();
        }
        self.bytes
    }
}

#[derive(Debug, Default)]
struct RoundState {
    round: Option<Round>,
    /// By board, from 1: those that have been asked for.
    games: BTreeMap<usize, GameState>,
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

enum Fetched {
    Same,
    Missing,
    Bytes(Vec<u8>),
}

#[derive(Debug)]
enum Place {
    Web { client: Box<Client>, base: String, known: BTreeMap<String, Validators> },
    Folder { folder: PathBuf, limit: u64, seen: BTreeMap<String, Stamp> },
}

impl Place {
    fn get(&mut self, file: &str, at: u64) -> Result<Fetched, SourceError> {
        match self {
            Self::Web { client, base, known } => {
                // The service answers from a cache unless a game is asked for in this way.
                let query = if file.contains("/game-") { "?poll" } else { "" };
                let validators = known.get(file).cloned().unwrap_or_default();
                match client.get(&format!("{base}/{file}{query}"), &validators)? {
                    Answer::Same => Ok(Fetched::Same),
                    Answer::Missing => Ok(Fetched::Missing),
                    Answer::Bytes(bytes, validators) => {
                        known.insert(file.to_owned(), validators);
                        Ok(Fetched::Bytes(bytes))
                    }
                }
            }
            Self::Folder { folder, limit, seen } => {
                let path = folder.join(file);
                let stamp = match file::metadata(&path) {
                    Ok(metadata) => Stamp::new(&metadata),
                    Err(SourceError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                        return Ok(Fetched::Missing);
                    }
                    Err(error) => return Err(error),
                };
                if seen.get(file).is_some_and(|before| before.is_still(stamp)) {
                    return Ok(Fetched::Same);
                }
                let bytes = file::read(&path, *limit)?;
                seen.insert(file.to_owned(), stamp.seen_at(at));
                Ok(Fetched::Bytes(bytes))
            }
        }
    }

    /// The file was no good: it is asked for again as if it had never been seen.
    fn forget(&mut self, file: &str) {
        match self {
            Self::Web { known, .. } => {
                known.remove(file);
            }
            Self::Folder { seen, .. } => {
                seen.remove(file);
            }
        }
    }

    fn is_cheap(&self) -> bool {
        matches!(self, Self::Folder { .. })
    }

    fn no_tournament(&self) -> SourceError {
        let file = match self {
            Self::Web { base, .. } => format!("{}/{TOURNAMENT}", shown(base)),
            Self::Folder { folder, .. } => folder.join(TOURNAMENT).display().to_string(),
        };
        SourceError::Defect { file, place: "the whole".to_owned(), reason: "it is not there".to_owned() }
    }
}

/// The address under which the files lie.
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
