//! The experiment: bands, numbers of games and kinds of help against rules.

use anyhow::bail;
use rayon::prelude::*;

use super::pool::{BandPool, Drawing, Drawn};
use super::score::Statistic;
use super::table::{BandSize, PowerRow, PowerTable};
use super::threshold::{equalised, wilson};
use crate::simulate::{Help, Helper, HonestPart, Side};
use analyzer::choice::deeper_choice::DeeperSearch;
use analyzer::parameters::Parameters;
use analyzer::random::Random;

/// A deeper search and the helpers that take moves from it, in words.
fn used(name: &str, deeper: &DeeperSearch) -> String {
    let percent = |share: f64| (100.0 * share).round();
    let other = deeper.other_share.map_or_else(String::new, |share| {
        format!(", and one more, {} % of whose moves come from all depths alike", percent(share))
    });
    let (depths, own) = (deeper.depths().count(), percent(deeper.helper_share));
    format!("{name}; {depths} helpers, one for each depth, {own} % of whose moves come from it{other}")
}

/// Fixed thresholds: support 2.50 beside other evidence, 4.25 and 5.00 on their own (Arbiters' Manual 2022 and FIDE's
/// fair-play regulations), index 65 (Regan: ask for a full test), and the rule of thumb as it stands.
pub(crate) const FIXED: [(Statistic, f64); 9] = [
    (Statistic::OverallZ, 2.5),
    (Statistic::OverallZ, 4.25),
    (Statistic::OverallZ, 5.0),
    (Statistic::Index, 65.0),
    (Statistic::DepthAwareOverallZ, 2.5),
    (Statistic::DepthAwareOverallZ, 4.25),
    // The bound of Ville for 60 players, ln 300.
    (Statistic::BayesFactor, 5.703_782_474_656_201),
    (Statistic::Hint, 0.0),
    (Statistic::MatchRate, 0.0),
];

/// Statistics compared at equal false-alarm rates.
pub(crate) const EQUALISED: [Statistic; 10] = [
    Statistic::OverallZ,
    Statistic::MoveMatch,
    Statistic::EfficientScore,
    Statistic::DepthAwareOverallZ,
    Statistic::DepthAwareMoveMatch,
    Statistic::DepthAwareEfficientScore,
    Statistic::RatingFree,
    Statistic::BayesFactor,
    Statistic::MatchRate,
    Statistic::MeanLoss,
];

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Experiment {
    pub(crate) bands: Vec<u16>,
    /// Half the width of a band in rating points, ends included.
    pub(crate) half_width: u16,
    pub(crate) games: Vec<u32>,
    pub(crate) helps: Vec<Help>,
    pub(crate) helper: Helper,
    /// The deeper search that the Bayes factor takes into account, in words, with its weights.
    pub(crate) deeper: Option<(String, DeeperSearch)>,
    /// Who helps, in words, for the table.
    pub(crate) helper_name: String,
    pub(crate) honest_part: HonestPart,
    /// Whether to find out whom hints would name, which takes a thousand times as long.
    pub(crate) hints: bool,
    /// Helped performances for each cell.
    pub(crate) performances: u32,
    /// Honest performances for each band and number of games.
    pub(crate) honest: u32,
    /// False-alarm rates to compare at, each above 0 and under 1.
    pub(crate) false_alarm_rates: Vec<f64>,
    pub(crate) seed: u64,
}

/// Kinds of draw, so that no two share a sequence of pseudo-random numbers.
const HONEST: u64 = 0;
const HELPED: u64 = 1;

