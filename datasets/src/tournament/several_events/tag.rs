//! What an `Event` tag says about its event, without the words that differ from game to game of one event: rounds, boards,
//! numbers of games, the names of both teams, case, accents and punctuation.

use crate::pgn::game::Game;
use crate::players::letters::folded;
use crate::tournament::encounters::round_of;

/// Words for a round that mean nothing else.
const ROUNDS: [&str; 12] =
    ["round", "rounds", "rd", "rnd", "runde", "ronde", "ronda", "runda", "kolo", "fordulo", "тур", "раунд"];
/// Words that mean a round only where the number is that of the `Round` tag.
const MAYBE_ROUNDS: [&str; 12] = [
    "r",
    "tour",
    "turno",
    "tur",
    "kor",
    "game",
    "partie",
    "partida",
    "partita",
    "partija",
    "партия",
    "партія",
];
const BOARDS: [&str; 9] =
    ["board", "bd", "brett", "bord", "tablero", "scacchiera", "echiquier", "доска", "дошка"];
/// Endings of ordinal numbers, as words of their own or behind the digits.
const ORDINALS: [&str; 8] = ["st", "nd", "rd", "th", "й", "ый", "ий", "а"];
/// Words between two numbers of a range.
const TO: [&str; 8] = ["to", "till", "bis", "al", "do", "a", "до", "по"];
/// Highest round or board that is taken for one; a higher number is a year.
const HIGHEST: u32 = 999;

/// A word of a tag: in lower case without accents, and where it stands.
#[derive(Clone, Debug)]
struct Word {
    folded: String,
    from: usize,
    to: usize,
}

/// The words that tell an event apart; none where the tag says nothing about it.
pub(super) fn words(game: &Game) -> Vec<String> {
    let [before, after] = parts(game);
    let mut words = split(before);
    words.extend(split(after));
    words.into_iter().map(|word| word.folded).collect()
}

