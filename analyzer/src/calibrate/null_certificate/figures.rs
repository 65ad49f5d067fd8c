//! Figures of populations, with errors that know of tournaments and people.

use std::collections::{BTreeMap, BTreeSet};

use super::scored::{LEVELS, Scored, Z};
use super::{Field, Figure, Figures, Population, Rate};
use crate::null::strength::decades;
use crate::statistics::field::mean_and_sd;

/// Fewest measured players of a tournament whose mean is printed: of twenty, some have too few decisions.
const FIELD: usize = 15;
/// Index in [`LEVELS`] of the z that is an index of 60.
const SIXTY: usize = 0;
/// Half the range of a field's mean z.
const FIELD_RANGE: f64 = 0.25;

/// All, and each kind that has a performance.
pub(super) fn populations(scored: &[Scored]) -> Vec<Population> {
    type Kind<'a> = (String, Box<dyn Fn(&Scored) -> bool + 'a>);
    let mut kinds: Vec<Kind> = vec![
        ("all".to_owned(), Box::new(|_| true)),
        ("from_2019".to_owned(), Box::new(from_2019)),
        ("from_november_2021".to_owned(), Box::new(from_november_2021)),
    ];
    let decades: BTreeSet<u16> = scored.iter().map(|s| s.day.year / 10 * 10).collect();
    kinds.extend(decades.into_iter().map(|first| -> Kind {
        (format!("{first}-{}", first + 9), Box::new(move |s: &Scored| s.day.year / 10 * 10 == first))
    }));
    let bands = [("under_2000", 0, 1999), ("2000-2399", 2000, 2399), ("2400-2699", 2400, 2699)];
    kinds.extend(bands.into_iter().chain([("from_2700", 2700, u16::MAX)]).map(|(name, low, high)| -> Kind {
        (name.to_owned(), Box::new(move |s| (low..=high).contains(&s.measured.rating)))
    }));
    kinds.push(("juniors".to_owned(), Box::new(Scored::junior)));
    kinds.push(("youth".to_owned(), Box::new(|s| s.measured.youth)));
    kinds.push(("women".to_owned(), Box::new(|s| s.measured.women)));
    let one = |(name, of): Kind| {
        let members: Vec<&Scored> = scored.iter().filter(|s| of(s)).collect();
        (!members.is_empty()).then(|| population(name, &members))
    };
    kinds.into_iter().filter_map(one).collect()
}

pub(super) fn from_2019(scored: &Scored) -> bool {
    scored.day.year >= 2019
}

pub(super) fn from_november_2021(scored: &Scored) -> bool {
    (scored.day.year, scored.day.month) >= (2021, 11)
}

fn population(name: String, members: &[&Scored]) -> Population {
    let [tournaments, people] = [by_tournament(members), by_person(members)];
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for unit in &tournaments {
        *sizes.entry(*unit).or_default() += 1;
    }
    let count = |units: &[usize]| units.iter().collect::<BTreeSet<_>>().len();
    let of = |z: &dyn Fn(&Scored) -> Z| {
        let zs: Vec<Z> = members.iter().map(|s| z(s)).collect();
        figures(&zs, [&tournaments, &people])
    };
    Population {
        name,
        performances: members.len(),
        tournaments: sizes.len(),
        people: count(&people),
        largest: sizes.values().copied().max().unwrap_or(0) as f64 / members.len() as f64,
        alone: of(&|s| s.alone),
        field: of(&|s| s.field),
        leading: of(&Scored::leading),
    }
}

/// Number of the tournament of each performance.
pub(super) fn by_tournament<'a>(members: &[&'a Scored]) -> Vec<usize> {
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    let unit = |scored: &&'a Scored| {
        let next = known.len();
        *known.entry(&scored.measured.tournament).or_insert(next)
    };
    members.iter().map(unit).collect()
}

pub(super) fn by_person(members: &[&Scored]) -> Vec<usize> {
    members.iter().map(|s| s.measured.person).collect()
}

fn figures(zs: &[Z], units: [&[usize]; 2]) -> Figures {
    let values: Vec<f64> = zs.iter().map(|z| z.z).collect();
    let n = values.len() as f64;
    let (mean, sd) = mean_and_sd(&values);
    let off: Vec<f64> = values.iter().map(|z| (z - mean) / n).collect();
    let squares: Vec<f64> =
        values.iter().map(|z| ((z - mean) * (z - mean) - sd * sd) / (2.0 * sd * n)).collect();
    let figure = |value: f64, influence: &[f64]| Some(Figure { value, error: error(influence, units)? });
    Figures {
        mean: figure(mean, &off),
        sd: figure(sd, &squares).filter(|sd| sd.value > 0.0),
        rates: (0..LEVELS.len()).map(|k| rate(zs, k)).collect(),
    }
}

/// Standard error of a sum of influences, each unit a draw (Liang and Zeger 1986, *Biometrika* 73), for both kinds of units; the
/// larger. `None` for fewer than two units of one kind.
fn error(influence: &[f64], units: [&[usize]; 2]) -> Option<f64> {
    let one = |units: &[usize]| {
        let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
        for (unit, value) in units.iter().zip(influence) {
            *sums.entry(*unit).or_default() += value;
        }
        let m = sums.len() as f64;
        let squares: f64 = sums.values().map(|sum| sum * sum).sum();
        (sums.len() > 1).then(|| (squares * m / (m - 1.0)).sqrt())
    };
    Some(one(units[0])?.max(one(units[1])?))
}

