//! Coins in place of decisions: what should come out is known.

use super::*;
use crate::null::Gate;
use crate::random::Random;
use crate::statistics::sums::tests::coins;

/// Only MM counts, and moves do not depend on each other.
fn null() -> Null {
    Null {
        level: 0.0,
        efficient_excess: 1.0,
        excess: PerTest { mm: 1.0, ev: 1.0, asd: 1.0 },
        weights: PerTest { mm: 1.0, ev: 0.0, asd: 0.0 },
        gate: Gate { decisions: 100 },
    }
}

/// A player whose strength has this variance around the rating.
fn performance(sums: Sums, variance: f64, version: &str) -> Performance {
    let alone = Shift { mean: 0.0, variance, own: variance };
    let shifts = Shifts { alone, field: None };
    Performance {
        entry: EventEntry {
            name: "Rookery".to_owned(),
            first_day: None,
            last_day: None,
            rating: Some(2400),
            games: 9,
            decisions: sums.decisions,
            overall_z: leading(&sums, &null(), &shifts).map(|found| found.z.overall.z),
            depth_aware_z: None,
            combined_z: None,
            combined_depth_aware_z: None,
        },
        parameters: version.to_owned(),
        lasting: 0.25,
        record: Under { null: null(), sums, shifts },
        second: None,
    }
}

fn heads(decisions: u32, hits: u32) -> Sums {
    coins((0..decisions).map(|k| k < hits))
}

fn close(got: f64, want: f64) {
    assert!((got - want).abs() < 1e-12, "{got} {want}");
}

#[test]
fn two_events_by_hand() {
    // 100 and 300 fair coins, each moved by .001 a point: D of .1 and .3, so weights of 1/4 and 3/4.
    let (one, other) = (heads(100, 60), heads(300, 165));
    // 25 heads more than the 200 that were to be expected, or what the exact tail is equivalent to, if that is nearer to 0.
    let gain = heads(400, 225).gains().expect("coins").gain[0];
    assert!((gain - 25.0).abs() < 0.2 && gain <= 25.0);
    let events = [performance(one, 1600.0, "a"), performance(other, 6400.0, "a")];
    let found = several(&events);
    let combined = found.combined.expect("two events");
    let z = |way: Way| {
        let row = combined.rows.iter().find(|row| row.way == way);
        row.expect("a row").overall_z.expect("over the gate")
    };
    // Variance of the shift 1600/16 + 6400 * 9/16 = 3700, and twice 3/16 of a quarter of 40 * 80: 300. D = .4.
    close(z(Way::Sums), gain / (100.0_f64 + 0.16 * 4000.0).sqrt());
    close(combined.shift_sd, 4000.0_f64.sqrt());
    // If all of it lasts: four times the 300.
    close(z(Way::OnePerformance), gain / (100.0_f64 + 0.16 * 4900.0).sqrt());
    let alone: Vec<f64> = found.events.iter().map(|e| e.overall_z.expect("a z")).collect();
    close(z(Way::Without { event: 0 }), alone[1]);
    close(z(Way::Without { event: 1 }), alone[0]);
    assert_eq!((combined.decisions, combined.rows.len()), (400, 4));
    close(combined.observed.mm, 0.5625);
    close(combined.expected.mm, 0.5);
    // The course: the first alone, then both.
    close(found.events[0].combined_z.expect("a z"), alone[0]);
    close(found.events[1].combined_z.expect("a z"), z(Way::Sums));
}

#[test]
fn events_that_cannot_be_read_together_are_not() {
    let event = |n: u32, version: &str| performance(heads(n, n / 2), 900.0, version);
    let apart = |events: &[Performance]| {
        let found = several(events);
        assert!(found.combined.is_none());
        found.apart
    };
    assert_eq!(apart(&[event(150, "a")]), Some(Apart::OneEvent));
    assert_eq!(apart(&[event(150, "a"), event(150, "b")]), Some(Apart::OtherParameters));
    assert_eq!(apart(&[event(40, "a"), event(50, "a")]), Some(Apart::TooFew));
    assert_eq!(apart(&[]), None);
    // Two events under the gate that together pass it.
    let both = several(&[event(60, "a"), event(50, "a")]);
    assert!(both.events[0].combined_z.is_none() && both.events[1].combined_z.is_some());
    assert!(both.combined.is_some());
    // Another time class in between has no combined z from there on.
    let mixed = several(&[event(150, "a"), event(150, "b")]);
    assert!(mixed.events[0].combined_z.is_some() && mixed.events[1].combined_z.is_none());
}

/// A standard normal number, by Box and Muller.
fn normal(random: &mut Random) -> f64 {
    let (u, v) = (1.0 - random.unit(), random.unit());
    (-2.0 * libm::log(u)).sqrt() * libm::cos(2.0 * std::f64::consts::PI * v)
}

/// Honest coins of a player so many points above the rating.
fn honest(random: &mut Random, decisions: u32, points: f64) -> Sums {
    coins((0..decisions).map(|_| random.unit() < 0.5 + 0.001 * points))
}

/// Strength of which a quarter of the variance lasts: the combined z has a spread of 1 and a mean of 0.
#[test]
fn the_combined_z_is_calibrated() {
    let sd = 60.0;
    let mut random = Random::new(31);
    let (mut sum, mut squares, mut careful) = (0.0, 0.0, 0.0);
    let rounds = 1200;
    for _ in 0..rounds {
        let lasting = 0.5 * sd * normal(&mut random);
        let events = [80, 150, 300].map(|n| {
            let points = lasting + 0.75_f64.sqrt() * sd * normal(&mut random);
            performance(honest(&mut random, n, points), sd * sd, "a")
        });
        let combined = several(&events).combined.expect("three events");
        let z = combined.rows[0].overall_z.expect("a z");
        sum += z;
        squares += z * z;
        careful += combined.rows[1].overall_z.expect("a z") * combined.rows[1].overall_z.expect("a z");
    }
    let n = f64::from(rounds);
    // The SD of 1200 values is known to 2 %.
    assert!((sum / n).abs() < 0.12 && ((squares / n).sqrt() - 1.0).abs() < 0.07, "{sum} {squares}");
    assert!(careful < 0.9 * squares, "taking all of it as lasting is the more careful reading");
}