/// Measures the detection rates. Bands without games give a size and no rows.
///
/// Every performance has its own sequence of pseudo-random numbers, found from the seed and its place. The number of
/// threads does not matter, and all kinds of help are tried on the same draws of games.
///
/// # Errors
/// If the plan makes no sense, or no band has games.
pub(crate) fn measure(
    sides: &[Side],
    parameters: &Parameters,
    experiment: &Experiment,
) -> anyhow::Result<PowerTable> {
    check(experiment)?;
    let mut table = PowerTable {
        honest: experiment.honest_part,
        helper: experiment.helper_name.clone(),
        deeper: experiment.deeper.as_ref().map(|(name, deeper)| used(name, deeper)),
        parameters: parameters.version.clone(),
        provisional: parameters.provisional,
        seed: experiment.seed,
        bands: Vec::new(),
        rows: Vec::new(),
    };
    for band in &experiment.bands {
        let low = band.saturating_sub(experiment.half_width);
        let high = band.saturating_add(experiment.half_width);
        let deeper = experiment.deeper.as_ref().map(|(_, weights)| weights);
        let pool = BandPool::new(sides, (low, high), parameters, experiment.helper, deeper);
        table.bands.push(BandSize {
            band: *band,
            low,
            high,
            performances: pool.performances,
            games: pool.games.len(),
            sides: pool.sides,
            decisions: pool.decisions,
            left_out: pool.left_out,
            mean_rating: pool.mean_rating,
        });
        if pool.games.is_empty() {
            continue;
        }
        if experiment.honest_part == HonestPart::Form && !pool.draws_strength() {
            bail!(
                "these parameters have no fitted helper, and with it no form from game to game to draw from"
            );
        }
        for games in &experiment.games {
            let cell = Cell { experiment, parameters, pool: &pool, band: *band, games: *games };
            let honest = cell.draw(HONEST, None, experiment.honest);
            let there = |statistic: Statistic| {
                (parameters.depth_aware.is_some() || !statistic.is_depth_aware())
                    && (experiment.hints || statistic != Statistic::Hint)
            };
            let rules = rules(&honest, &experiment.false_alarm_rates, there);
            for help in &experiment.helps {
                let helped = cell.draw(HELPED, Some(help), experiment.performances);
                table.rows.extend(rules.iter().map(|rule| cell.row(*help, rule, &helped, &honest)));
            }
        }
    }
    if table.rows.is_empty() {
        bail!("no band has a side of a game that the parameters cover");
    }
    Ok(table)
}

fn check(experiment: &Experiment) -> anyhow::Result<()> {
    let Experiment { performances, honest, .. } = *experiment;
    for n in [performances, honest] {
        if !(1..=10_000_000).contains(&n) {
            bail!("number of performances is {n}, which must be from 1 to 10 million");
        }
    }
    if let Some(games) = experiment.games.iter().find(|games| !(1..=1_000).contains(*games)) {
        bail!("number of games is {games}, which must be from 1 to 1000");
    }
    for help in &experiment.helps {
        match help {
            Help::Share(share) | Help::ThirdGames(share) if !(0.0..=1.0).contains(share) => {
                bail!("share is {share}, which must be from 0 to 1");
            }
            Help::Costliest { helped, of } if helped > of => {
                bail!("{helped} of {of} decisions cannot be helped");
            }
            _ => {}
        }
    }
    for rate in &experiment.false_alarm_rates {
        if !(*rate > 0.0 && *rate < 1.0) {
            bail!("false-alarm rate is {rate}, which must be above 0 and under 1");
        }
        if rate * f64::from(honest) + 1e-9 < 1.0 {
            let needed = (1.0 / rate).ceil();
            bail!(
                "{honest} honest performances cannot show a false-alarm rate of {rate}; at least {needed} can"
            );
        }
    }
    Ok(())
}

/// A rule: a statistic and its threshold.
struct Rule {
    statistic: Statistic,
    rate: Option<f64>,
    /// Turned as in [`Score::turned`](super::score::Score::turned).
    threshold: f64,
}

impl Rule {
    fn detects(&self, drawn: &Drawn) -> bool {
        let value = drawn.score.and_then(|score| score.turned(self.statistic));
        value.is_some_and(|value| match self.rate {
            None => value >= self.threshold,
            Some(_) => value > self.threshold,
        })
    }
}

/// Rules on the statistics that are there: a reading that is not makes no rows of zeros.
fn rules(honest: &[Drawn], rates: &[f64], there: impl Fn(Statistic) -> bool) -> Vec<Rule> {
    let fixed = FIXED.iter().filter(|(statistic, _)| there(*statistic));
    let fixed =
        fixed.map(|(statistic, threshold)| Rule { statistic: *statistic, rate: None, threshold: *threshold });
    let mut rules: Vec<Rule> = fixed.collect();
    for rate in rates {
        for statistic in EQUALISED.into_iter().filter(|statistic| there(*statistic)) {
            let values: Vec<f64> = honest.iter().filter_map(|d| d.score?.turned(statistic)).collect();
            if let Some(threshold) = equalised(&values, honest.len(), *rate) {
                rules.push(Rule { statistic, rate: Some(*rate), threshold });
            }
        }
    }
    rules
}

struct Cell<'a> {
    experiment: &'a Experiment,
    parameters: &'a Parameters,
    pool: &'a BandPool,
    band: u16,
    games: u32,
}

