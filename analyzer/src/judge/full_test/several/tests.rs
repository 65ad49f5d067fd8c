//! Coins in place of decisions: what should come out is known.

use super::*;
use crate::calibrate::spread::tests::coins;
use crate::null::Dispersion;
use crate::null::{Correlation, Gate};
use crate::random::Random;

/// Only MM counts; the variance of z after T decisions is `1 + growth T`.
fn null(growth: f64) -> Null {
    let dispersion = Dispersion { floor: 1.0, within: 1.0, growth, growth_ln_slope_per_300: 0.0 };
    Null {
        dispersion: PerTest { mm: dispersion, ev: dispersion, asd: dispersion },
        efficient: dispersion,
        correlation: Correlation { mm_ev: 0.5, mm_asd: 0.5, ev_asd: 0.5 },
        weights: PerTest { mm: 1.0, ev: 0.0, asd: 0.0 },
        gate: Gate { decisions: 100 },
    }
}

fn performance(null: Null, sums: Sums, version: &str) -> Performance {
    Performance {
        entry: EventEntry {
            name: "Rookery".to_owned(),
            first_day: None,
            last_day: None,
            rating: Some(2400),
            games: 9,
            decisions: sums.decisions,
            overall_z: adjusted(&sums, &null).map(|(_, z)| z),
            depth_aware_z: None,
            combined_z: None,
            combined_depth_aware_z: None,
        },
        parameters: version.to_owned(),
        sd: 0,
        record: Under { null, sums, around: None },
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
fn the_dispersion_of_two_events_by_hand() {
    // 100 and 300 fair coins: variances 25 and 75, f^2 of 2 and 4: (25 * 2 + 75 * 4) / 100 = 3.5.
    let (one, other) = (heads(100, 60), heads(300, 165));
    close(dispersion(&null(0.01), &[&one, &other]).mm, 3.5_f64.sqrt());
    // 25 heads more than the 200 that were to be expected, SD 10: 2.5, or the exact tail's, whichever is nearer to 0.
    let merged = heads(400, 225);
    let headline = merged.headline_z().expect("coins").mm;
    assert!((headline - 2.5).abs() < 0.02 && headline <= 2.5);
    let events = [performance(null(0.01), one, "a"), performance(null(0.01), other, "a")];
    let found = several(&events);
    let combined = found.combined.expect("two events");
    let z = |way: Way| {
        let row = combined.rows.iter().find(|row| row.way == way);
        row.expect("a row").overall_z.expect("over the gate")
    };
    close(z(Way::Sums), headline / 3.5_f64.sqrt());
    close(z(Way::OnePerformance), headline / 5.0_f64.sqrt());
    // Stouffer: sqrt(100) z1 + sqrt(300) z2 over sqrt(400).
    let alone: Vec<f64> = found.events.iter().map(|e| e.overall_z.expect("a z")).collect();
    close(z(Way::Weighted), (10.0 * alone[0] + 300.0_f64.sqrt() * alone[1]) / 20.0);
    close(z(Way::Without { event: 0 }), alone[1]);
    close(z(Way::Without { event: 1 }), alone[0]);
    assert_eq!((combined.decisions, combined.rows.len()), (400, 5));
    close(combined.observed.mm, 0.5625);
    close(combined.expected.mm, 0.5);
    // The course: the first alone, then both.
    close(found.events[0].combined_z.expect("a z"), alone[0]);
    close(found.events[1].combined_z.expect("a z"), z(Way::Sums));
}

#[test]
fn the_floor_of_every_event_holds() {
    let mut narrow = null(0.0);
    narrow.dispersion.mm.floor = 1.15;
    let (one, other) = (heads(100, 60), heads(300, 165));
    close(dispersion(&narrow, &[&one, &other]).mm, 1.15);
    close(dispersion(&narrow, &[]).mm, 1.15);
}

#[test]
fn events_that_cannot_be_read_together_are_not() {
    let event = |n: u32, version: &str| performance(null(0.01), heads(n, n / 2), version);
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

#[test]
fn an_uncertain_rating_widens_by_the_slope_of_the_sum() {
    let mut uncertain = performance(null(0.0), heads(400, 240), "a");
    uncertain.sd = 100;
    // A rating 25 points lower expects 4 heads less, one 25 points higher 4 more.
    uncertain.record.around = Some([heads(400, 244), heads(400, 236)]);
    let certain = performance(null(0.0), heads(400, 200), "a");
    let z =
        |hits: u32| put_together(&null(0.0), &[&heads(400, hits), &heads(400, 200)], Way::Sums).expect("z");
    let slope = (z(236) - z(244)) / 50.0;
    let found = of_record(&[&uncertain, &certain], Way::Sums).expect("a z");
    close(found, z(240) / (1.0 + slope * slope * 10_000.0).sqrt());
    assert!(found < z(240));
}

/// A standard normal number, by Box and Muller.
fn normal(random: &mut Random) -> f64 {
    let (u, v) = (1.0 - random.unit(), random.unit());
    (-2.0 * libm::log(u)).sqrt() * libm::cos(2.0 * std::f64::consts::PI * v)
}

/// Honest coins whose chance moves with a form of so many logits.
fn honest(random: &mut Random, decisions: u32, form: f64) -> Sums {
    let p = 1.0 / (1.0 + libm::exp(-form));
    coins((0..decisions).map(|_| random.unit() < p))
}

/// Form that varies between events: the combined z has a spread of 1 and a mean of 0. Form that is the same in all of
/// them: then one performance of that length has.
#[test]
fn the_combined_z_is_calibrated_when_form_varies_between_events() {
    let sigma = 0.2;
    // A shift of d logits moves p by d p (1 - p): z by d sqrt(T) / 2, so its variance grows by sigma^2 / 4 a decision.
    let null = null(sigma * sigma / 4.0);
    let spread = |shared: bool, way: Way| {
        let mut random = Random::new(31);
        let mut values = Vec::new();
        for _ in 0..1200 {
            let together = sigma * normal(&mut random);
            let events: Vec<Sums> = [80, 150, 300]
                .map(|n| {
                    let own = sigma * normal(&mut random);
                    honest(&mut random, n, if shared { together } else { own })
                })
                .into();
            let events: Vec<&Sums> = events.iter().collect();
            values.push(put_together(&null, &events, way).expect("a z"));
        }
        let moments = crate::calibrate::moments::moments(&values);
        assert!(moments.mean.abs() < 0.12, "{}", moments.mean);
        moments.sd
    };
    // The SD of 1200 values is known to 2 %.
    for way in [Way::Sums, Way::Weighted] {
        let sd = spread(false, way);
        assert!((sd - 1.0).abs() < 0.07, "{way:?} {sd}");
    }
    let one = spread(false, Way::OnePerformance);
    assert!(one < 0.9, "taking form as shared is the more careful reading: {one}");
    let sd = spread(true, Way::OnePerformance);
    assert!((sd - 1.0).abs() < 0.07, "{sd}");
    assert!(spread(true, Way::Sums) > 1.1);
}
