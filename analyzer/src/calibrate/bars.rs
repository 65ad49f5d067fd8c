//! The bars set for a certificate before any event was evaluated, and what was found.

use crate::calibrate::certificate::{Anchored, Bar, Certificate, Group, Measure, Moments, Rate};

/// Compares a certificate with the bars.
pub fn bars(certificate: &Certificate) -> Vec<Bar> {
    if let Some(anchor) = &certificate.anchor {
        return held_to(certificate, anchor);
    }
    let mut bars = Vec::new();
    let overall = measure(certificate, "overall");
    if let Some(overall) = overall {
        bars.extend(of_overall(overall));
    }
    if let Some(index) = measure(certificate, "index") {
        bars.push(within("SD of the index, all", 4.6, 5.4, index.all.sd, 2));
        for row in rows(index, "decisions") {
            let name = format!("SD of the index, {} decisions", row.0);
            bars.push(within(&name, 4.6, 5.4, row.1.sd, 2));
        }
    }
    for low in [2000, 2200, 2400, 2600] {
        let label = format!("{low}-{}", low + 199);
        let found = overall.and_then(|o| rows(o, "rating").find(|(name, _)| **name == label));
        let name = format!("mean overall z, rating {label}");
        bars.push(match found {
            Some((_, m)) => within(&name, -0.25, 0.25, m.mean, 3),
            None => missing(&name),
        });
    }
    for low in [2000, 2200, 2400, 2600] {
        bars.extend(of_band(certificate, low));
    }
    let resampled = &certificate.resampled;
    let name = format!("resampled performances of {} games", resampled.games);
    bars.push(Bar {
        asked: format!("{name}: 200000 or more"),
        found: resampled.drawn.to_string(),
        met: resampled.drawn >= 200_000,
    });
    let at = |level: f64| resampled.rates.iter().find(|r| (r.level - level).abs() < 1e-9);
    bars.push(ratio(at(3.0), &format!("{name}: rate at 3.00 over nominal"), 1.0 / 1.5, 1.5));
    bars.push(ratio(at(4.25), &format!("{name}: rate at 4.25 over nominal"), 0.0, 3.0));
    bars.push(within(
        "SD of the difference of overall z under two fits from disjoint events",
        0.0,
        0.15,
        certificate.agreement.sd,
        3,
    ));
    bars
}

/// The bars of a fit that is held to another: enough games, and the same players judged alike. How honest players scatter
/// was shown for the anchor.
fn held_to(certificate: &Certificate, anchor: &Anchored) -> Vec<Bar> {
    let (games, difference) = (certificate.corpus.games, &anchor.difference);
    let mut bars = vec![
        Bar { asked: "games: 150 or more".to_owned(), found: games.to_string(), met: games >= 150 },
        Bar {
            asked: "held-out performances over the gate: 25 or more".to_owned(),
            found: difference.moments.n.to_string(),
            met: difference.moments.n >= 25,
        },
        within("mean overall z less the anchor's", -0.15, 0.15, difference.moments.mean, 3),
        within("SD of that difference", 0.0, 0.60, difference.moments.sd, 3),
    ];
    if let Some(overall) = measure(certificate, "overall") {
        // The SD of so few has a standard error of one over the root of twice their number.
        let error = 1.0 / (2.0 * overall.all.n.max(1) as f64).sqrt();
        bars.push(within(
            "SD of overall z, within two standard errors of 1",
            1.0 - 2.0 * error,
            1.0 + 2.0 * error,
            overall.all.sd,
            3,
        ));
    }
    bars
}

fn of_overall(overall: &Measure) -> Vec<Bar> {
    let mut bars = vec![
        Bar {
            asked: "held-out performances over the gate: 400 or more".to_owned(),
            found: overall.all.n.to_string(),
            met: overall.all.n >= 400,
        },
        within("mean overall z", -0.10, 0.10, overall.all.mean, 3),
        within("SD of overall z", 0.93, 1.07, overall.all.sd, 3),
    ];
    if let Some(two) = overall.rates.first() {
        bars.push(within("share of overall z over 2.0, in %", 1.3, 3.5, 100.0 * two.share[0], 2));
    }
    bars
}

fn of_band(certificate: &Certificate, low: u16) -> Vec<Bar> {
    let label = format!("{low}-{}", low + 199);
    let Some(band) = certificate.bands.iter().find(|b| b.low == low) else {
        return vec![missing(&format!("projections, rating {label}"))];
    };
    let points = |[seen, projected]: [f64; 2]| 100.0 * (projected - seen);
    let percent = |[seen, projected]: [f64; 2]| 100.0 * (projected / seen - 1.0);
    vec![
        within(&format!("projected less seen MM in points, rating {label}"), -1.0, 1.0, points(band.mm), 2),
        within(&format!("projected less seen EV in points, rating {label}"), -1.0, 1.0, points(band.ev), 2),
        within(&format!("projected over seen ASD in %, rating {label}"), -5.0, 5.0, percent(band.asd), 2),
    ]
}

fn measure<'a>(certificate: &'a Certificate, name: &str) -> Option<&'a Measure> {
    certificate.measures.iter().find(|m| m.name == name)
}

fn rows<'a>(measure: &'a Measure, by: &'a str) -> impl Iterator<Item = (&'a String, &'a Moments)> {
    let groups = measure.groups.iter().filter(move |g: &&Group| g.by == by);
    groups.flat_map(|g| g.rows.iter().map(|r| (&r.label, &r.moments)))
}

fn within(name: &str, low: f64, high: f64, found: f64, digits: usize) -> Bar {
    Bar {
        asked: format!("{name}: {low:.2} to {high:.2}"),
        found: format!("{found:.digits$}"),
        met: (low..=high).contains(&found),
    }
}

fn ratio(rate: Option<&Rate>, name: &str, low: f64, high: f64) -> Bar {
    match rate {
        Some(rate) => {
            let times = rate.share[0] / rate.nominal;
            let [_, from, to] = rate.share.map(|share| share / rate.nominal);
            Bar {
                asked: format!("{name}: {low:.2} to {high:.2}"),
                found: format!("{times:.2} (95 % limits {from:.2} to {to:.2})"),
                met: (low..=high).contains(&times),
            }
        }
        None => missing(name),
    }
}

fn missing(name: &str) -> Bar {
    Bar { asked: name.to_owned(), found: "no data".to_owned(), met: false }
}
