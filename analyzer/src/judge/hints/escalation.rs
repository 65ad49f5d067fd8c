//! Which players get the full test next.
//!
//! A full test is engine time and nothing else: nobody is watched because of it, and its most common outcome is to clear
//! the player. So it may be asked for on less than what names a player, and the order is by evidence: players with a
//! complaint or singled out before the event, then those whom a quick test names, then those at the two levels of the
//! index. The budget of core-minutes for the event is never exceeded; a test that does not fit is left out with that reason
//! and a smaller one behind it may still be made.
//!
//! This chooses. It runs nothing, and it must not know what a test will show.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::judge::policy::Attention;
use crate::judge::screen::document::Suggestion;

/// Core-minutes for the full tests of one event unless something else is said.
pub const CORE_MINUTES: f64 = 120.0;
/// Core-seconds that one position is expected to take unless something else is said: 0.55 for `full` (decision 25), and some
/// more, because an expectation that is too high only leaves budget over.
pub const SECONDS_PER_POSITION: f64 = 0.65;

/// Engine time for full tests.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Core-minutes for the whole event.
    pub core_minutes: f64,
    /// Of these, used up already.
    pub used: f64,
    /// Core-seconds that one position takes, as measured or expected.
    pub seconds_per_position: f64,
}

impl Budget {
    /// Core-minutes for so many positions; infinite where the cost of one is no number above 0, so that nothing fits.
    pub fn minutes(&self, positions: u32) -> f64 {
        if positions == 0 {
            0.0
        } else if self.seconds_per_position.is_finite() && self.seconds_per_position > 0.0 {
            f64::from(positions) * self.seconds_per_position / 60.0
        } else {
            f64::INFINITY
        }
    }

    /// Core-minutes that are left, 0 or more.
    pub fn left(&self) -> f64 {
        let left = self.core_minutes - self.used.max(0.0);
        if left.is_finite() { left.max(0.0) } else { 0.0 }
    }
}

/// One player of the event.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The player, as an index into the event's roster.
    pub person: usize,
    /// Name, for the log.
    pub name: String,
    /// How the player came under attention.
    pub attention: Attention,
    /// Whether a quick test names the player.
    pub named: bool,
    /// Decimal logarithm of the highest sequential value of either reading; 0 where there is none.
    pub log10_highest: f64,
    /// Index; absent below the gate.
    pub index: Option<f64>,
    /// Suggestion of the index.
    pub reading: Suggestion,
    /// Whether there are enough decisions for a z.
    pub sufficient: bool,
    /// Round after which the player was tested last.
    pub tested_after: Option<u16>,
    /// Positions that a full test would have to search; those in the store cost nothing.
    pub positions: u32,
}

/// A request for the next full tests.
#[derive(Clone, Copy, Debug)]
pub struct EscalationRequest<'a> {
    /// The players, in any order.
    pub candidates: &'a [Candidate],
    /// Engine time.
    pub budget: Budget,
    /// The round that is complete.
    pub after_round: u16,
}

/// Why a player is considered at all, the stronger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// A formal complaint with observation.
    Complaint,
    /// Singled out before the event.
    SingledOut,
    /// A formal complaint that argues from moves alone.
    ComplaintWithoutObservation,
    /// A quick test names the player: the sequential value is high enough.
    Named,
    /// The index invites to ask for a full test.
    HighIndex,
    /// The index invites to look at the context.
    RaisedIndex,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Decided {
    /// To be tested now.
    Test,
    /// Already tested after this round.
    Tested,
    /// Too few decisions for a z, so a test would say nothing yet.
    TooFew,
    /// The budget does not reach.
    OverBudget {
        /// Core-minutes that are left.
        left: f64,
    },
}

/// One decision of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The player, as an index into the event's roster.
    pub person: usize,
    pub name: String,
    /// Why the player is considered.
    pub why: Why,
    /// Core-minutes that the test would take.
    pub core_minutes: f64,
    pub decided: Decided,
}

/// The log of one round's decisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choices {
    pub after_round: u16,
    /// Engine time as it was.
    pub budget: Budget,
    /// Every player who was considered, in order of evidence.
    pub log: Vec<Choice>,
}

impl Choices {
    /// Whether everybody who is under attention now was considered because of it, and nobody else was. If not, somebody came under
    /// attention after the choice or is so no longer, and it is made again.
    pub fn is_of<'a>(&'a self, players: impl Iterator<Item = (&'a str, Attention)>) -> bool {
        let now = players.filter_map(|(name, attention)| Some((name, by_attention(attention)?)));
        let then = self.log.iter().map(|choice| (choice.name.as_str(), choice.why));
        let then = then.filter(|(_, why)| BY_ATTENTION.contains(why));
        let (mut now, mut then): (Vec<_>, Vec<_>) = (now.collect(), then.collect());
        now.sort_unstable();
        then.sort_unstable();
        now == then
    }

