//! Passwords that are tried first: well-known ones, those with a name of the place in them, and rows of characters.
//!
//! The list holds the 229 passwords of twelve or more characters among the 30,000 most frequent ones of leaked lists, as the
//! MIT-licensed `zxcvbn` has them (Python package `zxcvbn` 4.5.0, `frequency_lists.py`; <https://github.com/dropbox/zxcvbn>).

const KNOWN: &str = include_str!("known_passwords.txt");
const PRODUCT: &str = "fairplay";
/// Shorter names stand in too many good passwords by chance.
const MIN_NAME: usize = 4;
/// Neighbours on the rows of keyboards, in both directions.
const ROWS: [&str; 7] =
    ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"];

/// Whether a password is tried early, by somebody who knows the names of its owner and of their events.
pub(crate) fn is_known(password: &str, names: &[String]) -> bool {
    let lower = password.to_lowercase();
    let plain = |text: &str| text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let bare = plain(password);
    let holds = |name: &str| name.chars().count() >= MIN_NAME && bare.contains(name);
    // One with a few characters more is the next that is tried.
    let stem = lower.trim_end_matches(|c: char| !c.is_alphabetic());
    KNOWN.lines().any(|known| known == lower || known == bare || known == stem)
        || holds(PRODUCT)
        || names.iter().any(|name| holds(&plain(name)))
        || is_row(&lower)
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
mod tests {
    use super::*;

    #[test]
    fn what_is_tried_first_is_known() {
        let names = ["anna.birch", "Spring Open 2026", "Li"].map(str::to_owned);
        for password in [
            "leavemealone",
            "LeaveMeAlone",
            "leavemealone99!",
            "leave me alone",
            "my fair-play word",
            "xx Anna Birch xx",
            "springopen2026!?",
            "aaaaaaaaaaaaaa",
            "abcabcabcabca",
            "12xy12xy12xy",
            "abcdefghijkl",
            "987654321098",
            "qwertyuiop[]",
            "йцукенгшщзхъ",
            "qwertyasdfghzxcv",
            "1234567890ab",
        ] {
            assert!(is_known(password, &names), "{password}");
        }
        for password in [
            "correct horse battery",
            "entirely different words",
            "another good password",
            "Likely a quiet rook",
            "длинный да пароль",
            "t7#kQz!m2wLp",
        ] {
            assert!(!is_known(password, &names), "{password}");
        }
    }

    #[test]
    fn the_list_is_small_sorted_and_of_long_ones() {
        assert!(KNOWN.len() < 4_096, "{}", KNOWN.len());
        let lines: Vec<&str> = KNOWN.lines().collect();
        assert_eq!(lines.len(), 229);
        assert!(lines.is_sorted() && lines.iter().all(|line| line.chars().count() >= 12));
    }
}
