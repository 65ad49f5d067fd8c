//! What the other players of an event say about its ratings.
//!
//! Each of them measures the shared shift `u` with an error: `t_i = u + e_i`, `e_i ~ N(0, s_i^2)`. Before the event, `u` has mean 0
//! and the variance between events with the error of level and trend, which all players share as well.
//! The estimate has to stand a group of helped players, so it is an M-estimate with Tukey's biweight (Beaton and Tukey 1974,
//! *Technometrics* 16): a player further than [`CUT`] standard deviations from the others has no weight, and no player moves it
//! by more than 1.34 of the own standard deviation. It starts from the weighted median, which a third of helped players cannot
//! carry away.

use super::Shift;
use crate::null::gains::MeasuredShift;

/// Where the weight of a player ends, in standard deviations; 4.685 keeps 95 % of the efficiency under a normal distribution.
const CUT: f64 = 4.685;
/// Largest correction, in rating points.
pub const MAX_POINTS: f64 = 250.0;
/// Rounds of reweighting: the weights no longer change in the sixth digit.
const ROUNDS: usize = 25;

/// One player of an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Shift measured from the player's own moves less the one expected before, in rating points.
    pub points: f64,
    /// Variance of it without what all players share, in rating points squared, above 0.
    pub variance: f64,
}

impl Member {
    /// A player with the shift measured from the moves and the one expected before.
    pub fn new(measured: MeasuredShift, prior: Shift) -> Self {
        Self { points: measured.points - prior.mean, variance: measured.variance + prior.own }
    }
}

/// The shift that an event shares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FieldShift {
    /// In rating points, within [`MAX_POINTS`].
    pub points: f64,
    /// Remaining variance, in rating points squared.
    pub variance: f64,
    /// Players it rests on.
    pub players: usize,
}

/// The shared shift as each member sees it in the others, in the order of the members. `None` for players of whom nothing was
/// measured; they have one all the same. `prior` is the variance of the shift before the event, in rating points squared.
pub fn leave_one_out(members: &[Option<Member>], prior: f64) -> Vec<FieldShift> {
    let mut known: Vec<(usize, Member)> =
        members.iter().enumerate().filter_map(|(k, member)| Some((k, (*member)?))).collect();
    known.sort_by(|a, b| a.1.points.total_cmp(&b.1.points));
    let all = shared(known.iter().map(|(_, member)| member), prior);
    let of = |k: usize| match members.get(k) {
        Some(Some(_)) => {
            let others = known.iter().filter(|(other, _)| *other != k);
            shared(others.map(|(_, member)| member), prior)
        }
        _ => all,
    };
    (0..members.len()).map(of).collect()
}

/// The shared shift of members in the order of their points.
fn shared<'a>(members: impl Iterator<Item = &'a Member> + Clone, prior: f64) -> FieldShift {
    if prior <= 0.0 {
        return FieldShift { players: members.count(), ..FieldShift::default() };
    }
    let total: f64 = members.clone().map(|m| 1.0 / m.variance).sum();
    let mut passed = 0.0;
    let mut points = 0.0;
    for member in members.clone() {
        passed += 1.0 / member.variance;
        points = member.points;
        if passed >= 0.5 * total {
            break;
        }
    }
    let mut weights = 0.0;
    for _ in 0..ROUNDS {
        let mut sum = 0.0;
        weights = 0.0;
        for member in members.clone() {
            let far = (member.points - points) / (CUT * member.variance.sqrt());
            let inside = (1.0 - far * far).max(0.0);
            let weight = inside * inside / member.variance;
            sum += weight * member.points;
            weights += weight;
        }
        points = sum / (weights + 1.0 / prior);
    }
    FieldShift {
        points: points.clamp(-MAX_POINTS, MAX_POINTS),
        variance: 1.0 / (weights + 1.0 / prior),
        players: members.count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Sum of twelve even numbers less 6: variance 1.
    fn normal(random: &mut Random) -> f64 {
        (0..12).map(|_| random.unit()).sum::<f64>() - 6.0
    }

    fn field(players: usize, shift: f64, seed: u64) -> Vec<Option<Member>> {
        let mut random = Random::new(seed);
        let one = |_| Some(Member { points: shift + 150.0 * normal(&mut random), variance: 22_500.0 });
        (0..players).map(one).collect()
    }

    #[test]
    fn two_players_by_hand() {
        // Near 0 the biweight is nearly 1: precision 1/100 of the other, prior 1/100, so half of the other's shift.
        let member = |points: f64| Some(Member { points, variance: 100.0 });
        let found = leave_one_out(&[member(2.0), member(-1.0)], 100.0);
        assert!((found[0].points + 0.5).abs() < 0.01 && (found[1].points - 1.0).abs() < 0.02, "{found:?}");
        assert!((found[0].variance - 50.0).abs() < 1.0);
        assert_eq!(found[0].players, 1);
    }

    #[test]
    fn alone_or_without_a_shared_part_there_is_no_correction() {
        let alone = leave_one_out(&[Some(Member { points: 300.0, variance: 100.0 })], 2500.0);
        assert_eq!(alone, [FieldShift { points: 0.0, variance: 2500.0, players: 0 }]);
        let none = leave_one_out(&field(10, 200.0, 1), 0.0);
        assert_eq!((none[0].points, none[0].variance), (0.0, 0.0));
    }

    #[test]
    fn a_shifted_field_is_corrected_and_the_correction_is_capped() {
        let found = leave_one_out(&field(60, 100.0, 2), 3600.0);
        assert!(found.iter().all(|f| (f.points - 100.0).abs() < 45.0), "{found:?}");
        let far = leave_one_out(&field(60, 900.0, 3), 40000.0);
        assert!(far.iter().all(|f| f.points == MAX_POINTS));
    }

    #[test]
    fn a_player_without_moves_sees_everybody() {
        let mut members = field(12, 50.0, 4);
        members.push(None);
        let found = leave_one_out(&members, 3600.0);
        assert_eq!((found[12].players, found[0].players), (12, 11));
    }

    /// A third of the field, far above the others as a third of helped moves puts them, moves the correction of the others by
    /// less than 40 points.
    #[test]
    fn a_planted_third_hardly_moves_the_others() {
        let mut worst: f64 = 0.0;
        for seed in 0..40 {
            let honest = field(30, 0.0, seed);
            let mut planted = honest.clone();
            for (k, member) in planted.iter_mut().enumerate() {
                if let Some(member) = member.as_mut().filter(|_| k % 3 == 0) {
                    member.points += 900.0;
                }
            }
            let (before, after) = (leave_one_out(&honest, 3600.0), leave_one_out(&planted, 3600.0));
            for (k, (before, after)) in before.iter().zip(&after).enumerate() {
                if k % 3 != 0 {
                    worst = worst.max((after.points - before.points).abs());
                }
            }
        }
        assert!(worst < 40.0, "{worst}");
    }
}