impl Cell<'_> {
    fn draw(&self, kind: u64, help: Option<&Help>, count: u32) -> Vec<Drawn> {
        let seed = self.experiment.seed;
        let numbers: Vec<u32> = (0..count).collect();
        let drawing = Drawing {
            games: self.games,
            honest: self.experiment.honest_part,
            help,
            parameters: self.parameters,
            hints: self.experiment.hints,
        };
        // Collected in order of number, whichever thread was first.
        numbers
            .par_iter()
            .map(|k| {
                let place = [kind, u64::from(self.band), u64::from(self.games), u64::from(*k)];
                let mut games_from = Random::stream(seed, &place);
                let mut moves_from = Random::stream(seed.wrapping_add(1), &place);
                self.pool.draw(&drawing, (&mut games_from, &mut moves_from))
            })
            .collect()
    }

    fn row(&self, help: Help, rule: &Rule, helped: &[Drawn], honest: &[Drawn]) -> PowerRow {
        let count = |drawn: &[Drawn], yes: &dyn Fn(&Drawn) -> bool| {
            u32::try_from(drawn.iter().filter(|d| yes(d)).count()).unwrap_or(u32::MAX)
        };
        let mean = |pick: fn(&Drawn) -> u32| {
            helped.iter().map(|d| f64::from(pick(d))).sum::<f64>() / helped.len() as f64
        };
        let of = self.experiment.performances;
        let detected = count(helped, &|d| rule.detects(d));
        let (low, high) = wilson(detected, of);
        PowerRow {
            band: self.band,
            games: self.games,
            help,
            statistic: rule.statistic,
            false_alarm_rate: rule.rate,
            threshold: match rule.statistic {
                Statistic::MeanLoss => -rule.threshold,
                _ => rule.threshold,
            },
            detected,
            of,
            low,
            high,
            false_alarms: count(honest, &|d| rule.detects(d)),
            honest: self.experiment.honest,
            below_gate: count(helped, &|d| d.score.is_none()),
            mean_decisions: mean(|d| d.decisions),
            mean_helped: mean(|d| d.helped),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::fixtures::{FIRST_FIT, side};
    use analyzer::null::PerTest;
    use analyzer::statistics::field::upper_tail;
    use analyzer::statistics::projection::Around;

    fn experiment() -> Experiment {
        Experiment {
            bands: vec![2300, 2700],
            half_width: 100,
            games: vec![2, 9],
            helps: vec![Help::Share(0.05), Help::Share(0.3), Help::Costliest { helped: 2, of: 2 }],
            helper: Helper::FirstLine,
            deeper: None,
            helper_name: "first line".to_owned(),
            honest_part: HonestPart::Model,
            hints: false,
            performances: 300,
            honest: 2_000,
            false_alarm_rates: vec![0.01, 0.001],
            seed: 3,
        }
    }

    fn sides() -> Vec<Side> {
        (0..60).map(|k| side(k, 20 + k % 15, 1_000 + k as u64)).collect()
    }

    /// Parameters under which moves drawn from the model give an overall z of spread 1, with one test.
    fn plain() -> Parameters {
        let mut parameters = crate::simulate::fixtures::plain();
        parameters.null.excess = PerTest { mm: 1.0, ev: 1.0, asd: 1.0 };
        parameters.null.weights = PerTest { mm: 1.0, ev: 0.0, asd: 0.0 };
        parameters
    }

    fn find(table: &PowerTable, games: u32, help: Help, statistic: Statistic, threshold: f64) -> &PowerRow {
        let mut rows = table.rows.iter().filter(|r| {
            r.games == games
                && r.help == help
                && r.statistic == statistic
                && r.false_alarm_rate.is_none()
                && r.threshold == threshold
        });
        rows.next().expect("a row")
    }

    #[test]
    fn a_match_count_is_detected_as_often_as_two_coins_say() {
        // MM alone: honest matches are coins p, matches helped on a share x are coins p + x (1 - p). Both sums are
        // nearly normal, with known means and variances, so the power follows in closed form from the pool.
        let experiment =
            Experiment { games: vec![9], helps: vec![Help::Share(0.3)], performances: 4_000, ..experiment() };
        let parameters = plain();
        let table = measure(&sides(), &parameters, &experiment).expect("measured");
        let pool = BandPool::new(&sides(), (2200, 2400), &parameters, Helper::FirstLine, None);
        assert_eq!(pool.games.len(), 60);
        // A mean over the number of decisions would do; the pool is even enough to use its average decision.
        let (mut n, mut mean, mut honest, mut helped) = (0.0, 0.0, 0.0, 0.0);
        for side in sides() {
            let model = Around::new(&parameters, 2300);
            let side =
                crate::simulate::PreparedSide::new(&side, 2300, &model, Helper::FirstLine).expect("prepared");
            for turn in &side.turns {
                let p = turn.projection.mean(analyzer::statistics::statistic::MM);
                let q = p + 0.3 * (1.0 - p);
                n += 1.0;
                mean += q - p;
                honest += p * (1.0 - p);
                helped += q * (1.0 - q);
            }
        }
        let decisions = 9.0 * n / 60.0;
        let z = mean / n * decisions / (honest / n * decisions).sqrt();
        let spread = (helped / honest).sqrt();
        let expected = upper_tail((2.5 - z) / spread);
        let row = find(&table, 9, Help::Share(0.3), Statistic::OverallZ, 2.5);
        assert!((row.mean_decisions - decisions).abs() < 1.5, "{row:?}");
        assert!((row.mean_helped / row.mean_decisions - 0.3).abs() < 0.005);
        assert!((row.rate() - expected).abs() < 0.03, "{} {expected}", row.rate());
        // Honest performances pass 2.5 as often as a normal z: 1 in 161, 12.4 of 2,000.
        assert!((4..=24).contains(&row.false_alarms), "{row:?}");
    }

    #[test]
    fn more_help_and_more_games_are_seen_more_often() {
        let parameters = Parameters::parse(FIRST_FIT).expect("reads");
        let table = measure(&sides(), &parameters, &experiment()).expect("measured");
        let rate = |games, help| find(&table, games, help, Statistic::OverallZ, 2.5).rate();
        assert!(rate(9, Help::Share(0.3)) > rate(9, Help::Share(0.05)) + 0.2);
        // Two games of these have at most 68 decisions: nobody judges those.
        let short = find(&table, 2, Help::Share(0.3), Statistic::Index, 65.0);
        assert_eq!((short.below_gate, short.detected), (300, 0));
        // Index 65 is z 3.
        let z = find(&table, 9, Help::Share(0.3), Statistic::OverallZ, 4.25);
        let index = find(&table, 9, Help::Share(0.3), Statistic::Index, 65.0);
        assert!(index.detected >= z.detected);
        // A band without games says so and gives no rows.
        assert_eq!((table.bands[1].band, table.bands[1].sides), (2700, 0));
        assert!(table.rows.iter().all(|r| r.band == 2300));
        // Two helps of nine games, and each rule once.
        assert_eq!(table.rows.len(), 3 * (5 + 10) + 3 * 5);
    }

    #[test]
    fn equal_false_alarm_rates_are_equal() {
        let parameters = Parameters::parse(FIRST_FIT).expect("reads");
        let table = measure(&sides(), &parameters, &experiment()).expect("measured");
        let equal: Vec<&PowerRow> = table.rows.iter().filter(|r| r.false_alarm_rate.is_some()).collect();
        assert_eq!(equal.len(), 30);
        for row in equal {
            let allowed = if row.false_alarm_rate == Some(0.01) { 20 } else { 2 };
            // A count of matches has ties, and ties do not pass.
            assert!(row.false_alarms <= allowed && row.false_alarms + 8 >= allowed, "{row:?}");
            assert!(row.low <= row.rate() && row.rate() <= row.high);
        }
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let parameters = Parameters::parse(FIRST_FIT).expect("reads");
        let plan = Experiment { performances: 40, honest: 1_000, ..experiment() };
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| measure(&sides(), &parameters, &plan).expect("measured"))
        };
        assert_eq!(with(1), with(3));
        let other = Experiment { seed: 4, ..plan.clone() };
        assert_ne!(with(1), measure(&sides(), &parameters, &other).expect("measured"));
    }

    #[test]
    fn plans_without_sense_are_refused() {
        let parameters = Parameters::parse(FIRST_FIT).expect("reads");
        for (plan, reason) in [
            (Experiment { honest: 999, ..experiment() }, "rate of 0.001; at least 1000 can"),
            (Experiment { helps: vec![Help::Share(1.5)], ..experiment() }, "share is 1.5"),
            (
                Experiment { helps: vec![Help::Costliest { helped: 3, of: 2 }], ..experiment() },
                "3 of 2 decisions",
            ),
            (Experiment { honest_part: HonestPart::Form, ..experiment() }, "no fitted helper"),
            (Experiment { games: vec![0], ..experiment() }, "number of games is 0"),
            (Experiment { performances: 0, ..experiment() }, "number of performances is 0"),
            (Experiment { false_alarm_rates: vec![f64::NAN], ..experiment() }, "rate is NaN"),
            (Experiment { bands: vec![2700], ..experiment() }, "no band has a side"),
        ] {
            let error = measure(&sides(), &parameters, &plan).expect_err(reason).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
