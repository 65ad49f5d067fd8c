//! What programs on the way put into a text: no-break spaces, signs that nobody sees, typographic dashes. They are read as
//! what they stand for, and which kinds there were is kept for a note.

use std::borrow::Cow;

use super::tags::Quotes;

/// A kind of signs that is read as what it stands for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum TextMark {
    /// Another space than U+0020, such as the no-break space U+00A0.
    NoBreakSpaces,
    /// Signs without ink: U+200B, U+FEFF, soft hyphens, marks of direction.
    InvisibleCharacters,
    /// Tag values between other quotes than `"`.
    TypographicQuotes,
    /// Tag values without quotes.
    ValueWithoutQuotes,
    /// The character 26 (Ctrl-Z), by which DOS ended a text file.
    EndOfFileMark,
    /// Typographic dashes and `…` among the moves.
    TypographicSigns,
    /// Assessments in signs or words behind a move, such as `±`, which stand for `$16` and the like.
    GlyphsAsWords,
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(u8);

impl Marks {
    pub(crate) fn insert(&mut self, mark: TextMark) {
        self.0 |= 1 << mark as u8;
    }

    pub(crate) fn contains(self, mark: TextMark) -> bool {
        self.0 & (1 << mark as u8) != 0
    }

    pub(crate) fn add(&mut self, others: Self) {
        self.0 |= others.0;
    }

    pub(crate) fn of_quotes(&mut self, quotes: Quotes) {
        match quotes {
            Quotes::Straight => {}
            Quotes::Typographic => self.insert(TextMark::TypographicQuotes),
            Quotes::Missing => self.insert(TextMark::ValueWithoutQuotes),
        }
    }
}

/// Which signs are read as others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In a tag, or where it is not known yet: names keep their dashes and joiners.
    Tags,
    /// Among moves; `in_comment` says whether the text begins within a comment. In comments there are no moves, so dashes
    /// stay there, and what is found there is not told.
    Moves { in_comment: bool },
}

enum Means {
    Itself,
    Text(&'static str, TextMark),
}

/// The text with such signs replaced, and their kinds added to `marks`. Signs are looked for in UTF-8 and, in what is not
/// UTF-8, as the single bytes that the Windows encodings share.
pub(crate) fn plain<'a>(bytes: &'a [u8], place: Place, marks: &mut Marks) -> Cow<'a, [u8]> {
    if !bytes.iter().any(|b| !b.is_ascii() || matches!(b, 0x0b | 0x0c | 0x1a)) {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len());
    walk(bytes, place, |piece, means, told| match means {
        Means::Itself => out.extend_from_slice(piece),
        Means::Text(text, mark) => {
            out.extend_from_slice(text.as_bytes());
            if told {
                marks.insert(mark);
            }
        }
    });
    Cow::Owned(out)
}

/// The place within the bytes of what stands at `at` in their plain text.
pub(crate) fn source(bytes: &[u8], place: Place, at: usize) -> usize {
    let (mut read, mut written, mut there) = (0, 0, false);
    walk(bytes, place, |piece, means, _| {
        let length = match means {
            Means::Itself => piece.len(),
            Means::Text(text, _) => text.len(),
        };
        // Signs in front of the place that leave nothing belong to what stands before.
        there |= written >= at && length > 0;
        if !there {
            read += piece.len();
            written += length;
        }
    });
    read
}

fn walk(bytes: &[u8], place: Place, mut each: impl FnMut(&[u8], Means, bool)) {
    let (moves, mut braces) = match place {
        Place::Tags => (false, false),
        Place::Moves { in_comment } => (true, in_comment),
    };
    let mut line_comment = false;
    // A pair of bytes that happens to be a character of UTF-8 may be a letter and a space in a Windows encoding.
    let whole = str::from_utf8(bytes).is_ok();
    for chunk in bytes.utf8_chunks() {
        for (at, c) in chunk.valid().char_indices() {
            let commented = braces || line_comment;
            match c {
                '{' if moves && !commented => braces = true,
                '}' if moves && braces => braces = false,
                ';' if moves && !commented => line_comment = true,
                _ => {}
            }
            let means = match of_char(c, moves && !commented) {
                // Within a word it ends no file: it stands in place of something that is lost, and the word is shown with it.
                Means::Text(_, TextMark::EndOfFileMark)
                    if moves && !commented && is_in_word(chunk.valid(), at) =>
                {
                    Means::Itself
                }
                Means::Text(..) if !c.is_ascii() && !whole && !moves => Means::Itself,
                means => means,
            };
            let piece = chunk.valid().as_bytes().get(at..at + c.len_utf8());
            each(piece.unwrap_or_default(), means, !commented);
        }
        for byte in chunk.invalid() {
            let commented = braces || line_comment;
            each(&[*byte], of_byte(*byte, moves && !commented), !commented);
        }
    }
}

/// Whether the byte at a place of the text has a letter or digit on either side.
fn is_in_word(text: &str, at: usize) -> bool {
    let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default());
    before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric)
}

