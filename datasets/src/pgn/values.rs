//! What the value of a tag says: ratings, FIDE numbers and dates, also in other forms than the standard's. A value that
//! says something and is not understood is never taken for one that says nothing.

use crate::day::written::{self, WrittenDate};
use crate::text::digits::number;

/// The meaning of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value<T> {
    /// Nothing is said: the tag is missing or empty, or holds `-`, `?`, `0` or the like.
    Nothing,
    Plain(T),
    /// Written in another form, and clear.
    Other(T),
    /// One of two: a date.
    TwoWays,
    /// A rating of another list than FIDE's.
    OtherList,
    Unread,
}

/// A rating from 1 to 4000. Beside the number may stand `FIDE` or `Elo` and a decimal zero, as spreadsheets write it.
pub(crate) fn rating(text: &str) -> Value<u16> {
    if says_nothing(text) {
        return Value::Nothing;
    }
    let known = |rating: &u16| (1..=4000).contains(rating);
    if let Some(rating) = number(text, 4).filter(known) {
        return Value::Plain(rating);
    }
    let (numbers, words) = pieces(text);
    let [one] = numbers.as_slice() else {
        return if words.iter().any(|word| is_other_list(word)) { Value::OtherList } else { Value::Unread };
    };
    match number(one, 4).filter(known) {
        Some(rating)
            if words.iter().all(|word| matches!(word.as_str(), "fide" | "elo" | "rating" | "rtg")) =>
        {
            Value::Other(rating)
        }
        Some(_) if words.iter().any(|word| is_other_list(word)) => Value::OtherList,
        _ => Value::Unread,
    }
}

/// A FIDE number, positive and of at most nine digits. Beside it may stand quotes, `FIDE`, `ID`, the code of a federation and
/// a decimal zero.
pub(crate) fn fide_id(text: &str) -> Value<u32> {
    if says_nothing(text) {
        return Value::Nothing;
    }
    let known = |id: &u32| *id > 0;
    if let Some(id) = number(text, 9).filter(known) {
        return Value::Plain(id);
    }
    let (numbers, words) = pieces(text);
    let [one] = numbers.as_slice() else { return Value::Unread };
    let beside = |word: &String| {
        matches!(word.as_str(), "fide" | "id" | "fideid" | "no" | "nr" | "number") || is_federation(word)
    };
    match number(one, 9).filter(known) {
        Some(id) if words.iter().all(beside) => Value::Other(id),
        _ => Value::Unread,
    }
}

/// A date as PGN writes it: `2016.10.15`, with `??` for what is not known.
pub(crate) fn date(text: &str) -> Value<String> {
    if says_nothing(text) {
        return Value::Nothing;
    }
    // Typists leave a quote at the end: 2016.11.17`.
    match written::read(text.trim_matches(is_quote)) {
        None => Value::Unread,
        Some(WrittenDate::TwoWays { .. }) => Value::TwoWays,
        Some(date) => match date.as_pgn() {
            Some(plain) if plain == text => Value::Plain(plain),
            Some(plain) => Value::Other(plain),
            None => Value::Unread,
        },
    }
}

