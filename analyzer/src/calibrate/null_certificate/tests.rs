use super::*;
use crate::calibrate::null_fit::tests::{TRUTH, corpus};
use crate::null::strength::Strength;

fn of(measurements: &[Measurement], draws: u64) -> NullCertificate {
    let standard = Strength::shipped().expect("reads");
    let known = Baseline { version: "test", standard: &standard, other: None };
    certify(measurements, SealedPart::default(), &known, draws).expect("certified")
}

#[test]
fn a_right_null_is_certified() {
    let certificate = of(&corpus(&TRUTH, 400, 8, 2), 400);
    assert_eq!(certificate.parts.iter().map(|part| part.tournaments).sum::<usize>(), 400);
    let [primary, second] = certificate.readings.as_slice() else { panic!("two models") };
    for reading in [primary, second] {
        let names: Vec<&str> = reading.populations.iter().map(|p| p.name.as_str()).collect();
        let decades = ["2000-2009", "2010-2019", "2020-2029"];
        assert_eq!(names, [&POPULATIONS[..3], &decades, &POPULATIONS[3..10]].concat());
        assert!(reading.bars.iter().map(|bar| bar.name.as_str()).eq(BARS));
        for population in &reading.populations {
            let (mean, sd) = (population.alone.mean.expect("mean"), population.alone.sd.expect("sd"));
            assert!(mean.value.abs() < 3.0 * mean.error + 0.05 && mean.error < 0.25, "{population:?}");
            assert!((sd.value - 1.0).abs() < 3.0 * sd.error + 0.03, "{population:?}");
            // What the other players show makes the z no wider, and the lower of the two is lower.
            let (field, leading) = (&population.field, population.leading.mean.expect("mean"));
            assert!((field.sd.expect("sd").value - 1.0).abs() < 0.15, "{population:?}");
            assert!(leading.value <= mean.value && leading.value <= field.mean.expect("mean").value);
        }
        let all = &reading.populations[0];
        assert_eq!((all.performances, all.tournaments), (3200, 400));
        let at_two = &all.alone.rates[0];
        assert!((at_two.limits[0]..=at_two.limits[1]).contains(&at_two.seen), "{at_two:?}");
        let slope = reading.slope.expect("a slope");
        assert!(slope.value.abs() < 3.0 * slope.error && slope.error < 0.06, "{slope:?}");
        assert!(reading.fields.is_empty(), "eight players of each are no field");
    }
    let bar = |name: &str| primary.bars.iter().find(|bar| bar.name == name).expect("a bar");
    let sd = bar("recent_sd");
    let passes = sd.passes.expect("simulated");
    assert!(passes.right > 0.9 && passes.wider < 0.02, "{sd:?}");
    assert!(bar("recent_mean").passes.expect("simulated").right > 0.8);
    assert_eq!(
        (bar("rate").performances, bar("rate").result == BarResult::TooFewData),
        ([3200, 2000], false)
    );
    assert!(bar("rate").passes.expect("simulated").thrice < 0.2);
    // All bars together tell: 5 % of right nulls miss one, and hardly any wrong one misses none.
    let all = primary.all;
    assert!(all.right > 0.92 && all.wider < 0.02 && all.thrice < 0.2, "{all:?}");
    assert!(primary.bars.iter().all(|b| b.range[0] <= b.asked[0] && b.asked[1] <= b.range[1]), "{primary:?}");
}

#[test]
fn a_null_that_does_not_hold_is_not_certified() {
    // Fitted to one world; a fifth of the players of today stand 250 points higher.
    let mut measurements = corpus(&TRUTH, 500, 8, 3);
    for (k, m) in measurements.iter_mut().enumerate() {
        // Both models of a performance stand together.
        if (k / 2) % 5 == 0 && m.first_day().expect("a day").year >= 2019 {
            for score in 0..4 {
                m.gains.gain[score] += 350.0 * m.gains.derivative[score];
            }
        }
    }
    let certificate = of(&measurements, 20);
    let bars = &certificate.readings[0].bars;
    // The trend takes up the mean and cannot take up the spread.
    let sd = bars.iter().find(|bar| bar.name == "recent_sd").expect("a bar");
    assert!(sd.result == BarResult::NotMet && sd.found.expect("a value") > 1.15, "{bars:?}");
}

#[test]
fn bars_pass_as_often_as_they_promise() {
    // Thirty worlds of 50 tournaments: the null refitted each time, every bar read by its value alone.
    let (mut met, mut promised) = ([0.0; 8], [0.0; 8]);
    let worlds = 30;
    for seed in 0..worlds {
        let certificate = of(&corpus(&TRUTH, 50, 8, 1000 + seed), 100);
        for (k, bar) in certificate.readings[0].bars.iter().enumerate() {
            let found = bar.found.expect("a value");
            met[k] += if (bar.range[0]..=bar.range[1]).contains(&found) { 1.0 } else { 0.0 } / worlds as f64;
            promised[k] += bar.passes.expect("simulated").right / worlds as f64;
        }
    }
    for (k, (met, promised)) in met.iter().zip(promised).enumerate() {
        // Thirty draws know a share to .18 (two standard errors). The null is fitted to the same world, so a mean passes more often.
        assert!(*met > promised - 0.18, "{k}: {met} {promised}");
    }
}

#[test]
fn few_data_are_said() {
    let certificate = of(&corpus(&TRUTH, 12, 21, 1), 50);
    let reading = &certificate.readings[0];
    assert!(reading.bars.iter().all(|bar| bar.result == BarResult::TooFewData));
    assert_eq!(reading.fields.len(), 12);
    let sixty = reading.at_sixty;
    assert!(sixty.level == 2.0 && (sixty.limits[0]..=sixty.limits[1]).contains(&sixty.seen), "{sixty:?}");
    assert!(reading.fields.iter().all(|field| field.players == 21));
    let text = serde_json::to_string(&certificate).expect("JSON");
    assert_eq!(serde_json::from_str::<NullCertificate>(&text).expect("the same"), certificate);
}