/// Code points of spaces and of characters without ink are those of Unicode's categories Zs and Cf that texts from the web
/// are known to hold. Joiners (U+200C, U+200D) stay in names that need them.
fn of_char(c: char, moves: bool) -> Means {
    use TextMark as M;
    match c {
        '\u{1a}' => Means::Text(" ", M::EndOfFileMark),
        '\u{b}'
        | '\u{c}'
        | '\u{85}'
        | '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200a}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}' => Means::Text(" ", M::NoBreakSpaces),
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => Means::Text("", M::InvisibleCharacters),
        '\u{200c}' | '\u{200d}' if moves => Means::Text("", M::InvisibleCharacters),
        '…' if moves => Means::Text("...", M::TypographicSigns),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' if moves => {
            Means::Text("-", M::TypographicSigns)
        }
        _ => Means::Itself,
    }
}

/// The same signs at their places in Windows-1250, 1251 and 1252.
fn of_byte(byte: u8, moves: bool) -> Means {
    use TextMark as M;
    match byte {
        0xa0 => Means::Text(" ", M::NoBreakSpaces),
        0xad => Means::Text("", M::InvisibleCharacters),
        0x85 if moves => Means::Text("...", M::TypographicSigns),
        0x96 | 0x97 if moves => Means::Text("-", M::TypographicSigns),
        _ => Means::Itself,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], place: Place) -> (Vec<u8>, Vec<TextMark>) {
        let mut marks = Marks::default();
        let text = plain(bytes, place, &mut marks).into_owned();
        let all = <TextMark as strum::VariantArray>::VARIANTS;
        (text, all.iter().copied().filter(|mark| marks.contains(*mark)).collect())
    }

    const MOVES: Place = Place::Moves { in_comment: false };

    #[test]
    fn signs_are_read_as_what_they_stand_for() {
        use TextMark as M;
        for (text, place, expected, marks) in [
            ("1.\u{a0}e4 e5", MOVES, "1. e4 e5", &[M::NoBreakSpaces][..]),
            ("1.\u{202f}e4\u{2007}e5", MOVES, "1. e4 e5", &[M::NoBreakSpaces]),
            ("1. e\u{200b}4 \u{feff}e5\u{ad}", MOVES, "1. e4 e5", &[M::InvisibleCharacters]),
            ("1… e5 O–O 1−0", MOVES, "1... e5 O-O 1-0", &[M::TypographicSigns]),
            ("[White \"Иванов–Ким…\u{200c}\"]", Place::Tags, "[White \"Иванов–Ким…\u{200c}\"]", &[]),
            (
                "[White \"Kim,\u{a0}Anna\u{200e}\"]",
                Place::Tags,
                "[White \"Kim, Anna\"]",
                &[M::NoBreakSpaces, M::InvisibleCharacters],
            ),
            ("1-0\u{1a}", MOVES, "1-0 ", &[M::EndOfFileMark]),
            ("1-0\u{1a}[Event", MOVES, "1-0 [Event", &[M::EndOfFileMark]),
            ("1. e4\u{1a} e5", MOVES, "1. e4  e5", &[M::EndOfFileMark]),
            ("2\u{1a}2. Kh1 N\u{1a}f3 {a\u{1a}b}", MOVES, "2\u{1a}2. Kh1 N\u{1a}f3 {a b}", &[]),
            ("Кр\u{1a}е2", MOVES, "Кр\u{1a}е2", &[]),
            ("{a–b… \u{a0}[%clk\u{a0}1:00]} e5", MOVES, "{a–b…  [%clk 1:00]} e5", &[]),
            ("a\u{a0}b} e5–", Place::Moves { in_comment: true }, "a b} e5-", &[M::TypographicSigns]),
            ("e4 ; so\u{a0}so – {", MOVES, "e4 ; so so – {", &[]),
        ] {
            assert_eq!(
                read(text.as_bytes(), place),
                (expected.as_bytes().to_vec(), marks.to_vec()),
                "{text}"
            );
        }
    }

    #[test]
    fn windows_encodings_have_them_as_single_bytes() {
        use TextMark as M;
        assert_eq!(
            read(b"1.\xa0e4 {M\xfcller} 1\x96\x30", MOVES),
            (b"1. e4 {M\xfcller} 1-0".to_vec(), vec![M::NoBreakSpaces, M::TypographicSigns])
        );
        assert_eq!(read(b"M\xfcller,\xa0J\xf6rg\xad", Place::Tags).0, b"M\xfcller, J\xf6rg");
        // In Windows-1251 these are a letter and a space, in UTF-8 a space: left alone where the text is not UTF-8.
        assert_eq!(read(b"\xc2\xa0\xcf\xb3\xff", Place::Tags).0, b"\xc2\xa0\xcf\xb3\xff");
        // The end of a character of UTF-8 is no space.
        assert_eq!(read("à, é\u{a0}".as_bytes(), Place::Tags).0, "à, é ".as_bytes());
    }

    #[test]
    fn places_are_found_again() {
        let bytes = "1-0\u{feff}\u{a0}[Event".as_bytes();
        let mut marks = Marks::default();
        let text = plain(bytes, Place::Tags, &mut marks);
        let at = text.iter().position(|b| *b == b'[').expect("there");
        assert_eq!(bytes.get(source(bytes, Place::Tags, at)), Some(&b'['));
        assert_eq!(source(b"1-0[", Place::Tags, 3), 3);
        assert_eq!(source("ab\u{200b}c".as_bytes(), Place::Tags, 0), 0);
    }
}
