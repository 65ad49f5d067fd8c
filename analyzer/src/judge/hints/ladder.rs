//! The ladder of arbiter actions: which the evidence allows now, for whom, and what the next would need.
//!
//! The rungs, their articles and the least evidence for each come from the rules' data file. What the code insists on,
//! whatever the file says: a quick test never allows intrusive steps, an orange alert names nobody, and statistics never
//! allow a disqualification ([`crate::judge::hints::evidence`]).
//!
//! The ladder says what is allowed. Whether anything is done is for an arbiter to decide.

use schemars::JsonSchema;
use serde::Serialize;

use super::evidence::{
    Complaint, FullReading, Ground, Intrusive, IntrusiveGround, OrangeAlert, QuickHint, Unobtrusive,
};
use super::promise::{Bars, Promise};
use crate::judge::policy::regulations::{Evidence, Level, Rung as Rule};
use crate::judge::policy::{Action, Attention, Regulations};

/// One rung of the ladder as it stands after a look.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Rung {
    pub action: Action,
    pub article: String,
    /// The least evidence, by the rules.
    pub evidence: Evidence,
    /// Steps allowed now.
    pub stands: Stands,
    /// Requirements for more.
    pub needed: Vec<Needed>,
}

/// Steps that a rung allows now.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Stands {
    /// Unobtrusive steps, towards these players only.
    Unobtrusive {
        /// In order of evidence; none if nothing is allowed.
        players: Vec<Unobtrusive>,
    },
    /// An orange alert for the whole event.
    OrangeAlert {
        /// Absent if it is not allowed.
        alert: Option<OrangeAlert>,
    },
    /// Intrusive steps, towards these players only.
    Intrusive {
        /// In order of evidence; none if nothing is allowed.
        players: Vec<Intrusive>,
    },
    /// Nothing, whatever the statistics say.
    Never,
}

#[cfg(test)]
impl Stands {
    /// Whether the rung allows anything now.
    pub fn is_allowed(&self) -> bool {
        match self {
            Self::Unobtrusive { players } => !players.is_empty(),
            Self::OrangeAlert { alert } => alert.is_some(),
            Self::Intrusive { players } => !players.is_empty(),
            Self::Never => false,
        }
    }
}

/// A requirement of a rung.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Needed {
    /// A quick test whose sequential value is one that an honest player reaches with this probability, all games together.
    SequentialValue {
        /// 0 to 1.
        chance: f64,
    },
    /// A full test at this level or above, of a player whom nobody had singled out before the event.
    FullTest {
        /// The level at this look, corrected for all looks; absent where no look is left.
        level: Option<Level>,
        /// The level that the rules name for a single look.
        of_one_look: Level,
    },
    /// A full test at this level or above, of a player who had been singled out before the event.
    FullTestIfSingledOut { level: Level },
    /// A formal complaint with observation.
    Complaint { article: String },
    /// A breach of the Laws, which no statistic is.
    BreachOfTheLaws,
}

/// Everything there is about one player.
#[derive(Clone, Debug)]
pub(super) struct PlayerEvidence<'a> {
    pub(super) person: usize,
    pub(super) name: &'a str,
    pub(super) attention: Attention,
    /// The hint of the quick test; none where a full test has answered it.
    pub(super) hint: Option<&'a QuickHint>,
    /// The latest full test.
    pub(super) full: Option<&'a FullReading>,
}

/// Conditions shared by every rung.
pub(super) struct Terms<'a> {
    pub(super) rules: &'a Regulations,
    pub(super) promise: &'a Promise,
    pub(super) bars: Bars,
    /// The round of this look.
    pub(super) round: u16,
}