    /// The players to be tested now, in order.
    pub fn tests(&self) -> impl Iterator<Item = &Choice> {
        self.log.iter().filter(|choice| choice.decided == Decided::Test)
    }
}

impl Candidate {
    fn why(&self) -> Option<Why> {
        by_attention(self.attention).or(match (self.named, self.reading) {
            (true, _) => Some(Why::Named),
            (false, Suggestion::AskForFullTest) => Some(Why::HighIndex),
            (false, Suggestion::LookAtContext) => Some(Why::RaisedIndex),
            (false, _) => None,
        })
    }
}

/// The reasons that people state.
const BY_ATTENTION: [Why; 3] = [Why::Complaint, Why::SingledOut, Why::ComplaintWithoutObservation];

fn by_attention(attention: Attention) -> Option<Why> {
    match attention {
        Attention::Complaint | Attention::ComplaintAfterTheEvent => Some(Why::Complaint),
        Attention::SingledOut => Some(Why::SingledOut),
        Attention::ComplaintWithoutObservation => Some(Why::ComplaintWithoutObservation),
        Attention::Nobody => None,
    }
}

/// Chooses the players who get the full test after a round.
pub fn next_full_tests(asked: &EscalationRequest<'_>) -> Choices {
    let considered = asked.candidates.iter();
    let mut order: Vec<(Why, &Candidate)> = considered.filter_map(|c| Some((c.why()?, c))).collect();
    order.sort_by(|(why, a), (other, b)| {
        why.cmp(other)
            .then_with(|| {
                // The longest without a test first, so that one player's new rounds do not use up everybody's time.
                let tested = |c: &Candidate| c.tested_after.map_or(0, |round| round);
                tested(a).cmp(&tested(b))
            })
            .then_with(|| b.log10_highest.total_cmp(&a.log10_highest))
            .then_with(|| {
                let index = |c: &Candidate| c.index.unwrap_or(f64::NEG_INFINITY);
                index(b).total_cmp(&index(a))
            })
            .then_with(|| (&a.name, a.person).cmp(&(&b.name, b.person)))
    });
    let mut left = asked.budget.left();
    let log = order.into_iter().map(|(why, candidate)| {
        let core_minutes = asked.budget.minutes(candidate.positions);
        let decided = if !candidate.sufficient {
            Decided::TooFew
        } else if candidate.tested_after.is_some_and(|round| round >= asked.after_round) {
            Decided::Tested
        } else if core_minutes <= left {
            left -= core_minutes;
            Decided::Test
        } else {
            Decided::OverBudget { left }
        };
        Choice { person: candidate.person, name: candidate.name.clone(), why, core_minutes, decided }
    });
    Choices { after_round: asked.after_round, budget: asked.budget, log: log.collect() }
}

