//! What a reader looks for first: whether anybody stands out, over what was looked at, what may be done, and which thresholds
//! the rules know.
//!
//! Nobody is said to stand out, or not to, where nothing may rest on the numbers: then it is said that there is no index, and why.

use analyzer::screening::{PlayerResult, Screening, Suggestion};

use super::columns::reading;
use crate::document::{Block, Cell, filled, note, text};
use crate::messages::{Arg, Key, Messages};
use crate::order::{Census, by_index, games_add_up};
use crate::words;

/// Players of a kind that are named here; the table has the others.
const MOST_NAMED: usize = 10;

/// The answer, and before it how many positions have none; `address` leads to a player by the place in the screening, where there
/// is one.
pub(crate) fn answer(m: &Messages, s: &Screening, address: &dyn Fn(usize) -> Option<String>) -> Vec<Block> {
    let caution = words::caution(m, &s.manifest, &s.event);
    let indexed = s.players.iter().filter(|player| player.roi.is_some()).count();
    let of = |suggestion: Suggestion| -> Vec<usize> {
        let is = |place: &usize| s.players.get(*place).is_some_and(|player| player.reading == suggestion);
        by_index(s).into_iter().filter(is).collect()
    };
    let (ask, look) = (of(Suggestion::AskForFullTest), of(Suggestion::LookAtContext));
    let title = match (&caution, ask.len()) {
        (Some(_), _) if s.manifest.parameters.is_some() => m.text(Key::AnswerProvisional),
        (Some(_), _) => m.text(Key::AnswerNoIndex),
        (None, _) if indexed == 0 => m.text(Key::AnswerNoIndex),
        (None, 0) if !s.failures.is_empty() => m.text(Key::AnswerSoFar),
        (None, 0) => m.text(Key::AnswerNobody),
        (None, players) => m.with(Key::AnswerSome, [("players", players)]),
    };
    let mut blocks = vec![Block::Section { id: "answer", title }];
    blocks.extend(without_answer(m, s));
    let adds_up = games_add_up(&s.event) && Census::sum(&s.players).adds_up();
    blocks.extend((!adds_up).then(|| note(m, Key::EquationBroken)));
    if let Some(caution) = caution {
        blocks.extend([Block::Note { text: caution }, looked_at(m, s, indexed)]);
        return blocks;
    }
    let line = |place: &usize| s.players.get(*place).map(|player| line(m, player, address(*place)));
    blocks.extend(ask.iter().take(MOST_NAMED).filter_map(line));
    blocks.extend(further(m, ask.len()));
    blocks.push(looked_at(m, s, indexed));
    if indexed == 0 {
        blocks.extend(reasons(m, s).map(|reasons| filled(m, Key::AnswerReasons, [("reasons", reasons)])));
        return blocks;
    }
    blocks.push(expected(m, s));
    if ask.is_empty() {
        blocks.push(text(m, Key::AnswerNoStep));
    } else {
        blocks.extend([text(m, Key::AnswerStep), note(m, Key::HintsNowNever)]);
    }
    if !look.is_empty() {
        blocks.push(text(m, Key::AnswerLook));
        blocks.extend(look.iter().take(MOST_NAMED).filter_map(line));
        blocks.extend(further(m, look.len()));
    }
    blocks
}

/// How many positions had no answer when the numbers were made, if any.
pub(crate) fn without_answer(m: &Messages, s: &Screening) -> Option<Block> {
    let text = m.with(Key::PagesOpen, [("positions", s.failures.len() as u64)]);
    (!s.failures.is_empty()).then_some(Block::Note { text })
}

/// Over what the answer is given.
fn looked_at(m: &Messages, s: &Screening, indexed: usize) -> Block {
    let n = m.numbers();
    let values = [
        ("scored", n.count(s.event.games_scored)),
        ("games", n.count(s.event.games_in)),
        ("indexed", n.count(indexed)),
        ("players", n.count(s.players.len())),
    ];
    filled(m, Key::AnswerLookedAt, values)
}

/// A player with the index, how rare it is among honest performances, and what to check first: the rating against the
/// performance.
fn line(m: &Messages, player: &PlayerResult, address: Option<String>) -> Block {
    let n = m.numbers();
    let name = player.name.clone();
    let name =
        address.map_or_else(|| Cell::Strong(name.clone()), |address| Cell::Link(name.clone(), address));
    let mut facts = vec![m.with(Key::PlayerIndex, [("index", n.index(player.roi))])];
    facts.extend(player.once_in.map(|once| m.with(Key::AnswerOdds, [("odds", words::odds(m, once))])));
    let performance = player.standing.as_ref().and_then(|standing| standing.performance);
    if let (Some(rating), Some(performance)) = (player.rating, performance) {
        let values = [("rating", rating.to_string()), ("performance", performance.to_string())];
        facts.push(m.with(Key::AnswerCheck, values));
    }
    Block::Line {
        parts: vec![name, Cell::Plain(format!("{}.", facts.join("; "))), reading(m, player.reading)],
    }
}