/// The tag as written without round, board and teams.
pub(super) fn plain(game: &Game) -> String {
    let [before, after] = parts(game).map(trimmed);
    [before, after].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What stands before the round or board in a tag, and what stands behind it: a match of two is no part of the event's name.
fn parts(game: &Game) -> [&str; 2] {
    let tag = game.event.trim();
    let round = round_of(&game.round).map(u32::from);
    let (mut before, mut after) = match marker(tag, round) {
        Some((from, to)) => (tag.get(..from).unwrap_or_default(), tag.get(to..).unwrap_or_default()),
        None if game.names_itself() || tag == "?" => ("", ""),
        None => (tag, ""),
    };
    // A round and a board: `Open, Round 3, Board 2`.
    while let Some((from, to)) = marker(before, round) {
        let rest = before.get(to..).unwrap_or_default();
        if after.is_empty() {
            after = rest;
        }
        before = before.get(..from).unwrap_or_default();
    }
    while let Some((from, to)) = marker(after, round) {
        let rest = after.get(to..).unwrap_or_default();
        after = if trimmed(after.get(..from).unwrap_or_default()).is_empty() {
            rest
        } else {
            after.get(..from).unwrap_or_default()
        };
    }
    if is_match(after) {
        after = "";
    }
    [before, after]
}

fn trimmed(part: &str) -> &str {
    let edge = |c: char| !c.is_alphanumeric() && !matches!(c, '(' | ')' | '"' | '\'');
    part.trim_matches(edge)
}

/// Whether a part of a tag names two sides.
fn is_match(part: &str) -> bool {
    let part = trimmed(part).to_lowercase();
    [" - ", " \u{2013} ", " \u{2014} ", " vs ", " vs. ", " v "].iter().any(|between| part.contains(between))
}

/// Where the first round or board stands, with its number.
fn marker(tag: &str, round: Option<u32>) -> Option<(usize, usize)> {
    let words = split(tag);
    let is_round = |word: &str, number: u32| match round {
        Some(round) => number == round && (ROUNDS.contains(&word) || MAYBE_ROUNDS.contains(&word)),
        None => ROUNDS.contains(&word),
    };
    let says =
        |word: &str, number: u32| number <= HIGHEST && (BOARDS.contains(&word) || is_round(word, number));
    for (at, word) in words.iter().enumerate() {
        // `rounds 3 to 9`, the same for every game of the file, whichever its round
        if ROUNDS.contains(&word.folded.as_str())
            && let Some(to) = range_end(tag, words.get(at + 1..).unwrap_or_default())
        {
            return Some((word.from, to));
        }
        // `Round 3`, `Bd.2`, `Rd#1`
        if let Some(next) = words.get(at + 1)
            && let Some(number) = number(&next.folded)
            && says(&word.folded, number)
        {
            return Some((word.from, next.to));
        }
        // `R3`
        let letters: String = word.folded.chars().take_while(|c| c.is_alphabetic()).collect();
        if let Some(number) = number(word.folded.get(letters.len()..).unwrap_or_default())
            && !letters.is_empty()
            && says(&letters, number)
        {
            return Some((word.from, word.to));
        }
        // `3. Runde`, `3rd round`, `3-й тур`
        if let Some(number) = ordinal(&word.folded) {
            let next = words.get(at + 1);
            let next = match next {
                Some(ending) if ORDINALS.contains(&ending.folded.as_str()) => words.get(at + 2),
                next => next,
            };
            if let Some(next) = next.filter(|next| says(&next.folded, number))
                // `Cup 2024 Round 3` counts no rounds of 2024, and `1 Board 2` is a second board.
                && !followed_by_number(&words, next)
            {
                return Some((word.from, next.to));
            }
        }
    }
    None
}

/// Where a range of rounds ends that the words begin with: `3 to 9`, `3 - 9`. `3.1` is a round and a board.
fn range_end(tag: &str, words: &[Word]) -> Option<usize> {
    let round = |word: Option<&Word>| number(&word?.folded).filter(|number| *number <= HIGHEST);
    let first = round(words.first())?;
    let next = words.get(1)?;
    let between = tag.get(words.first()?.to..next.from).unwrap_or_default().trim();
    let last = if TO.contains(&next.folded.as_str()) {
        words.get(2)
    } else {
        Some(next).filter(|_| matches!(between, "-" | "\u{2013}" | "\u{2014}"))
    };
    (round(last)? > first).then(|| last.map(|word| word.to)).flatten()
}

fn followed_by_number(words: &[Word], word: &Word) -> bool {
    let mut behind = words.iter().filter(|other| other.from >= word.to);
    behind.next().is_some_and(|next| number(&next.folded).is_some_and(|number| number <= HIGHEST))
}

fn number(text: &str) -> Option<u32> {
    let digits = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// `3`, `3rd`, `3й`.
fn ordinal(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number_part, ending) = text.split_at_checked(digits)?;
    (ending.is_empty() || ORDINALS.contains(&ending)).then(|| number(number_part)).flatten()
}

/// Runs of letters and digits.
fn split(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut from = None;
    let ends = text.char_indices().map(Some).chain([None]);
    for at in ends {
        let inside = at.is_some_and(|(_, c)| c.is_alphanumeric());
        let place = at.map_or(text.len(), |(place, _)| place);
        match (inside, from) {
            (true, None) => from = Some(place),
            (false, Some(start)) => {
                let word = text.get(start..place).unwrap_or_default();
                words.push(Word {
                    folded: latin_letter(folded(&word.to_lowercase())),
                    from: start,
                    to: place,
                });
                from = None;
            }
            _ => {}
        }
    }
    words
}

/// A single letter of Cyrillic or Greek that looks like a Latin one: groups are called A and B in every alphabet.
fn latin_letter(word: String) -> String {
    const ALIKE: [(&str, &str); 14] = [
        ("а", "a"),
        ("в", "b"),
        ("с", "c"),
        ("е", "e"),
        ("н", "h"),
        ("к", "k"),
        ("м", "m"),
        ("о", "o"),
        ("р", "p"),
        ("т", "t"),
        ("х", "x"),
        ("у", "y"),
        ("α", "a"),
        ("β", "b"),
    ];
    match ALIKE.iter().find(|(letter, _)| *letter == word) {
        Some((_, latin)) => (*latin).to_owned(),
        None => word,
    }
}

/// Whether two lists of words differ by no more than a slip: one is part of the other, or one word has one letter more, less or
/// another, or two letters exchanged. Numbers that stand in both in the same place have to be the same.
pub(super) fn nearly(a: &[String], b: &[String]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.is_empty() {
        return false;
    }
    if short.iter().all(|word| long.contains(word)) {
        return true;
    }
    let mut differ = short.iter().zip(long).filter(|(one, other)| one != other);
    let (Some((one, other)), None) = (differ.next(), differ.next()) else { return false };
    short.len() == long.len() && number(one).is_none() && number(other).is_none() && is_slip(one, other)
}

/// One letter more, less, or another, or two neighbours exchanged, in a word of four letters or more.
fn is_slip(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let same_before = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let same_behind = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let (least, most) = (one.len().min(other.len()), one.len().max(other.len()));
    let exchanged = || {
        let [one, other] = [&one, &other].map(|word| word.get(same_before..same_before + 2));
        one.zip(other).is_some_and(|(one, other)| one[0] == other[1] && one[1] == other[0])
            && same_before + same_behind + 2 == most
    };
    least >= 4 && most - least <= 1 && (same_before + same_behind + 1 >= most || least == most && exchanged())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(event: &str, round: &str) -> Game {
        let side = |name: &str| crate::Side { name: name.to_owned(), ..crate::Side::default() };
        Game {
            event: event.to_owned(),
            round: round.to_owned(),
            white: side("Ample, Anna"),
            black: side("Ring, Olaf"),
            ..Game::default()
        }
    }

    fn told(event: &str, round: &str) -> String {
        words(&game(event, round)).join(" ")
    }

    #[test]
    fn rounds_boards_and_teams_are_no_part_of_an_event() {
        for (tag, round, wanted) in [
            ("Spring Open", "3", "spring open"),
            ("Spring Open, Round 3", "3", "spring open"),
            ("Spring Open R3", "3.7", "spring open"),
            ("Spring Open Rd#3", "?", "spring open"),
            ("Spring Open - 3. Runde", "3", "spring open"),
            ("3rd round Spring Open", "3", "spring open"),
            ("Кубок города, 3-й тур", "3", "кубок города"),
            ("Kubok 3 kolo", "3.1", "kubok"),
            ("Tata Steel 2024 - Round 5 | Board 2", "5", "tata steel 2024"),
            ("2019 Teams - Board 2", "4", "2019 teams"),
            ("Olympiad 2024 | Round 3: Germany - France", "3", "olympiad 2024"),
            ("Round 3: Germany - France", "3", ""),
            ("Round 3: Ample, Anna - Ring, Olaf", "3.1", ""),
            ("Ample, Anna - Ring, Olaf", "3.1", ""),
            ("Spring Open: Round 3: Ample, Anna - Ring, Olaf", "3", "spring open"),
            ("Olympiad Round 3 Women", "3", "olympiad women"),
            ("WCh Match Game 5", "5", "wch match"),
            ("GM-A", "1", "gm a"),
            ("gm  А", "1", "gm a"),
            ("?", "1", ""),
            ("", "1", ""),
        ] {
            assert_eq!(told(tag, round), wanted, "{tag}");
        }
        assert_eq!(plain(&game("Tata Steel 2024 - Round 5 | Board 2", "5")), "Tata Steel 2024");
        assert_eq!(plain(&game("Spring Open (A)", "5")), "Spring Open (A)");
    }

    #[test]
    fn numbers_of_an_event_stay() {
        for (tag, round) in [
            ("Champions Tour 3", "7"),
            ("World Rapid Round Robin 2023", "3"),
            ("Titled Tuesday 3", "3"),
            ("Orbis 4 IM 2019", "4"),
            ("Round the Table 12", "2"),
            ("5th Round Table Open", "2"),
            ("Grand Tour Final 2021", "1"),
        ] {
            let numbers = tag.split(' ').filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
            for number in numbers {
                assert!(told(tag, round).contains(&number.to_lowercase()), "{tag}: {}", told(tag, round));
            }
        }
    }

    #[test]
    fn a_slip_is_no_other_name() {
        let near = |a: &str, b: &str| {
            let words = |text: &str| split(text).into_iter().map(|word| word.folded).collect::<Vec<_>>();
            nearly(&words(a), &words(b)) && nearly(&words(b), &words(a))
        };
        assert!(near("Spring Open 2025", "Spring Open") && near("Sprng Open 2025", "Spring Open 2025"));
        assert!(near("Lipa Open 2025", "Lipa Opne 2025") && near("Lipa Open", "Ilpa Open"));
        assert!(near("Кубок города", "Кубок гоорда") && !near("Lipa Open", "Lipa Onep"));
        assert!(!near("Open 2024", "Open 2042") && !near("Lipa Open", "Liap Opne"));
        assert!(near("Rilton Cup", "Riltom Cup") && near("Rilton Cup", "Rilton  CUP"));
        assert!(!near("Open A", "Open B") && !near("Open 2024", "Open 2025") && !near("GM A", "IM A"));
        assert!(!near("World Rapid 2023", "World Blitz 2023") && !near("", "Open"));
    }
}