/// Change of z without the field per decade, by least squares.
pub(super) fn slope(scored: &[Scored]) -> Option<Figure> {
    let members: Vec<&Scored> = scored.iter().collect();
    let x: Vec<f64> = scored.iter().map(|s| decades(s.day)).collect();
    let z: Vec<f64> = scored.iter().map(|s| s.alone.z).collect();
    let value = slope_of(&x, &z)?;
    let ((x_mean, _), (z_mean, _)) = (mean_and_sd(&x), mean_and_sd(&z));
    let squares: f64 = x.iter().map(|x| (x - x_mean) * (x - x_mean)).sum();
    let influence: Vec<f64> =
        x.iter().zip(&z).map(|(x, z)| (x - x_mean) * (z - z_mean - value * (x - x_mean)) / squares).collect();
    let error = error(&influence, [&by_tournament(&members), &by_person(&members)])?;
    Some(Figure { value, error })
}

/// Least squares; `None` if `x` does not vary.
pub(super) fn slope_of(x: &[f64], z: &[f64]) -> Option<f64> {
    let ((x_mean, x_sd), (z_mean, _)) = (mean_and_sd(x), mean_and_sd(z));
    let products: f64 = x.iter().zip(z).map(|(x, z)| (x - x_mean) * (z - z_mean)).sum();
    (x_sd > 0.0).then(|| products / (x_sd * x_sd * (x.len() as f64 - 1.0)))
}

/// Tournaments of [`FIELD`] or more measured players, with the mean of their z with the field; and how many of these players reach
/// an index of 60.
pub(super) fn fields(scored: &[Scored]) -> (Vec<Field>, Rate) {
    let mut tournaments: BTreeMap<&str, Vec<Z>> = BTreeMap::new();
    for s in scored {
        tournaments.entry(&s.measured.tournament).or_default().push(s.field);
    }
    tournaments.retain(|_, zs| zs.len() >= FIELD);
    let at_sixty = rate(&tournaments.values().flatten().copied().collect::<Vec<_>>(), SIXTY);
    let of = |(tournament, zs): (&str, Vec<Z>)| {
        let (mean, _) = mean_and_sd(&zs.iter().map(|z| z.z).collect::<Vec<_>>());
        let tournament = tournament.to_owned();
        Field { tournament, players: zs.len(), mean, within: mean.abs() <= FIELD_RANGE }
    };
    (tournaments.into_iter().map(of).collect(), at_sixty)
}

/// How often the level of an index in [`LEVELS`] was reached.
fn rate(zs: &[Z], k: usize) -> Rate {
    let level = LEVELS[k];
    let predicted: f64 = zs.iter().map(|z| z.reached[k]).sum();
    let seen = zs.iter().filter(|z| z.z >= level).count();
    Rate { level, seen, predicted, limits: poisson_limits(predicted) }
}

/// The sealed part as one population.
pub(super) fn sealed(scored: &[Scored]) -> Population {
    population("sealed".to_owned(), &scored.iter().collect::<Vec<_>>())
}

/// Smallest counts whose Poisson distribution functions reach .025 and .975.
fn poisson_limits(mean: f64) -> [usize; 2] {
    let mut term = libm::exp(-mean);
    let (mut count, mut reached) = (0_usize, term);
    let mut up_to = |share: f64| {
        // Beyond ten standard deviations rounding decides.
        while reached < share && (count as f64) < mean + 10.0 * mean.sqrt() + 10.0 {
            count += 1;
            term *= mean / count as f64;
            reached += term;
        }
        count
    };
    [up_to(0.025), up_to(0.975)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_by_hand() {
        // Influences 1, 2 and -3 of units 1, 1, 2: sums 3 and -3, so sqrt(18 * 2). Alone: sqrt(14 * 3 / 2).
        let influence = [1.0, 2.0, -3.0];
        let found = error(&influence, [&[1, 1, 2], &[1, 2, 3]]).expect("two units");
        assert!((found - 6.0).abs() < 1e-12);
        assert!(
            (error(&influence, [&[1, 2, 3], &[1, 2, 3]]).expect("three") - 21.0_f64.sqrt()).abs() < 1e-12
        );
        assert_eq!(error(&influence, [&[1, 1, 1], &[1, 2, 3]]), None);
    }

    #[test]
    fn slopes_by_hand() {
        assert!((slope_of(&[0.0, 1.0, 2.0], &[1.0, 2.0, 6.0]).expect("varies") - 2.5).abs() < 1e-12);
        assert_eq!(slope_of(&[1.0, 1.0], &[1.0, 2.0]), None);
    }

    #[test]
    fn limits_as_tabulated() {
        // Poisson(10): P(<= 3) = .0103, P(<= 4) = .0293; P(<= 16) = .9730, P(<= 17) = .9857.
        assert_eq!(poisson_limits(10.0), [4, 17]);
        // Poisson(1): P(0) = .368; P(<= 2) = .920, P(<= 3) = .981.
        assert_eq!(poisson_limits(1.0), [0, 3]);
        assert_eq!(poisson_limits(0.0), [0, 0]);
    }
}