/// How many more there are than are named.
fn further(m: &Messages, players: usize) -> Option<Block> {
    let more = players.checked_sub(MOST_NAMED).filter(|more| *more > 0)?;
    Some(filled(m, Key::AnswerFurther, [("players", more)]))
}

/// What an honest field of this size would show at the levels, and what is there.
fn expected(m: &Messages, s: &Screening) -> Block {
    let (n, field) = (m.numbers(), &s.field);
    let values = [
        ("players", Arg::from(field.players)),
        ("expected65", n.expected(field.expected_at.at_65).into()),
        ("seen65", n.count(field.seen_at.at_65).into()),
        ("expected60", n.expected(field.expected_at.at_60).into()),
        ("seen60", n.count(field.seen_at.at_60).into()),
    ];
    filled(m, Key::AnswerExpected, values)
}

/// Why players have no index, the most frequent reason first; nothing where there are no players.
fn reasons(m: &Messages, s: &Screening) -> Option<String> {
    let mut counts: Vec<(usize, String)> = Vec::new();
    for player in &s.players {
        let reason = m.label("reading", &player.reading);
        match counts.iter_mut().find(|(_, known)| *known == reason) {
            Some((players, _)) => *players += 1,
            None => counts.push((1, reason)),
        }
    }
    counts.sort_by(|a, b| b.cmp(a));
    let counted =
        counts.iter().map(|(players, reason)| format!("{reason} ({})", m.numbers().count(*players)));
    (!counts.is_empty()).then(|| counted.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use analyzer::screening::FailureEntry;

    use super::*;
    use crate::{Language, TerminalOptions, example, html, terminal};

    const WIDE: TerminalOptions =
        TerminalOptions { width: 400, colour: false, all: true, language: Language::ENGLISH };

    /// The example under certified parameters: one index of 65.6, one of 61.0, two below, two players without one.
    fn certified() -> Screening {
        let mut s = example::screening();
        s.manifest.provisional = false;
        s.failures.clear();
        s
    }

    /// The answer as it stands before everything else on a terminal.
    fn said(s: &Screening) -> String {
        let text = terminal(s, WIDE);
        text.split("Thresholds of the rules").next().expect("a text").to_owned()
    }

    #[test]
    fn who_stands_out_is_named_with_what_may_be_done() {
        let s = certified();
        let answer = said(&s);
        for words in [
            "One player stands out",
            "<script>alert(1)</script> index 65.6",
            "rating 2450, performance 2601. ask for a full test",
            "Looked at: 24 of 27 games. With an index: 4 of 6 players.",
            "0.012 of 4 players are expected at 65 or above",
            "there are 1 and 2.",
            "check the rating first, watch more closely, and ask for a full test",
            "Never: question or search anybody because of a quick test",
            "Look at the context (index from 60):",
            "index 61.0",
        ] {
            assert!(answer.contains(words), "{words}: {answer}");
        }
        let page = html(&s, &[], Language::ENGLISH).expect("a page");
        let (lead, _) = page.split_once("<nav").expect("the contents");
        assert!(lead.contains("<section id=\"answer\"><h2>One player stands out</h2>"), "{lead}");
        assert!(lead.contains("<a href=\"#p1\"><bdi>&lt;script&gt;"), "a name leads to the player: {lead}");
    }

    #[test]
    fn nobody_stands_out_only_where_somebody_was_looked_at() {
        let mut s = certified();
        for player in &mut s.players {
            if player.roi.is_some() {
                player.reading = Suggestion::Normal;
            }
        }
        let answer = said(&s);
        assert!(answer.contains("Nobody stands out") && answer.contains("24 of 27 games"), "{answer}");
        assert!(answer.contains("gives no reason for a step towards anybody"), "{answer}");
        assert!(!answer.contains("Never:") && !answer.contains("O'Connor"), "{answer}");
        // Nobody has an index: the reasons, and no word of anybody standing out or not.
        for player in &mut s.players {
            (player.roi, player.reading) = (None, Suggestion::Insufficient);
        }
        s.players[0].reading = Suggestion::Unrated;
        let answer = said(&s);
        assert!(answer.contains("There is no index") && !answer.contains("stands out"), "{answer}");
        let reasons = "Why nobody has an index: too few decisions (5); no rating: no projection (1).";
        assert!(answer.contains(reasons), "{answer}");
        s.players.clear();
        assert!(said(&s).contains("There is no index") && !said(&s).contains("Why nobody"));
    }

    #[test]
    fn where_nothing_may_rest_on_the_numbers_nobody_is_named_and_the_reason_stands_first() {
        let mut s = example::screening();
        assert!(
            said(&s).contains("No index may be acted upon") && said(&s).contains("Provisional parameters.")
        );
        s.manifest.parameters = None;
        for (missing, why) in [
            (analyzer::screening::Missing::Chess960, "There is no calibration for Chess960"),
            (analyzer::screening::Missing::NotStated, "Ask the organiser, and state it"),
        ] {
            s.manifest.missing = Some(missing);
            let answer = said(&s);
            assert!(answer.contains("There is no index") && answer.contains(why), "{answer}");
            assert!(!answer.contains("stands out") && !answer.contains("index 65.6"), "{answer}");
        }
    }

    #[test]
    fn while_positions_wait_nobody_stands_out_so_far() {
        let mut s = certified();
        s.players.iter_mut().for_each(|player| player.reading = Suggestion::Normal);
        let m = Messages::new(Language::ENGLISH);
        let title = |s: &Screening| match answer(&m, s, &|_| None).swap_remove(0) {
            Block::Section { title, .. } => title,
            other => panic!("{other:?}"),
        };
        let note = "When this was made, 2 positions had no answer.";
        s.failures.clear();
        assert_eq!(title(&s), "Nobody stands out");
        assert!(!said(&s).contains("had no answer"));
        let open = FailureEntry { fen: String::new(), reason: String::new() };
        s.failures = vec![open; 2];
        assert_eq!(title(&s), "Nobody stands out so far");
        assert!(said(&s).contains(note), "{}", said(&s));
        // Whoever stands out already is named.
        let named = Screening { failures: s.failures.clone(), ..certified() };
        assert_eq!(title(&named), "One player stands out");
        s.players.iter_mut().for_each(|player| player.roi = None);
        assert_eq!(title(&s), "There is no index");
    }

    #[test]
    fn long_lists_are_cut_and_counted() {
        let mut s = certified();
        let high = s.players.iter().find(|player| player.reading == Suggestion::AskForFullTest).cloned();
        s.players = vec![high.expect("one"); 13];
        let answer = said(&s);
        assert!(
            answer.contains("13 players stand out") && answer.contains("And 3 more in the table."),
            "{answer}"
        );
        assert_eq!(answer.matches("index 65.6").count(), MOST_NAMED);
    }

    /// Both thresholds, what they are for and what applies stand on every sheet, before method and approval.
    #[test]
    fn thresholds_stand_on_every_sheet_in_every_language() {
        use analyzer::policy::Mode;
        for language in Language::all() {
            let m = Messages::new(language);
            let purpose = m.text(Key::Purpose);
            let not_stated = m.text(Key::EventModeNotStated);
            let [low, high] = [4.25, 5.0].map(|level| m.numbers().decimal(level, 2));
            for mode in [None, Some(Mode::Online), Some(Mode::OverTheBoard)] {
                let mut s = certified();
                s.event.mode = mode;
                let page = html(&s, &[], language).expect("a page");
                let (lead, rest) = page.split_once("<nav").expect("the contents");
                let text = terminal(&s, TerminalOptions { language, ..WIDE });
                for text in [lead, &text] {
                    assert!(text.contains(&low) && text.contains(&high), "{language}: {text}");
                    assert_eq!(text.contains(&not_stated), mode.is_none(), "{language}: {text}");
                    // The one that applies stands once more.
                    let applies = match mode {
                        Some(Mode::Online) => &low,
                        _ => &high,
                    };
                    assert_eq!(text.matches(applies.as_str()).count() > 1, mode.is_some(), "{text}");
                }
                assert!(!lead.contains(&purpose) && rest.contains(&purpose));
                let answer = m.with(Key::AnswerSome, [("players", 1_usize)]);
                let place = |words: &str| text.find(words).expect("there");
                assert!(place(&answer) < place(&low) && place(&low) < place(&purpose), "{text}");
            }
        }
    }

    /// At 390 pixels the index has to be in sight beside the name.
    #[test]
    fn the_index_stands_beside_the_name() {
        let page = html(&certified(), &[], Language::ENGLISH).expect("a page");
        let (_, table) = page.split_once("id=\"table\"").expect("the table");
        let head: Vec<&str> =
            table.split("</th>").take(4).map(|th| th.rsplit('>').next().expect("text")).collect();
        assert_eq!(head, ["Name", "Index", "Reading", "No."]);
    }
}
