//! What the rules say of every result of this program, whatever its numbers.

use analyzer::policy::Regulations;
use analyzer::policy::regulations::SearchTerm;
use serde::Serialize;

use crate::language::Language;
use crate::messages::{Key, Messages};

/// The sentence on the approval of the method by FIDE, and what a result may be used for; none if the rules that are built into the
/// program do not read, which a test of theirs rules out.
pub(crate) fn approval(m: &Messages) -> Option<String> {
    let approval = Regulations::shipped().ok()?.approval;
    let uses = approval
        .uses
        .iter()
        .map(|use_under| format!("{} ({})", m.label("use", &use_under.permitted), use_under.article));
    let values = [
        ("article", approval.article.clone()),
        ("online", approval.online.clone()),
        ("uses", joined(m, uses.collect())),
    ];
    Some(m.label_with("approval", &approval.status, values))
}

/// The same in a language, for pages that are not made here.
pub fn approval_sentence(language: Language) -> Option<String> {
    approval(&Messages::new(language))
}

/// How a search is done, as the Manual remarks it after a section.
pub(crate) fn search(m: &Messages, terms: &[SearchTerm], article: &str) -> String {
    m.with(Key::DossierSearch, [("terms", enumerated(m, "search", terms)), ("article", article.to_owned())])
}

/// The labels of values, one after the other, the last with "and".
pub(crate) fn enumerated(m: &Messages, family: &str, values: &[impl Serialize]) -> String {
    joined(m, values.iter().map(|value| m.label(family, value)).collect())
}

fn joined(m: &Messages, mut items: Vec<String>) -> String {
    let last = items.pop().unwrap_or_default();
    if items.is_empty() {
        return last;
    }
    m.with(Key::DossierRulesAnd, [("first", items.join(", ")), ("second", last)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_names_every_article_of_the_data_file_in_every_language() {
        let approval = Regulations::shipped().expect("reads").approval;
        for language in Language::all() {
            let said = approval_sentence(language).expect("a sentence");
            let articles = approval.uses.iter().map(|use_under| &use_under.article);
            for article in articles.chain([&approval.article, &approval.online]) {
                assert!(said.contains(article.as_str()), "{article} in {said}");
            }
            assert_eq!(said.matches(". ").count(), 0, "one sentence: {said}");
            assert_eq!(crate::wording::forbidden(&said), None, "{said}");
        }
    }
}
