//! Given names that are one name in several languages: `Mykola` and `Nikolai`, `Johannes` and `Hans`.

/// One name to the line, its forms between spaces; a line that begins with `#` is a comment.
const FORMS: &str = include_str!("given_names.txt");

/// Whether two folded given names are forms of one name.
pub(crate) fn same_name(a: &str, b: &str) -> bool {
    let holds = |row: &str, name: &str| row.split(' ').any(|form| form == name);
    rows().any(|row| holds(row, a) && holds(row, b))
}

fn rows() -> impl Iterator<Item = &'static str> {
    FORMS.lines().filter(|line| !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::{rows, same_name};

    #[test]
    fn forms_of_one_name_meet() {
        assert!(same_name("mykola", "nikolai") && same_name("hans", "johannes"));
        assert!(!same_name("ivan", "igor") && !same_name("unheard", "unheard of"));
    }

    #[test]
    fn every_row_is_plain_and_without_repeats() {
        for row in rows() {
            let names: Vec<&str> = row.split(' ').collect();
            for (at, name) in names.iter().enumerate() {
                assert!(!names[..at].contains(name), "{name} stands twice");
                assert!(!name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase()), "{row}");
            }
            assert!(names.len() > 1, "{row}");
        }
    }
}
