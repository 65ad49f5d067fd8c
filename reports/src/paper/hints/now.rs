//! What an arbiter has to know within ten seconds: who is named, the one thing that is allowed for each of them now, how often
//! an honest event shows the same, and what never to do. No term of statistics stands here.

use std::ops::RangeInclusive;

use analyzer::{
    hints::{Ground, Hints, IntrusiveGround, QuickHint, Stands},
    policy::Attention,
};

use super::{
    ladder,
    then::{self, Then},
};
use crate::{
    bundle::Timestamp,
    date,
    document::{Block, Cell, note, text},
    messages::{Key, Messages},
    words,
};

/// Greatest number of honest events that is named: no course of a quick test so rare has been checked on honest events.
const MOST_EVENTS: f64 = 1_000.0;
/// Least number of honest events among which something is said to happen once: "once in one" says nothing.
const LEAST_EVENTS: u64 = 2;

/// The strongest ground that there is about one player.
enum Strongest<'a> {
    Intrusive(&'a IntrusiveGround),
    Watch(&'a Ground),
}

/// Everybody who is named, once each: those towards whom most is allowed first.
fn named(hints: &Hints) -> Vec<(usize, &str, Strongest<'_>)> {
    let mut found: Vec<(usize, &str, Strongest<'_>)> = Vec::new();
    for rung in &hints.ladder {
        if let Stands::Intrusive { players } = &rung.stands {
            found
                .extend(players.iter().map(|p| (p.person, p.name.as_str(), Strongest::Intrusive(&p.ground))));
        }
    }
    for rung in &hints.ladder {
        if let Stands::Unobtrusive { players } = &rung.stands {
            for p in players {
                if found.iter().all(|(person, ..)| *person != p.person) {
                    found.push((p.person, &p.name, Strongest::Watch(&p.ground)));
                }
            }
        }
    }
    found
}

/// The first section: its heading is the answer.
pub(super) fn now(m: &Messages, hints: &Hints) -> Vec<Block> {
    let named = named(hints);
    let caution = words::caution(m, &hints.manifest, &hints.event);
    let title = match named.len() {
        0 if caution.is_some() => m.text(Key::HintsNobodyCanBe),
        0 if hints.players.iter().all(|player| player.decisions == 0) => m.text(Key::HintsNotLooked),
        0 if players_with_index(hints) == 0 => m.with(Key::HintsNobodyJudged, [("basis", basis(m, hints))]),
        0 => m.with(Key::HintsNobodyNamed, [("basis", basis(m, hints))]),
        players => m.with(Key::HintsNamed, [("players", players)]),
    };
    let mut blocks = vec![Block::Section { id: "now", title }, note(m, Key::HintsNowNever)];
    blocks.extend(named.iter().map(|(person, name, ground)| line(m, hints, *person, name, ground)));
    blocks.extend(ladder::searched(m, hints).into_iter().map(|text| Block::Text { text }));
    let calibrated = caution.is_none();
    blocks.extend(caution.map(|text| Block::Note { text }));
    let lists = words::list_cautions(m, hints.manifest.rating_lists.as_ref());
    blocks.extend(lists.into_iter().map(|text| Block::Note { text }));
    blocks.extend(index_sentence(m, hints, named.is_empty(), calibrated));
    let alert = |rung: &analyzer::hints::Rung| matches!(rung.stands, Stands::OrangeAlert { alert: Some(_) });
    if hints.ladder.iter().any(alert) {
        blocks.push(text(m, Key::HintsNowOrange));
    }
    blocks.push(Block::Hint { text: stand(m, hints) });
    blocks
}

/// Players with an index.
fn players_with_index(hints: &Hints) -> usize {
    hints.players.iter().filter(|player| player.index.is_some()).count()
}

/// Of how many players the numbers say anything, and what they say where nobody is named.
fn index_sentence(m: &Messages, hints: &Hints, nobody: bool, calibrated: bool) -> Option<Block> {
    let indexed = if calibrated { players_with_index(hints) } else { 0 };
    if indexed == 0 {
        return nobody.then(|| text(m, Key::HintsNowUnjudged));
    }
    let all = hints.players.len();
    let of_all =
        (indexed < all).then(|| m.with(Key::HintsNowJudged, [("indexed", indexed), ("players", all)]));
    let answer = nobody.then(|| m.text(Key::HintsNowNobody));
    let parts: Vec<String> = answer.into_iter().chain(of_all).collect();
    (!parts.is_empty()).then(|| Block::Text { text: parts.join(" ") })
}

/// What it rests on that nobody is named: the round, the time of the look and the games.
fn basis(m: &Messages, hints: &Hints) -> String {
    let at = hints.at.and_then(Timestamp::from_seconds);
    let when = at.map(|at| format!("{} UTC, ", date::instant(m.language(), at))).unwrap_or_default();
    let games = m.numbers().count(hints.event.games_scored);
    let values = [("when", when), ("games", games)];
    match hints.rounds.complete_through {
        Some(round) => {
            let [when, games] = values;
            m.with(Key::HintsBasisRound, [when, games, ("round", round.to_string())])
        }
        None => m.with(Key::HintsBasisSoFar, values),
    }
}

/// One player: the name, what is allowed now, and on what that rests.
fn line(m: &Messages, hints: &Hints, person: usize, name: &str, ground: &Strongest<'_>) -> Block {
    let (allowed, why) = match ground {
        Strongest::Watch(Ground::QuickTest(hint)) => (watch(m, hints, person), rare(m, hints, hint)),
        Strongest::Watch(Ground::FullTest(over)) | Strongest::Intrusive(IntrusiveGround::FullTest(over)) => {
            let singled_out =
                |p: &analyzer::hints::PlayerLook| p.person == person && p.attention == Attention::SingledOut;
            let key = if hints.players.iter().any(singled_out) {
                Key::HintsWhySingledOut
            } else {
                Key::HintsWhyFull
            };
            (m.text(Key::HintsDoIntrusive), Some(m.with(key, [("round", over.after_round.to_string())])))
        }
        Strongest::Watch(Ground::Complaint(_)) => {
            (watch(m, hints, person), Some(m.text(Key::HintsWhyComplaint)))
        }
        Strongest::Intrusive(IntrusiveGround::Complaint(_)) => {
            (m.text(Key::HintsDoComplaint), Some(m.text(Key::HintsWhyComplaintFull)))
        }
    };
    let mut parts = vec![Cell::Strong(format!("{name}:")), Cell::Plain(allowed)];
    parts.extend(why.map(Cell::Plain));
    Block::Line { parts }
}

/// The mild step towards a player, with what there is of a full test.
fn watch(m: &Messages, hints: &Hints, person: usize) -> String {
    match then::of_player(hints, person) {
        Then::Ask => m.text(Key::HintsDoWatch),
        then => m.with(Key::HintsDoWatchTested, [("then", then.words(m, Key::HintsThenNoResult))]),
    }
}

/// How often an honest event shows a hint as high, at most.
fn rare(m: &Messages, hints: &Hints, hint: &QuickHint) -> Option<String> {
    let events = once_in(hints.chance_in_honest_event(hint))?;
    Some(m.with(Key::HintsRare, [("events", m.numbers().count(events))]))
}

/// A chance as once in so many events: two digits, rounded down, so that it never sounds rarer than it is.
fn once_in(chance: f64) -> Option<u64> {
    // 1 / 0.2 is 5 and not a little less.
    let events = (1.0 / chance) * (1.0 + 1e-12);
    let whole = format!("{:.0}", events.min(MOST_EVENTS).floor()).parse::<u64>().ok()?;
    let step = 10_u64.pow(whole.checked_ilog10()?.saturating_sub(1));
    Some(whole / step * step).filter(|events| *events >= LEAST_EVENTS)
}

/// After which round, and how often an honest event names anybody.
fn stand(m: &Messages, hints: &Hints) -> String {
    let stand = match hints.rounds.complete_through {
        Some(round) => complete(m, hints, round),
        None => m.text(Key::HintsNoRound),
    };
    let events = once_in(hints.promise.false_hints);
    let events = events.map(|events| m.with(Key::HintsNowPromise, [("events", m.numbers().count(events))]));
    [Some(stand), events, Some(m.text(Key::HintsNowPrivate))]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// That the rounds up to one are complete, and of which of them no game is here.
fn complete(m: &Messages, hints: &Hints, through: u16) -> String {
    let missing = hints.rounds.missing(through);
    let round = ("round", through.to_string());
    if missing.is_empty() {
        return m.with(Key::HintsAfterRound, [round]);
    }
    let span = |rounds: &RangeInclusive<u16>| {
        let (first, last) = (rounds.start(), rounds.end());
        if first == last { first.to_string() } else { format!("{first}–{last}") }
    };
    let missing: Vec<String> = missing.iter().map(span).collect();
    m.with(Key::HintsAfterRoundGaps, [round, ("missing", missing.join(", "))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_become_events_and_never_sound_rarer_than_they_are() {
        for (chance, events) in [
            (0.2, Some(5)),
            (0.05, Some(20)),
            (0.01, Some(100)),
            (1.0 / 64.9, Some(64)),
            (1.0 / 799.0, Some(790)),
            (0.001, Some(1_000)),
            (0.000_5, Some(1_000)),
            (0.5, Some(2)),
            (0.51, None),
            (1.0, None),
        ] {
            assert_eq!(once_in(chance), events, "{chance}");
        }
        assert_eq!(once_in(1e-300), Some(1_000), "bounded");
    }
}
