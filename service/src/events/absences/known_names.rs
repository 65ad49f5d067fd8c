//! The names that an event knows, so that a name typed by hand does not become a second person without a word.

use std::collections::BTreeSet;

use crate::events::boards::Board;
use crate::events::result_cache::ResultView;
use crate::keys::Key;
use crate::web::Problem;
use crate::web::problem::Detail;

/// Most names that are proposed for one that is not known.
const MAX_LIKELY: usize = 5;
/// Shortest word, in characters, that may differ from another in one of them.
const MIN_SPELT: usize = 4;

pub(crate) struct KnownNames(BTreeSet<String>);

impl KnownNames {
    /// Names as the boards write them, and as most games of the newest result do.
    pub(crate) fn new(boards: &[Board], result: Option<&ResultView>) -> Self {
        let on_boards = boards.iter().flat_map(|board| [&board.white, &board.black]);
        let in_result = result.iter().flat_map(|shown| shown.found.screening.players.iter().map(|p| &p.name));
        Self(on_boards.chain(in_result).cloned().collect())
    }

    /// Those that a form can take: a name with characters that cannot be seen is not typed.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str).filter(|name| reports::visible(name) == *name)
    }

    /// A name as the event writes it. One that it does not know is taken as it is, for a board that the source does not show; one that
    /// only resembles a name that it knows is refused with the likely ones.
    pub(crate) fn checked(&self, name: String) -> Result<String, Problem> {
        let wanted = words(&name);
        if self.0.contains(&name) {
            return Ok(name);
        }
        let same: Vec<&String> = self.0.iter().filter(|known| words(known) == wanted).collect();
        if let [one] = same[..] {
            return Ok(one.clone());
        }
        let likely = self.0.iter().filter(|known| resembles(&words(known), &wanted));
        let likely: Vec<String> = likely.take(MAX_LIKELY).map(|known| reports::visible(known)).collect();
        if likely.is_empty() {
            return Ok(name);
        }
        let (name, likely) = (reports::visible(&name), likely.join("; "));
        let values = vec![("name", name.clone()), ("likely", likely.clone())];
        Err(Problem::Refused {
            why: Key::RefusedUnknownName,
            detail: Some(Detail {
                text: format!("{name}: {likely}"),
                file: None,
                worded: Some((Key::RefusedUnknownNameLikely, values)),
            }),
        })
    }
}

fn words(name: &str) -> Vec<String> {
    let parts = name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect()
}

/// Whether two names share a word of more than one letter, or one that differs in a single character.
fn resembles(known: &[String], typed: &[String]) -> bool {
    let close = |a: &str, b: &str| a.chars().count() > 1 && (a == b || is_one_off(a, b));
    typed.iter().any(|a| known.iter().any(|b| close(a, b)))
}

/// Whether one character was left out, put in or changed.
fn is_one_off(a: &str, b: &str) -> bool {
    let (mut a, mut b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len() > b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    if a.len() < MIN_SPELT || b.len() - a.len() > 1 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (rest_a, rest_b) = (&a[same..], &b[same..]);
    let skip = usize::from(a.len() == b.len()).min(rest_a.len());
    rest_b.is_empty() || rest_a[skip..] == rest_b[1..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> KnownNames {
        let names = ["Németh, Anna", "Nemeth, Bela", "Oak, Boris", "Li, Wei"];
        KnownNames(names.map(str::to_owned).into())
    }

    #[test]
    fn a_name_that_resembles_a_known_one_is_no_second_person() {
        let taken = |name: &str| known().checked(name.to_owned()).ok();
        for (typed, meant) in [
            ("Oak, Boris", Some("Oak, Boris")),
            ("oak boris", Some("Oak, Boris")),
            (" Oak,Boris ", Some("Oak, Boris")),
            ("Fir, Eva", Some("Fir, Eva")),
            ("Nemeth", None),
            ("Nemet", None),
            ("Boriss", None),
            ("Oak", None),
            ("Bela Nemeth", None),
            ("Wei", None),
        ] {
            assert_eq!(taken(typed).as_deref(), meant, "{typed}");
        }
        let Err(Problem::Refused { detail: Some(detail), .. }) = known().checked("Nemeth".to_owned()) else {
            panic!("refused");
        };
        assert_eq!(detail.text, "Nemeth: Nemeth, Bela; Németh, Anna");
        assert_eq!(KnownNames(BTreeSet::new()).checked("Nemeth".to_owned()).ok().as_deref(), Some("Nemeth"));
    }

    #[test]
    fn one_character_off_by_hand() {
        for (a, b, off) in [
            ("nemeth", "nemet", true),
            ("nemeth", "németh", true),
            ("nemeth", "nemetth", true),
            ("xemeth", "nemeth", true),
            ("nemeth", "nemeth", true),
            ("nemeth", "nmeeth", false),
            ("oak", "oaks", false),
            ("nemeth", "neme", false),
        ] {
            assert_eq!(is_one_off(a, b), off, "{a} {b}");
            assert_eq!(is_one_off(b, a), off, "{b} {a}");
        }
    }
}
