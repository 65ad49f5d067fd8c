//! Notes on how single games were read: encodings, alphabets, odd forms, Chess960.
//!
//! A note explains and counts nothing: no number of a screening depends on one, and the digest leaves them out,
//! because the same games in another file need other notes.

use datasets::{Alphabet, Collection, Encoding, Game, Note, Place, Start, TextMark};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One note on one game that was scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NoteEntry {
    /// Name of the input.
    pub input: String,
    /// Number within its input, from 1.
    pub game: u32,
    /// Byte offset.
    pub offset: u64,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    pub kind: NoteKind,
    /// The encoding, the alphabet with its letters for king, queen, rook, bishop and knight, the tag, the number of plies
    /// dropped, or the number of another game with its input; absent where the kind says everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// Subject of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// Chess960: match rates only, because the parameters are for standard chess.
    Chess960,
    /// The tags are written in neither ASCII nor UTF-8; the value names the encoding that was chosen.
    Encoding,
    /// A tag was spoilt by another program before it came here and is kept as it is.
    Mojibake,
    /// The pieces have other letters than the English ones; the value names them.
    Alphabet,
    /// The moves are not written in the standard's notation.
    OtherNotation,
    /// A tag is UTF-8 beside tags in another encoding, and read as UTF-8; the value has the tag.
    MixedEncodings,
    /// A tag is written in another form than the standard's; the value has the tag and what it was read as.
    TagReadAs,
    /// A tag is not understood and counts as missing; the value has the tag.
    TagNotRead,
    /// A date may be one of two days and counts as missing; the value has the tag.
    DateOfTwoDays,
    /// A rating of another list than FIDE's counts as missing; the value has the tag.
    RatingOfAnotherList,
    /// Spaces of other kinds are read as spaces.
    NoBreakSpaces,
    /// Characters that nobody sees are left out.
    InvisibleCharacters,
    /// Tags have typographic quotes.
    TypographicQuotes,
    /// Tags have no quotes.
    ValueWithoutQuotes,
    /// A mark for the end of a file (Ctrl-Z) is left out.
    EndOfFileMark,
    /// Typographic dashes and dots among the moves are read as those of the keyboard.
    TypographicSigns,
    /// Assessments behind moves are written in signs or words.
    GlyphsAsWords,
    /// Kings put into the centre at the end to signal the result were dropped; the value is their number.
    KingsInCentre,
    /// The same pair has another game in this round, which is scored as well; the value names it.
    SecondGame,
    /// The moves are those of another game, which is scored as well; the value names it.
    SameMoves,
}

/// The notes on the games of a collection, in the order of the inputs.
pub fn collection_notes(collection: &Collection) -> Vec<NoteEntry> {
    let mut games: Vec<&Game> = collection.games.iter().collect();
    games.sort_by_key(|game| (game.input, game.number));
    let input = |index: usize| collection.inputs.get(index).map_or_else(String::new, |i| i.name.clone());
    let input = &input;
    games
        .into_iter()
        .flat_map(|game| {
            about(game, input).into_iter().map(move |(kind, value)| NoteEntry {
                input: input(game.input),
                game: game.number,
                offset: game.offset,
                white: game.white.name.clone(),
                black: game.black.name.clone(),
                kind,
                value,
            })
        })
        .collect()
}

fn about(game: &Game, input: &dyn Fn(usize) -> String) -> Vec<(NoteKind, Option<String>)> {
    let other = |place: &Place| Some(format!("{} ({})", place.number, input(place.input)));
    let mut notes = Vec::new();
    if matches!(game.start, Start::Fen { chess960: true, .. }) {
        notes.push((NoteKind::Chess960, None));
    }
    if !matches!(game.encoding, Encoding::Ascii | Encoding::Utf8) {
        notes.push((NoteKind::Encoding, Some(game.encoding.as_str().to_owned())));
    }
    if game.alphabet != Alphabet::English {
        let letters = game.alphabet.letters().join(" ");
        notes.push((NoteKind::Alphabet, Some(format!("{}: {letters}", game.alphabet.as_str()))));
    }
    notes.extend(game.notes.iter().filter_map(|note| {
        let value = match note {
            Note::KingsInCentre(plies) => Some(plies.to_string()),
            Note::SecondGame(place) | Note::SameMoves(place) => other(place),
            note => note.tag().map(ToString::to_string),
        };
        Some((kind(note)?, value))
    }));
    notes
}

