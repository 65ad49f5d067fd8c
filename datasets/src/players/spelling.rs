//! Names without regard to case, white space and commas.

/// Lower case; runs of white space and commas are one space.
pub(crate) fn normalised(name: &str) -> String {
    let words = name.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether a normalised name names nobody.
pub(crate) fn is_nameless(normalised: &str) -> bool {
    matches!(normalised, "" | "?" | "??" | "nn" | "n.n.")
}

#[cfg(test)]
mod tests {
    use super::normalised;

    #[test]
    fn only_case_commas_and_space_are_ignored() {
        assert_eq!(normalised(" O'Connor ,  Pat\u{a0}J. "), "o'connor pat j.");
        assert_ne!(normalised("O'Connor"), normalised("OConnor"));
        assert_eq!(normalised("ИВАНОВ"), "иванов");
        assert_eq!(normalised(""), "");
    }
}
