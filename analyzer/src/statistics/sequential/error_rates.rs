//! Error rates and power of the sequential value, by simulation. `docs/method.md` gives the figures asserted here.

use rayon::prelude::*;
use statrs::distribution::{Binomial, DiscreteCDF};

use super::simulated::{Play, event};
use super::{HonestPlay, SequentialValue};

const LEVELS: [f64; 3] = [0.05, 0.01, 0.001];

/// How many of `events` made-up events ever reach one over each level, read after every one of 270 decisions.
fn reached(null: &HonestPlay, play: Play, events: u64) -> [u64; 3] {
    (0..events)
        .into_par_iter()
        .map(|number| {
            let mut value = SequentialValue::against(null);
            for (chance, matched) in event(play, 1, number) {
                value.observe(chance, matched).expect("a chance");
            }
            LEVELS.map(|level| u64::from(value.reaches(level)))
        })
        .reduce(|| [0; 3], |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]])
}

/// Whether the rate is shown to be at most `rate`: at any higher one so small a count would turn up with a probability
/// below `doubt` (the upper limit of Clopper and Pearson 1934).
fn at_most(count: u64, n: u64, rate: f64, doubt: f64) -> bool {
    Binomial::new(rate, n).expect("a rate").cdf(count) < doubt
}

/// Whether the rate is shown to be above `rate`.
fn above(count: u64, n: u64, rate: f64, doubt: f64) -> bool {
    let fewer = count.checked_sub(1).expect("some");
    Binomial::new(rate, n).expect("a rate").sf(fewer) < doubt
}

fn honest(form: f64) -> Play {
    Play { form, help: 0.0 }
}

#[test]
fn under_an_exact_model_it_keeps_its_promise() {
    let n = 100_000;
    let counts = reached(&HonestPlay::exact(), honest(0.0), n);
    for (count, level) in counts.into_iter().zip(LEVELS) {
        assert!(at_most(count, n, level, 1e-6), "{count} {level}");
    }
    // 2.6 %, 0.49 % and 0.04 %: not so far below that the level would mean nothing.
    assert_eq!(counts, [2612, 486, 38]);
}

#[test]
fn form_breaks_the_plain_promise_and_both_remedies_keep_it() {
    for (sigma, n, quoted) in [
        (0.1, 10_000, [[354, 70, 7], [103, 17, 0], [268, 43, 4]]),
        (0.2, 20_000, [[1181, 395, 101], [106, 20, 1], [479, 81, 11]]),
        (0.3, 10_000, [[1011, 501, 236], [43, 11, 2], [229, 42, 4]]),
    ] {
        let plain = reached(&HonestPlay::exact(), honest(sigma), n);
        let margin = reached(&HonestPlay::margin(2.0 * sigma).expect("a margin"), honest(sigma), n);
        let form = reached(&HonestPlay::form(sigma).expect("form"), honest(sigma), n);
        assert_eq!([plain, margin, form], quoted);
        for (k, level) in LEVELS.into_iter().enumerate() {
            // Where 10,000 events are allowed 10 they can only show that there were not more.
            let doubt = match (k, n) {
                (2, 10_000) => 0.5,
                (2, _) => 0.05,
                _ => 1e-3,
            };
            assert!(at_most(margin[k], n, level, doubt), "{sigma} {margin:?}");
            assert!(at_most(form[k], n, level, doubt), "{sigma} {form:?}");
            // At .1 honest players differ by less than what Ville's inequality leaves over.
            assert_eq!(above(plain[k], n, level, 1e-3), sigma > 0.15, "{sigma} {plain:?}");
        }
    }
}

#[test]
fn half_as_much_form_again_as_was_allowed_for() {
    // The promise is then broken, but by a factor of 2 and not of 20: 4.1 %, 1.0 % and 0.22 %.
    let n = 10_000;
    let counts = reached(&HonestPlay::form(0.2).expect("form"), honest(0.3), n);
    assert_eq!(counts, [411, 101, 22]);
    assert!(at_most(counts[0], n, LEVELS[0], 1e-3) && above(counts[2], n, LEVELS[2], 0.05));
}

#[test]
fn help_that_is_seen_within_nine_games() {
    // How many of 1000 reach a thousand: without form and remedy; then margin and form at two deviations of form.
    let n = 1_000;
    let seen = |null: &HonestPlay, form: f64, help: f64| reached(null, Play { form, help }, n)[2];
    for (help, exact, remedies) in [
        (0.1, 106, [[29, 67], [14, 37]]),
        (0.2, 788, [[413, 621], [165, 388]]),
        (0.33, 999, [[986, 996], [852, 947]]),
    ] {
        assert_eq!(seen(&HonestPlay::exact(), 0.0, help), exact);
        for (sigma, quoted) in [0.1, 0.2].into_iter().zip(remedies) {
            let margin = seen(&HonestPlay::margin(2.0 * sigma).expect("a margin"), sigma, help);
            let form = seen(&HonestPlay::form(sigma).expect("form"), sigma, help);
            assert_eq!([margin, form], quoted, "{help} {sigma}");
            assert!(margin < form && form < exact);
        }
    }
}