/// `None` for what stands elsewhere.
fn kind(note: &Note) -> Option<NoteKind> {
    Some(match note {
        // It counts, so it stands with the event.
        Note::IllegalMoveStood(_) => return None,
        Note::Mojibake(_) => NoteKind::Mojibake,
        Note::MixedEncodings(_) => NoteKind::MixedEncodings,
        Note::TagReadAs(_) => NoteKind::TagReadAs,
        Note::TagNotRead(_) => NoteKind::TagNotRead,
        Note::DateOfTwoDays(_) => NoteKind::DateOfTwoDays,
        Note::RatingOfAnotherList(_) => NoteKind::RatingOfAnotherList,
        Note::Text(TextMark::NoBreakSpaces) => NoteKind::NoBreakSpaces,
        Note::Text(TextMark::InvisibleCharacters) => NoteKind::InvisibleCharacters,
        Note::Text(TextMark::TypographicQuotes) => NoteKind::TypographicQuotes,
        Note::Text(TextMark::ValueWithoutQuotes) => NoteKind::ValueWithoutQuotes,
        Note::Text(TextMark::EndOfFileMark) => NoteKind::EndOfFileMark,
        Note::Text(TextMark::TypographicSigns) => NoteKind::TypographicSigns,
        Note::Text(TextMark::GlyphsAsWords) => NoteKind::GlyphsAsWords,
        Note::OtherNotation => NoteKind::OtherNotation,
        Note::KingsInCentre(_) => NoteKind::KingsInCentre,
        Note::SecondGame(_) => NoteKind::SecondGame,
        Note::SameMoves(_) => NoteKind::SameMoves,
    })
}

#[cfg(test)]
mod tests {
    use datasets::TagText;

    use super::*;

    #[test]
    fn ordinary_games_need_no_note_and_odd_ones_say_everything() {
        let ordinary = Game { number: 2, encoding: Encoding::Utf8, ..Game::default() };
        let odd = Game {
            number: 1,
            encoding: Encoding::Windows1251,
            alphabet: Alphabet::Russian,
            notes: vec![
                Note::Mojibake(TagText { tag: "White", written: "MÃ¼ller".to_owned(), read_as: None }),
                Note::TagReadAs(TagText {
                    tag: "WhiteElo",
                    written: "1840 (FIDE)".to_owned(),
                    read_as: Some("1840".to_owned()),
                }),
                Note::Text(TextMark::NoBreakSpaces),
                Note::OtherNotation,
                Note::KingsInCentre(2),
            ],
            start: Start::Fen { fen: String::new(), chess960: true },
            ..Game::default()
        };
        let found = collection_notes(&Collection { games: vec![ordinary, odd], ..Collection::default() });
        let shown: Vec<_> = found.iter().map(|n| (n.game, n.kind, n.value.as_deref())).collect();
        assert_eq!(
            shown,
            [
                (1, NoteKind::Chess960, None),
                (1, NoteKind::Encoding, Some("windows-1251")),
                (1, NoteKind::Alphabet, Some("russian: Кр Ф Л С К")),
                (1, NoteKind::Mojibake, Some("[White \"MÃ¼ller\"]")),
                (1, NoteKind::TagReadAs, Some("[WhiteElo \"1840 (FIDE)\"] = 1840")),
                (1, NoteKind::NoBreakSpaces, None),
                (1, NoteKind::OtherNotation, None),
                (1, NoteKind::KingsInCentre, Some("2")),
            ]
        );
    }
}
