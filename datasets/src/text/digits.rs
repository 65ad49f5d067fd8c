//! Numbers as files write them: ASCII digits alone, without sign, space or separator.

use std::str::FromStr;

pub(crate) fn number<T: FromStr>(text: &str, most: usize) -> Option<T> {
    let digits = (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
