//! The words of a name, for looking up what they say about time and conditions.

/// Most characters of a name that are looked at.
const MAX_CHARS: usize = 1_000;

/// Lower-case words of letters.
pub(crate) fn words(name: &str) -> Vec<String> {
    let name: String = name.chars().take(MAX_CHARS).collect::<String>().to_lowercase();
    // An address is no name: a tournament's address repeats words of other things.
    name.split_whitespace()
        .filter(|word| !word.contains("://"))
        .flat_map(|word| word.split(|c: char| !c.is_alphabetic()))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