/// Whether a value stands for nothing, as `?`, `0`, `????.??.??` and `unrated` do.
pub(crate) fn says_nothing(text: &str) -> bool {
    const WORDS: [&str; 8] = ["none", "unr", "unr.", "unrated", "unknown", "n/a", "na", "null"];
    let quiet = |c: char| {
        matches!(c, '?' | '-' | '–' | '—' | '.' | '/' | '0' | '*' | '\'' | '"') || c.is_whitespace()
    };
    text.chars().all(quiet) || WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

fn is_quote(c: char) -> bool {
    matches!(c, '\'' | '"' | '`' | '´' | '’' | '‘' | '“' | '”' | '„' | '«' | '»')
}

/// The numbers of a value, a decimal zero left off, and its words in small letters; quotes and signs that part them are gone.
/// What is glued to digits makes them a word.
fn pieces(text: &str) -> (Vec<&str>, Vec<String>) {
    let parts = |c: char| {
        c.is_whitespace() || is_quote(c) || matches!(c, '(' | ')' | '[' | ']' | ':' | '=' | '/' | ';' | '#')
    };
    let (mut numbers, mut words) = (Vec::new(), Vec::new());
    for piece in text.split(parts).filter(|piece| !piece.is_empty()) {
        let whole = piece
            .split_once(['.', ','])
            .filter(|(_, rest)| !rest.is_empty() && rest.bytes().all(|b| b == b'0'));
        let whole = whole.map_or(piece, |(whole, _)| whole);
        if !whole.is_empty() && whole.bytes().all(|b| b.is_ascii_digit()) {
            numbers.push(whole);
        } else {
            words.push(piece.to_lowercase());
        }
    }
    (numbers, words)
}

/// Whether a word names ratings that are not FIDE's: of national federations, clubs and playing sites.
fn is_other_list(word: &str) -> bool {
    const LISTS: [&str; 26] = [
        "dwz",
        "nwz",
        "twz",
        "uscf",
        "usc",
        "ecf",
        "bcf",
        "acf",
        "cfc",
        "ffe",
        "ingo",
        "lok",
        "krr",
        "fqe",
        "cxr",
        "nzcf",
        "rcf",
        "фшр",
        "lichess",
        "chess.com",
        "icc",
        "glicko",
        "national",
        "nat",
        "club",
        "online",
    ];
    LISTS.contains(&word.trim_matches('.'))
}

/// Whether a word in small letters is the code of a federation of FIDE (FIDE directory, 2025), or `FID` for none.
fn is_federation(word: &str) -> bool {
    const FEDERATIONS: &str = "\
        afg aho alb alg and ang ant arg arm aru aus aut aze bah ban bar bdi bel ben ber bhu bih blr bol bot bra brn bru bul bur \
        caf cam can cay cgo cha chi chn civ cmr cod col com cpv crc cro cub cyp cze den dji dma dom ecu egy eng eri esa esp est \
        eth fai fid fij fin fps fra gab gam gci geo ger gha gnq gre grl grn gua gui gum guy hai hkg hon hun ina ind iom irl irq iri \
        isl isr isv ita ivb jam jci jor jpn kaz ken kgz kor kos ksa kuw lao lat lba lbn lbr lca les lie ltu lux mac mad mar mas \
        maw mda mdv mex mgl mkd mli mlt mnc mne moz mri mtn mya nam nca ned nep ngr nig nor nru nzl oma pak pan par per phi ple \
        plw png pol por pur qat rou rsa rus rwa sco sen sey sgp skn sle slo smr sol som srb sri ssd stp sud sui sur svk swe swz \
        syr tan tga tjk tkm tls tog tpe tto tun tur uae uga ukr uru usa uzb van ven vie vin wls yem zam zim";
    word.len() == 3 && FEDERATIONS.split_whitespace().any(|code| code == word)
}

#[cfg(test)]
mod tests {
    use super::{Value, date, fide_id, rating};

    #[test]
    fn ratings_in_the_forms_of_files() {
        for (text, expected) in [
            ("2400", Value::Plain(2400)),
            ("4000", Value::Plain(4000)),
            ("2100.0", Value::Other(2100)),
            ("2100,00", Value::Other(2100)),
            ("1840 (FIDE)", Value::Other(1840)),
            ("Elo: 1840", Value::Other(1840)),
            ("'2100'", Value::Other(2100)),
            ("DWZ=1702", Value::OtherList),
            ("1702 DWZ", Value::OtherList),
            ("USCF 1900 / 1950", Value::OtherList),
            ("", Value::Nothing),
            ("0", Value::Nothing),
            ("-", Value::Nothing),
            ("?", Value::Nothing),
            ("unrated", Value::Nothing),
            ("4001", Value::Unread),
            ("2100.5", Value::Unread),
            ("+24", Value::Unread),
            ("2100 2200", Value::Unread),
            ("1840 (rapid)", Value::Unread),
            ("F2100", Value::Unread),
            ("٢١٠٠", Value::Unread),
        ] {
            assert_eq!(rating(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_of_people_in_the_forms_of_files() {
        for (text, expected) in [
            ("2252627", Value::Plain(2_252_627)),
            ("'34179178'", Value::Other(34_179_178)),
            ("“34179178”", Value::Other(34_179_178)),
            ("BRA 2101010", Value::Other(2_101_010)),
            ("2101010.0", Value::Other(2_101_010)),
            ("FIDE ID: 2101010", Value::Other(2_101_010)),
            ("2101010 (BRA)", Value::Other(2_101_010)),
            ("0", Value::Nothing),
            ("", Value::Nothing),
            ("?", Value::Nothing),
            ("-5", Value::Unread),
            ("1234567890", Value::Unread),
            ("DSB 10012345", Value::Unread),
            ("A12345", Value::Unread),
            ("34 179 178", Value::Unread),
        ] {
            assert_eq!(fide_id(text), expected, "{text}");
        }
    }

    #[test]
    fn dates_in_the_forms_of_files() {
        let other = |text: &str| Value::Other(text.to_owned());
        for (text, expected) in [
            ("2016.10.15", Value::Plain("2016.10.15".to_owned())),
            ("2016.??.??", Value::Plain("2016.??.??".to_owned())),
            ("Oct 15, 2016", other("2016.10.15")),
            ("16.10.2016", other("2016.10.16")),
            ("2016-10-17", other("2016.10.17")),
            ("2016.00.00", other("2016.??.??")),
            ("2016", other("2016.??.??")),
            ("03/04/2016", Value::TwoWays),
            ("2016.02.30", Value::Unread),
            ("spring", Value::Unread),
            ("????.??.??", Value::Nothing),
            ("0000.00.00", Value::Nothing),
            ("", Value::Nothing),
        ] {
            assert_eq!(date(text), expected, "{text}");
        }
    }
}
