//! Remarks on how single games were read: no value of a tag is passed over without one.

use super::document::{ReadingRemark, Remarks as Document};
use crate::pgn::game::{Game, Input, Note, StoodMove};

/// Most remarks on tags, and on moves, that are listed; all are counted.
const LISTED: usize = 1_000;

#[derive(Clone, Debug, Default)]
pub(super) struct Remarks {
    count: u64,
    of_tags: Vec<Remark>,
    of_moves: Vec<Remark>,
}

#[derive(Clone, Debug)]
struct Remark {
    /// Number of the input, and of the game within it.
    place: (usize, u32),
    offset: u64,
    names: [String; 2],
    note: Note,
}

impl Remarks {
    pub(super) fn add(&mut self, game: &Game) {
        // A doubt about another game has a list of its own.
        let doubt = |note: &&Note| matches!(note, Note::SecondGame(_) | Note::SameMoves(_));
        for note in game.notes.iter().filter(|note| !doubt(note)) {
            self.count += 1;
            let list = if note.tag().is_some() { &mut self.of_tags } else { &mut self.of_moves };
            if list.len() < LISTED {
                list.push(Remark {
                    place: (game.input, game.number),
                    offset: game.offset,
                    names: [game.white.name.clone(), game.black.name.clone()],
                    note: note.clone(),
                });
            }
        }
    }

    pub(super) fn document(mut self, inputs: &[Input]) -> Document {
        self.of_tags.sort_by_key(|remark| remark.place);
        self.of_moves.sort_by_key(|remark| remark.place);
        let line = |Remark { place: (input, game), offset, names: [white, black], note }| ReadingRemark {
            input: inputs.get(input).map(|input| input.name.clone()).unwrap_or_default(),
            game,
            offset,
            white,
            black,
            kind: note.kind(),
            tag: note.tag().map(|text| text.tag),
            written: note
                .stood()
                .map(StoodMove::numbered)
                .or_else(|| note.tag().map(|text| text.written.clone())),
            read_as: note.tag().and_then(|text| text.read_as.clone()),
            arbiter: note.stood().map(|stood| stood.arbiter.clone()),
        };
        Document {
            count: self.count,
            listed: self.of_tags.into_iter().chain(self.of_moves).map(line).collect(),
        }
    }
}