impl Terms<'_> {
    /// The level that a full test of a player has to reach under a rung.
    fn level(&self, rung: &Rule, attention: Attention, round: u16) -> Option<Level> {
        let levels = rung.levels.as_ref()?;
        match attention {
            Attention::SingledOut => Some(levels.singled_out.clone()),
            Attention::Nobody | Attention::Complaint | Attention::ComplaintWithoutObservation => {
                self.bars.after(round, levels)
            }
        }
    }

    /// The ground of intrusive steps, if there is one. The full test comes first, as the stronger.
    fn intrusive(&self, rung: &Rule, player: &PlayerEvidence<'_>) -> Option<IntrusiveGround> {
        let over = player.full.and_then(|full| {
            let level = self.level(rung, player.attention, full.after_round)?;
            full.over(&level)
        });
        let complaint = || {
            let complained = player.attention == Attention::Complaint;
            complained.then(|| Complaint::under(rung)).flatten()
        };
        over.map(IntrusiveGround::FullTest).or_else(|| complaint().map(IntrusiveGround::Complaint))
    }

    /// Requirements of a rung that rests on a quick test.
    fn quick(&self, rung: &Rule) -> Vec<Needed> {
        match rung.evidence {
            Evidence::QuickTest => vec![Needed::SequentialValue { chance: self.promise.alpha() }],
            Evidence::FullTest => self.full(rung),
            Evidence::BreachOfTheLaws => vec![Needed::BreachOfTheLaws],
        }
    }

    fn full(&self, rung: &Rule) -> Vec<Needed> {
        let mut needed = Vec::new();
        if let Some(levels) = &rung.levels {
            needed.push(Needed::FullTest {
                level: self.level(rung, Attention::Nobody, self.round.max(1)),
                of_one_look: self.promise.bar_of_one_look(levels, &self.rules.multiplicity),
            });
            needed.push(Needed::FullTestIfSingledOut { level: levels.singled_out.clone() });
        }
        let complaint = rung.complaint.clone();
        needed.extend(complaint.map(|article| Needed::Complaint { article }));
        needed
    }
}

/// The ladder. `players` come in order of evidence.
pub(super) fn ladder(terms: &Terms<'_>, players: &[PlayerEvidence<'_>]) -> Vec<Rung> {
    let rules = terms.rules;
    let hard = rules.ladder.iter().find(|rung| rung.action == Action::Intrusive);
    let grounds: Vec<Option<IntrusiveGround>> =
        players.iter().map(|player| hard.and_then(|rung| terms.intrusive(rung, player))).collect();
    let unobtrusive = |rung: &Rule| -> Vec<Unobtrusive> {
        let named = players.iter().zip(&grounds).filter_map(|(player, ground)| {
            // Whoever may be searched may be watched.
            let ground = match ground {
                Some(IntrusiveGround::FullTest(over)) => Ground::FullTest(over.clone()),
                Some(IntrusiveGround::Complaint(complaint)) => Ground::Complaint(complaint.clone()),
                None => {
                    Ground::QuickTest(player.hint.filter(|_| rung.evidence == Evidence::QuickTest)?.clone())
                }
            };
            Some(Unobtrusive { person: player.person, name: player.name.to_owned(), ground })
        });
        named.collect()
    };
    let stands = |rung: &Rule| match rung.action {
        Action::Unobtrusive => (Stands::Unobtrusive { players: unobtrusive(rung) }, terms.quick(rung)),
        Action::OrangeAlert => {
            (Stands::OrangeAlert { alert: OrangeAlert::from_hints(&unobtrusive(rung)) }, terms.quick(rung))
        }
        Action::Intrusive => {
            let allowed = players.iter().zip(&grounds).filter_map(|(player, ground)| {
                Some(Intrusive {
                    person: player.person,
                    name: player.name.to_owned(),
                    ground: ground.clone()?,
                })
            });
            (Stands::Intrusive { players: allowed.collect() }, terms.full(rung))
        }
        Action::OnTheSpotDisqualification => (Stands::Never, vec![Needed::BreachOfTheLaws]),
    };
    let rung = |rule: &Rule| {
        let (stands, needed) = stands(rule);
        Rung { action: rule.action, article: rule.article.clone(), evidence: rule.evidence, stands, needed }
    };
    rules.ladder.iter().map(rung).collect()
}

#[cfg(test)]
mod tests;