/// Orders players for a table: those named first, then by value, index and name.
pub(super) fn by_evidence(
    a: (bool, f64, Option<f64>, &str),
    b: (bool, f64, Option<f64>, &str),
) -> std::cmp::Ordering {
    let index = |index: Option<f64>| index.unwrap_or(f64::NEG_INFINITY);
    (Reverse(a.0).cmp(&Reverse(b.0)))
        .then_with(|| b.1.total_cmp(&a.1))
        .then_with(|| index(b.2).total_cmp(&index(a.2)))
        .then_with(|| a.3.cmp(b.3))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn candidate(person: usize, named: bool, value: f64, reading: Suggestion, positions: u32) -> Candidate {
        Candidate {
            person,
            name: format!("P{person:02}"),
            attention: Attention::Nobody,
            named,
            log10_highest: value,
            index: Some(60.0),
            reading,
            sufficient: true,
            tested_after: None,
            positions,
        }
    }

    fn budget(core_minutes: f64) -> Budget {
        Budget { core_minutes, used: 0.0, seconds_per_position: 1.5 }
    }

    fn chosen(candidates: &[Candidate], budget: Budget) -> Choices {
        next_full_tests(&EscalationRequest { candidates, budget, after_round: 5 })
    }

    #[test]
    fn by_evidence_within_the_budget_and_every_decision_is_logged() {
        let mut complained = candidate(0, false, 0.0, Suggestion::Normal, 80);
        complained.attention = Attention::Complaint;
        let candidates = [
            candidate(1, false, 1.0, Suggestion::AskForFullTest, 40),
            candidate(2, true, 2.5, Suggestion::Normal, 200),
            candidate(3, true, 3.5, Suggestion::LookAtContext, 120),
            candidate(4, false, 0.4, Suggestion::Normal, 1),
            complained,
            candidate(5, false, 0.9, Suggestion::LookAtContext, 40),
        ];
        // Two minutes, three and five; after the first two five of ten minutes are left, after the third none.
        let choices = chosen(&candidates, budget(10.0));
        let log: Vec<_> = choices.log.iter().map(|c| (c.person, c.why, c.decided)).collect();
        assert_eq!(
            log,
            [
                (0, Why::Complaint, Decided::Test),
                (3, Why::Named, Decided::Test),
                (2, Why::Named, Decided::Test),
                (1, Why::HighIndex, Decided::OverBudget { left: 0.0 }),
                (5, Why::RaisedIndex, Decided::OverBudget { left: 0.0 }),
            ]
        );
        assert_eq!(choices.log[1].core_minutes, 3.0);
        // What does not fit leaves its place to what does.
        let choices = chosen(&candidates, budget(6.5));
        assert_eq!(choices.tests().map(|c| c.person).collect::<Vec<_>>(), [0, 3, 1]);
        assert_eq!(choices.log[2].decided, Decided::OverBudget { left: 1.5 });
    }

    /// A complaint, or a player singled out, that was stated after the choice: it is made again, and once.
    #[test]
    fn a_choice_is_of_those_who_are_under_attention_now() {
        let attentions = [Attention::Nobody, Attention::Complaint, Attention::SingledOut];
        let mut candidates: Vec<Candidate> =
            (0..3).map(|person| candidate(person, false, 1.0, Suggestion::AskForFullTest, 40)).collect();
        let names = ["P00", "P01", "P02"];
        let now = |attentions: [Attention; 3]| names.into_iter().zip(attentions);
        let before = chosen(&candidates, budget(100.0));
        assert!(before.is_of(now([Attention::Nobody; 3])));
        assert!(!before.is_of(now(attentions)));
        for (candidate, attention) in candidates.iter_mut().zip(attentions) {
            candidate.attention = attention;
        }
        let again = chosen(&candidates, budget(100.0));
        assert!(again.is_of(now(attentions)), "it is made once");
        // Withdrawn, changed from one reason to another, or about somebody else: it is made again.
        let [nobody, complaint, singled] = attentions;
        for other in [
            [nobody, nobody, singled],
            [nobody, Attention::ComplaintWithoutObservation, singled],
            [complaint, nobody, singled],
            [nobody, singled, complaint],
        ] {
            assert!(!again.is_of(now(other)), "{other:?}");
        }
        // The ladder tells a complaint after the event from one during it; the choice of tests does not.
        assert!(again.is_of(now([nobody, Attention::ComplaintAfterTheEvent, singled])));
    }

    #[test]
    fn nobody_is_tested_twice_after_one_round_nor_before_there_can_be_a_z() {
        let mut tested = candidate(1, true, 3.0, Suggestion::Normal, 10);
        tested.tested_after = Some(5);
        let mut again = candidate(2, true, 9.0, Suggestion::Normal, 10);
        again.tested_after = Some(4);
        let mut few = candidate(3, true, 2.0, Suggestion::Insufficient, 10);
        few.sufficient = false;
        let fresh = candidate(4, true, 2.0, Suggestion::Normal, 10);
        let choices = chosen(&[tested, again, few, fresh], budget(100.0));
        let log: Vec<_> = choices.log.iter().map(|c| (c.person, c.decided)).collect();
        assert_eq!(log, [(3, Decided::TooFew), (4, Decided::Test), (2, Decided::Test), (1, Decided::Tested)]);
    }

    #[test]
    fn a_budget_that_is_no_number_lets_nothing_through() {
        let candidates = [candidate(1, true, 3.0, Suggestion::Normal, 10)];
        for (minutes, used, cost) in [
            (f64::NAN, 0.0, 1.5),
            (f64::INFINITY, 0.0, 1.5),
            (10.0, f64::NAN, f64::NAN),
            (10.0, 11.0, 1.5),
            (-1.0, 0.0, 1.5),
            (10.0, 0.0, 0.0),
        ] {
            let budget = Budget { core_minutes: minutes, used, seconds_per_position: cost };
            assert_eq!(chosen(&candidates, budget).tests().count(), 0, "{budget:?}");
        }
        // What is in the store already costs nothing.
        let stored = [candidate(1, true, 3.0, Suggestion::Normal, 0)];
        assert_eq!(chosen(&stored, budget(0.0)).tests().count(), 1);
    }

    proptest! {
        #[test]
        fn the_budget_is_never_exceeded(
            sizes in proptest::collection::vec((0u32..2000, any::<bool>(), 0.0f64..9.0), 0..40),
            minutes in 0.0f64..200.0, used in 0.0f64..100.0,
        ) {
            let candidates: Vec<Candidate> = sizes
                .iter()
                .enumerate()
                .map(|(k, (n, named, value))| candidate(k, *named, *value, Suggestion::AskForFullTest, *n))
                .collect();
            let budget = Budget { core_minutes: minutes, used, seconds_per_position: 1.5 };
            let choices = chosen(&candidates, budget);
            let spent: f64 = choices.tests().map(|c| c.core_minutes).sum();
            prop_assert!(spent <= budget.left() + 1e-9);
            prop_assert_eq!(choices.log.len(), candidates.len());
        }
    }
}
