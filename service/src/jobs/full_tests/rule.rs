//! The rule for full tests of an event: whether it is on, its budget, whom it chose after each round.
//!
//! `analyzer` chooses; here the choices are kept and the tests queued.

use analyzer::hints::escalation::{CORE_MINUTES, Decided, SECONDS_PER_POSITION};
use analyzer::hints::{Budget, Choices, FinishedTest, Ledger, TestOutcome, Who};
use rusqlite::{Connection, params};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use uci_pool::hex;

use super::{made, of_event, test};
use crate::events::results::name_of;
use crate::jobs::{self, Kind};
use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::store::{Result, from_json, row, rows, to_json};

/// Most core-minutes that a budget may have: a year of two cores.
pub(crate) const MAX_MINUTES: f64 = 1e6;

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct Rule {
    pub(crate) on: bool,
    /// Core-minutes for the whole event.
    pub(crate) core_minutes: f64,
}

impl Default for Rule {
    /// On, with the budget that `fairplay watch` has.
    fn default() -> Self {
        Self { on: true, core_minutes: CORE_MINUTES }
    }
}

pub(crate) fn of_event_now(c: &Connection, event: i64) -> Result<Rule> {
    let sql = "SELECT switched_on AS \"on\", core_minutes FROM full_test_rule WHERE event = ?1";
    Ok(row(c, sql, [event])?.unwrap_or_default())
}

/// Sets the rule. What it chose after the last round is chosen again at the next look; switched off, it takes back what
/// nobody has begun.
pub(crate) fn set(c: &Change<'_>, event: i64, rule: Rule) -> Result<()> {
    c.execute(
        "INSERT INTO full_test_rule (event, switched_on, core_minutes) VALUES (?1, ?2, ?3)
         ON CONFLICT (event) DO UPDATE SET switched_on = excluded.switched_on, core_minutes = excluded.core_minutes",
        params![event, rule.on, rule.core_minutes],
    )?;
    c.execute(
        "DELETE FROM full_test_choices WHERE event = ?1
         AND round = (SELECT max(round) FROM full_test_choices WHERE event = ?1)",
        [event],
    )?;
    if !rule.on {
        c.execute(
            "UPDATE job SET state = 'cancelled', ended = ?2 WHERE event = ?1 AND state IN ('queued', 'paused')
             AND begun IS NULL AND id IN (SELECT job FROM full_test WHERE event = ?1 AND place IS NOT NULL)",
            params![event, c.now],
        )?;
    }
    Ok(())
}

fn choices(c: &Connection, event: i64) -> Result<Vec<Choices>> {
    let sql = "SELECT choices FROM full_test_choices WHERE event = ?1 ORDER BY round";
    let texts: Vec<String> = rows(c, sql, [event])?;
    texts.iter().map(|text| from_json(text, "a choice of full tests")).collect()
}

/// The full tests of an event that the rule chose, with its budget and its choices; readings are not taken yet.
pub(crate) fn ledger(c: &Connection, event: i64) -> Result<Ledger> {
    let rule = of_event_now(c, event)?;
    let budget =
        Budget { core_minutes: rule.core_minutes, used: 0.0, seconds_per_position: SECONDS_PER_POSITION };
    let orders = of_event(c, event)?;
    let chosen = orders.into_iter().filter(|order| order.place.is_some());
    let made = chosen.filter(|order| order.core_seconds > 0.0).map(|order| FinishedTest {
        after_round: order.after_round.unwrap_or(0),
        core_minutes: order.core_seconds / 60.0,
        expected: order.expected,
        who: order.who(),
    });
    Ok(Ledger::new(budget, made.collect(), choices(c, event)?))
}

/// The same with the outcomes of all tests that were made of games up to a round, by the rule or by people. Those without a
/// round held games that no look holds.
pub(crate) fn with_readings(c: &Connection, event: i64) -> Result<Ledger> {
    let mut ledger = ledger(c, event)?;
    for order in of_event(c, event)? {
        let Some(round) = order.after_round else { continue };
        let Some(made) = test(c, event, order.job)? else {
            continue;
        };
        if let Ok(outcome) = TestOutcome::from_test(&made, 0, round) {
            ledger.read(order.who(), outcome);
        }
    }
    Ok(ledger)
}

pub(crate) fn basis(c: &Connection, event: i64) -> Result<String> {
    let (made, rule) = (made(c, event)?, of_event_now(c, event)?);
    let chosen = choices(c, event)?;
    if made.is_empty() && chosen.is_empty() && rule == Rule::default() {
        return Ok(String::new());
    }
    let chosen = to_json(&chosen)?;
    let mut hash = Sha256::new();
    hash.update(format!("{made:?} {} {:?} {chosen}", rule.on, rule.core_minutes));
    Ok(hex(&hash.finalize()))
}

pub(crate) fn keep(c: &Connection, event: i64, choices: &Choices) -> Result<()> {
    c.execute(
        "INSERT INTO full_test_choices (event, round, choices) VALUES (?1, ?2, ?3)
         ON CONFLICT (event, round) DO UPDATE SET choices = excluded.choices",
        params![event, choices.after_round, to_json(choices)?],
    )?;
    Ok(())
}

/// Keeps the choices after a round and asks for the tests; `people` are those of the choices, by their place in the
/// roster. A test that the rule has asked for before and that is not over goes on with the games of this round.
pub(crate) fn ask(c: &Change<'_>, event: i64, choices: &Choices, people: &[Who]) -> Result<()> {
    keep(c, event, choices)?;
    for (place, choice) in choices.log.iter().enumerate() {
        let chosen = choice.decided == Decided::Test;
        let Some(who) = people.get(choice.person).filter(|_| chosen) else {
            continue;
        };
        let player = name_of(&who.name, who.fide_id);
        let (round, place) = (choices.after_round, i64::try_from(place).unwrap_or(i64::MAX));
        let Some(job) = jobs::add(c, event, Kind::FullTest, &player)? else {
            c.execute(
                "UPDATE full_test SET place = ?3, after_round = ?4, expected = core_seconds / 60.0 + ?5
                 WHERE place IS NOT NULL AND job IN (SELECT id FROM job WHERE event = ?1 AND kind = 'full_test'
                 AND subject = ?2 AND state IN ('queued', 'running', 'paused'))",
                params![event, player, place, round, choice.core_minutes],
            )?;
            continue;
        };
        c.execute(
            "INSERT INTO full_test (job, event, player, name, fide_id, reason, place, after_round, settled, expected,
             core_seconds, searched) VALUES (?1, ?2, ?3, ?4, ?5, '', ?6, ?7, 1, ?8, 0, 0)",
            params![job, event, player, who.name, who.fide_id, place, round, choice.core_minutes],
        )?;
        let (subject, detail) = (format!("job {job}"), format!("by the rule after round {round}"));
        c.at(Place::Event(event)).log(Action::FullTestAsked, subject, detail)?;
    }
    Ok(())
}
