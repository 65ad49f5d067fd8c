//! Levels of a full test by how often an event is looked at.
//!
//! The rules' level holds for one look. Looked at after every round it is passed more often. With rounds planned the level is
//! the [`group_sequential`] one: a constant z that an honest player reaches at *any* of the looks with the probability that the
//! rule has for one. Without a plan the chance is shared over the looks, and the shares sum to 1 at most (union bound). Where the
//! least level of the rule is the higher, it stands.

use std::num::{NonZeroU16, NonZeroU32};

use super::multiplicity::players_bar;
use super::regulations::{Comparison, Level, MultiplicityRule, RungLevels};
use super::result_facts::{LookPlan, Occasion};
use crate::statistics::group_sequential;
use crate::statistics::tails::equivalent_z;

/// Levels of z from which a full test allows intrusive steps towards a player whom nobody had singled out.
#[derive(Clone, Debug)]
pub struct Bars {
    looks: Looks,
    /// Probability that the rule has for one look at one player.
    tail: f64,
    rule: MultiplicityRule,
}

#[derive(Clone, Copy, Debug)]
enum Looks {
    /// One, with the z that the number of players asks for.
    One { z: f64 },
    /// One after each of the rounds, with the z that holds after each of them.
    Planned { rounds: NonZeroU16, z: f64 },
    /// Any number.
    Open,
}

impl Bars {
    /// The levels of the rules themselves, for one look.
    pub fn of_one_look(players: NonZeroU32, rule: &MultiplicityRule) -> Self {
        Self::new(Looks::One { z: players_bar(players, rule) }, players, rule)
    }

    /// The levels shared over all looks.
    pub fn of_all_looks(plan: LookPlan, players: NonZeroU32, rule: &MultiplicityRule) -> Self {
        let looks = match plan {
            LookPlan::Rounds { rounds } => {
                Looks::Planned { rounds, z: group_sequential::level(rounds.get(), tail(players, rule)) }
            }
            LookPlan::Open => Looks::Open,
        };
        Self::new(looks, players, rule)
    }

    /// The levels on an occasion.
    pub fn on(occasion: Occasion, players: NonZeroU32, rule: &MultiplicityRule) -> Self {
        match occasion {
            Occasion::SingleTest => Self::of_one_look(players, rule),
            Occasion::Look { plan, .. } => Self::of_all_looks(plan, players, rule),
        }
    }

    fn new(looks: Looks, players: NonZeroU32, rule: &MultiplicityRule) -> Self {
        Self { looks, tail: tail(players, rule), rule: rule.clone() }
    }

    /// Whether it is for a single test.
    pub fn is_of_one_look(&self) -> bool {
        matches!(self.looks, Looks::One { .. })
    }

    /// The level after a round. Where there are several looks, there is none for round 0 and where no look is left.
    pub fn after(&self, round: u16, levels: &RungLevels) -> Option<Level> {
        let r = f64::from(round);
        let z = match self.looks {
            Looks::One { z } => Some(z),
            _ if round == 0 => None,
            Looks::Planned { rounds, z } => (round <= rounds.get()).then_some(z),
            Looks::Open => Some(equivalent_z(self.tail / (r * (r + 1.0)))),
        };
        let (z, base) = (z?.max(self.rule.least_z), &levels.nobody_singled_out);
        Some(if z > base.z {
            Level { z, holds: Comparison::AtLeast, article: self.rule.article.clone() }
        } else {
            base.clone()
        })
    }
}

/// 1 in `odds_per_player` times the number of players.
fn tail(players: NonZeroU32, rule: &MultiplicityRule) -> f64 {
    1.0 / (rule.odds_per_player * f64::from(players.get()))
}
