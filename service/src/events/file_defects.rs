//! What is wrong with a table, a book or a rating list, as a value that a page words in the reader's language.
//!
//! File, line and token stand as they are. Where a reader of files says more than its kind of defect, programs read it in English.

use datasets::book::BookError;
use datasets::players::aliases::{AliasError, MAX_BYTES};
use datasets::ratings::list::ListError;

use crate::keys::Key;
use crate::web::problem::{Detail, Values};

fn worded(error: &impl std::fmt::Display, key: Key, values: Values) -> Detail {
    let values = values.into_iter().map(|(name, text)| (name, reports::visible(&text)));
    Detail { worded: Some((key, values.collect())), ..as_it_is(error) }
}

fn as_it_is(error: &impl std::fmt::Display) -> Detail {
    reports::visible(&error.to_string()).into()
}

pub(super) fn aliases(error: &AliasError) -> Detail {
    match error {
        AliasError::TooLarge => worded(error, Key::DefectTableLarge, vec![("most", MAX_BYTES.to_string())]),
        AliasError::Encoding { at } => worded(error, Key::DefectTableEncoding, vec![("at", at.to_string())]),
        AliasError::Syntax { line, message } => {
            let values = vec![("line", line.to_string()), ("message", message.clone())];
            worded(error, Key::DefectTableSyntax, values)
        }
        AliasError::Empty { line, field } => {
            let values = vec![("line", line.to_string()), ("field", (*field).to_owned())];
            worded(error, Key::DefectTableEmpty, values)
        }
        AliasError::Twice { line, first, text, .. } => {
            let values =
                vec![("line", line.to_string()), ("first", first.to_string()), ("text", text.clone())];
            worded(error, Key::DefectTableTwice, values)
        }
        AliasError::Read { .. } | AliasError::BothSides { .. } => as_it_is(error),
    }
}

pub(super) fn book(error: &BookError) -> Detail {
    match error {
        BookError::NotABook => worded(error, Key::DefectBookNone, Vec::new()),
        BookError::OtherVersion { .. } => worded(error, Key::DefectBookVersion, Vec::new()),
        BookError::Damaged { .. } => worded(error, Key::DefectBookDamaged, Vec::new()),
        BookError::Archive(_) | BookError::File { .. } | BookError::Pack(_) | BookError::TooLarge { .. } => {
            as_it_is(error)
        }
    }
}

pub(super) fn rating_list(error: &ListError) -> Detail {
    match error {
        ListError::Layout { name, line, column, text, .. } => {
            let values = vec![
                ("file", name.clone()),
                ("line", line.to_string()),
                ("column", column.to_string()),
                ("text", text.clone()),
            ];
            worded(error, Key::DefectListLayout, values)
        }
        ListError::Broken { name, line, reason } => {
            let values = vec![("file", name.clone()), ("line", line.to_string()), ("reason", reason.clone())];
            worded(error, Key::DefectListBroken, values)
        }
        ListError::Disagree { name, one, other, .. } => {
            let values = vec![("file", name.clone()), ("one", one.clone()), ("other", other.clone())];
            worded(error, Key::DefectListDisagrees, values)
        }
        ListError::TooLong { name } => worded(error, Key::DefectListLong, vec![("file", name.clone())]),
        ListError::Read(_) | ListError::KindUnknown { .. } | ListError::Stopped { .. } => as_it_is(error),
    }
}

impl Detail {
    /// The same with the name of the file before it.
    pub(super) fn of_file(self, name: &str) -> Self {
        let name = reports::visible(name);
        let text = format!("{name}: {}", self.text);
        Self { text, file: Some(name), ..self }
    }
}

#[cfg(test)]
mod tests {
    use datasets::Aliases;
    use reports::Language;

    use super::*;
    use crate::messages::Messages;

    /// Line and token are there in every language, and nothing else is English outside English pages.
    #[test]
    fn defects_of_files_are_worded_in_every_language() {
        let twice =
            "[[person]]\nname = \"Oak, Ann\"\naliases = [\"Zed\"]\nconfirmed_by = \"x\"\ndate = 2026-01-01\n";
        let twice = format!("{twice}{}", twice.replace("Oak, Ann", "Elm, Bo"));
        let table = |body: &[u8]| aliases(&Aliases::parse(body).expect_err("a defect"));
        let layout = ListError::Layout {
            name: "Л.txt".to_owned(),
            line: 7,
            column: 12,
            reason: "the reason",
            text: "ЖЖЖ".to_owned(),
        };
        let cases = [
            (table(twice.as_bytes()), vec!["zed", "6"]),
            (table(b"\xff"), vec!["0"]),
            (table("# \n".repeat(3_000_000).as_bytes()), vec![]),
            (book(&BookError::NotABook), vec![]),
            (book(&BookError::OtherVersion { what: "format" }), vec![]),
            (book(&BookError::Damaged { what: "it ends too early" }), vec![]),
            (rating_list(&layout), vec!["Л.txt", "7", "12", "ЖЖЖ"]),
            (rating_list(&ListError::TooLong { name: "Л.txt".to_owned() }), vec!["Л.txt"]),
        ];
        for language in Language::all() {
            let messages = Messages::new(language);
            for (detail, tokens) in &cases {
                let (key, values) = detail.worded.as_ref().expect("worded");
                let said = messages.filled(*key, values);
                assert!(tokens.iter().all(|token| said.contains(token)), "{language}: {said}");
                let letters = said.chars().filter(char::is_ascii_alphabetic).count();
                assert_eq!(letters * 2 > said.chars().count(), language == Language::ENGLISH, "{said}");
            }
        }
    }
}
