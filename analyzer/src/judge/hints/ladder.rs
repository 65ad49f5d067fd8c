//! The ladder of arbiter actions: which the evidence allows now, for whom, and what the next would need.
//!
//! What is allowed for each player is computed in [`crate::judge::policy::permissions()`] and nowhere else; here it is sorted by rungs
//! and put into types of evidence, which have no place for more than their class ([`crate::judge::hints::evidence`]): a quick test
//! never allows intrusive steps, an orange alert names nobody, and statistics never allow a disqualification.
//!
//! The ladder says what is allowed. Whether anything is done is for an arbiter to decide.

use schemars::JsonSchema;
use serde::Serialize;

use super::evidence::{
    Complaint, FullReading, Ground, Intrusive, IntrusiveGround, OrangeAlert, QuickHint, Unobtrusive,
};
use super::promise::Promise;
use crate::judge::policy::looks::Bars;
use crate::judge::policy::permissions::{
    Allowed, AllowedBy, FullTestResult, LadderFacts, Permission, QuickTest,
};
use crate::judge::policy::regulations::{Evidence, Level, Rung as Rule};
use crate::judge::policy::{Action, Attention, IprFact, Regulations, Venue, permissions};

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
    /// Requirements for more; for a rung without a least z in the rules, what would be a reason.
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
    /// Over the board: a formal complaint with observation, and a full test that is no reason to reject it.
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
    /// Where the games are played.
    pub(super) venue: Venue,
    /// The round of this look.
    pub(super) round: u16,
}

impl Terms<'_> {
    /// What a rung needs, for any player.
    fn needed(&self, rung: &Rule) -> Vec<Needed> {
        match (rung.action, rung.evidence) {
            (Action::OnTheSpotDisqualification, _) | (_, Evidence::BreachOfTheLaws) => {
                vec![Needed::BreachOfTheLaws]
            }
            (Action::Unobtrusive | Action::OrangeAlert, Evidence::QuickTest) => {
                vec![Needed::SequentialValue { chance: self.promise.alpha() }]
            }
            (Action::Intrusive, _) | (_, Evidence::FullTest) => self.full(rung),
        }
    }

    fn full(&self, rung: &Rule) -> Vec<Needed> {
        let mut needed = Vec::new();
        if let Some(levels) = &rung.levels {
            let one = Bars::of_one_look(self.promise.players, &self.rules.multiplicity);
            needed.push(Needed::FullTest {
                level: self.bars.after(self.round.max(1), levels),
                of_one_look: one.after(0, levels).unwrap_or_else(|| levels.nobody_singled_out.clone()),
            });
            needed.push(Needed::FullTestIfSingledOut { level: levels.singled_out.clone() });
        }
        let complaint = rung.complaint.clone().filter(|_| self.venue == Venue::OverTheBoard);
        needed.extend(complaint.map(|article| Needed::Complaint { article }));
        needed
    }

    fn permissions(&self, player: &PlayerEvidence<'_>) -> Vec<Permission> {
        let full = player.full.map(|full| FullTestResult {
            z: full.z,
            after_round: full.after_round,
            ordinary_ipr: full.ipr.as_ref().is_some_and(IprFact::reaches_rating),
        });
        let facts = LadderFacts {
            attention: player.attention,
            venue: self.venue,
            quick: Some(QuickTest::Sequential { names: player.hint.is_some() }),
            full,
            bars: &self.bars,
        };
        permissions(&facts, self.rules)
    }
}

/// A ground in the type of its evidence; `None` if the evidence that it names is not there, which cannot be.
fn ground(permission: &Permission, allowed: &Allowed, player: &PlayerEvidence<'_>) -> Option<Ground> {
    Some(match allowed.ground {
        AllowedBy::FullTest => Ground::FullTest(player.full?.over(allowed.level.as_ref()?)?),
        AllowedBy::Complaint => Ground::Complaint(Complaint { article: permission.article.clone() }),
        AllowedBy::QuickTest => Ground::QuickTest(player.hint?.clone()),
    })
}

/// The ladder. `players` come in order of evidence.
pub(super) fn ladder(terms: &Terms<'_>, players: &[PlayerEvidence<'_>]) -> Vec<Rung> {
    let permissions: Vec<(&PlayerEvidence<'_>, Vec<Permission>)> =
        players.iter().map(|player| (player, terms.permissions(player))).collect();
    let grounds = |action: Action| {
        permissions.iter().filter_map(move |(player, permissions)| {
            let permission = permissions.iter().find(|permission| permission.action == action)?;
            let ground = ground(permission, &permission.answer.clone().allowed()?, player)?;
            Some(Unobtrusive { person: player.person, name: player.name.to_owned(), ground })
        })
    };
    let stands = |action: Action| match action {
        Action::Unobtrusive => Stands::Unobtrusive { players: grounds(action).collect() },
        Action::OrangeAlert => Stands::OrangeAlert { alert: OrangeAlert::from_hints(grounds(action)) },
        Action::Intrusive => Stands::Intrusive { players: grounds(action).filter_map(intrusive).collect() },
        Action::OnTheSpotDisqualification => Stands::Never,
    };
    let rung = |rule: &Rule| Rung {
        action: rule.action,
        article: rule.article.clone(),
        evidence: rule.evidence,
        stands: stands(rule.action),
        needed: terms.needed(rule),
    };
    terms.rules.ladder.iter().map(rung).collect()
}

/// The same as a ground of intrusive steps; a hint is none.
fn intrusive(ground: Unobtrusive) -> Option<Intrusive> {
    let Unobtrusive { person, name, ground } = ground;
    let ground = match ground {
        Ground::FullTest(over) => IntrusiveGround::FullTest(over),
        Ground::Complaint(complaint) => IntrusiveGround::Complaint(complaint),
        Ground::QuickTest(_) => return None,
    };
    Some(Intrusive { person, name, ground })
}

#[cfg(test)]
mod tests;
