//! Makes the certificate of a calibration from the events behind it.

use std::cell::Cell;

use rayon::prelude::*;

use crate::calibrate::bars::bars;
use crate::calibrate::bootstrap::bootstrap;
use crate::calibrate::certificate::{
    Agreement, Anchored, Certificate, Corpus, Difference, Fitted, Fold, Moments, ReadingName, SCHEMA,
};
use crate::calibrate::check::bands;
use crate::calibrate::fewer_lines::fewer_lines;
use crate::calibrate::fit::FitError;
use crate::calibrate::held_out::{HeldOut, Reread, cross_fit, hold_out, of_parts};
use crate::calibrate::measures::measures;
use crate::calibrate::method::{FittedParameters, MakeError, Method};
use crate::calibrate::moments::moments;
use crate::calibrate::prediction::Prediction;
use crate::calibrate::resample::{Plan, resample};
use crate::calibrate::split::{EventSet, Half, deal};
use crate::calibrate::spread::{Scored, correlation};
use crate::decision::performance::Performance;
use crate::null::Null;
use crate::parameters::{CalibratedModel, Source};

/// How the certificate is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateRequest {
    /// Name of the settings.
    pub profile: String,
    /// Games asked for as a random sample of player-events.
    pub sample: Option<usize>,
    /// The half of the events that is taken, if not all are.
    pub half: Option<Half>,
    /// Parts of the split, 2 or more.
    pub parts: usize,
    /// Rounds of the bootstrap over events; 0 for none.
    pub bootstrap: u32,
    pub resample: Plan,
}

/// Parts of the events of which two make one fit and another two the other.
const AGREEMENT_PARTS: usize = 5;
/// How often the events are dealt anew for it: the slopes of two fits in the rating differ by more or less as the events
/// happen to fall, and one dealing says little about the next.
const DEALINGS: usize = 4;

/// How far a certificate has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub done: usize,
    pub fits: usize,
}

/// Fits to all events, and certifies by fits that leave each part out: the primary model first, unless it was kept, then the
/// depth-aware model if every part could be fitted.
///
/// `source` names engine, settings and collections; its counts are filled in here. `report` hears of every fit.
///
/// # Errors
/// If there are too few decisions for one of the fits, or one does not settle.
pub fn certify(
    events: &[EventSet],
    method: &Method,
    asked: &CertificateRequest,
    mut source: Source,
    report: &dyn Fn(Step),
) -> Result<(FittedParameters, Vec<Certificate>), MakeError> {
    let parts = asked.parts.max(2);
    let fits = 1 + parts + 2 * AGREEMENT_PARTS * DEALINGS;
    let done = Cell::new(0);
    // Called when a fit is done: they take nearly all of the time.
    let fitted = || {
        done.set(done.get() + 1);
        report(Step { done: done.get(), fits });
    };
    let all: Vec<&Performance> = events.iter().flat_map(|e| &e.performances).collect();
    let used: Vec<&Performance> = all.into_iter().filter(|p| method.covers(p)).collect();
    let mut made = method.make(&used, None)?;
    fitted();
    source.events = events.len();
    source.performances = used.len();
    source.decisions = made.fit.decisions;

    let part = deal(events, parts, &source.seed);
    let crossed = cross_fit(events, &part, parts, method, &made, &fitted)?;
    let agreement = agreement(events, method, &source.seed, &made, &fitted)?;
    let corpus =
        Corpus { sample: asked.sample, half: asked.half, ..corpus(events, &part, parts, method, &source) };
    let form = Form {
        method,
        asked,
        source: &source,
        corpus,
        prediction: crossed.prediction.clone(),
        difference: difference(&crossed.pairs),
    };
    let mut certificates = Vec::new();
    if method.record.is_none() {
        let null = &made.parameters.null;
        let mut record = form.fill(ReadingName::TwoParameter, null, &crossed.record, agreement[0]);
        let (uncertain, _) = bootstrap(&used, &made.fit, method.anchor.as_ref(), asked.bootstrap, 1);
        let uncertain = uncertain.into_iter().map(|u| Fitted {
            name: u.name.to_owned(),
            value: u.value,
            standard_error: u.standard_error,
        });
        record.fitted = uncertain.collect();
        certificates.push(record);
    }
    if let (Some(second), Some(reread)) = (&made.parameters.depth_aware, &crossed.depth_aware) {
        certificates.push(form.fill(ReadingName::DepthAware, &second.null, reread, agreement[1]));
    }
    for certificate in &mut certificates {
        certificate.bars = bars(certificate);
    }
    if method.record.is_some() {
        // What is kept names where it comes from, and is provisional or not as it was.
        if let Some(second) = &mut made.parameters.depth_aware {
            second.source = Some(source);
        }
        return Ok((made, certificates));
    }
    made.parameters.fewer_lines = fewer_lines(&used, &made.fit, source.multipv);
    // Only a reading that met every bar set beforehand may be acted upon.
    let record = certificates.first().map_or(&[][..], |c| &c.bars);
    made.parameters.provisional = record.iter().any(|bar| !bar.met);
    made.parameters.source = Some(source);
    Ok((made, certificates))
}

/// Common parts of the certificates of both models.
struct Form<'a> {
    method: &'a Method,
    asked: &'a CertificateRequest,
    source: &'a Source,
    corpus: Corpus,
    prediction: Option<Prediction>,
    difference: Option<Difference>,
}

impl Form<'_> {
    fn fill(&self, reading: ReadingName, null: &Null, reread: &Reread, agreement: Agreement) -> Certificate {
        let (method, source) = (self.method, self.source);
        let over = |p: &&HeldOut| p.scored.sums.projected >= method.gate;
        let long: Vec<&HeldOut> = reread.performances.iter().filter(over).collect();
        let scored: Vec<&Scored> = reread.performances.iter().map(|p| &p.scored).collect();
        Certificate {
            schema: SCHEMA.to_owned(),
            reading,
            parameters: method.version.clone(),
            profile: self.asked.profile.clone(),
            time_class: method.time_class.as_str().to_owned(),
            engine: source.engine.clone(),
            engine_sha256: source.engine_sha256.clone(),
            depth: source.depth,
            multipv: source.multipv,
            hash_mib: source.hash_mib,
            node_cap: source.node_cap,
            software: concat!("fairplay ", env!("CARGO_PKG_VERSION")).to_owned(),
            corpus: self.corpus.clone(),
            ratings: [method.ratings.low, method.ratings.high],
            gate: method.gate,
            fitted: Vec::new(),
            dispersion: null.dispersion,
            correlation: [null.correlation.mm_ev, null.correlation.mm_asd, null.correlation.ev_asd],
            weights: method.weights,
            measures: measures(&long, &reread.performances, method.gate),
            bands: bands(&scored),
            prediction: self.prediction.clone(),
            difference: self.difference,
            record: method.record.as_ref().map(|kept| kept.version.clone()),
            anchor: method.anchor.as_ref().and_then(|anchor| {
                Some(Anchored {
                    parameters: anchor.parameters.version.clone(),
                    difference: difference(&reread.anchored)?,
                })
            }),
            resampled: resample(&reread.sides, &reread.nulls, self.asked.resample),
            agreement,
            bars: Vec::new(),
        }
    }
}

fn difference(pairs: &[[f64; 2]]) -> Option<Difference> {
    let differences: Vec<f64> = pairs.iter().map(|[record, second]| second - record).collect();
    let pairs: Vec<(f64, f64)> = pairs.iter().map(|[record, second]| (*record, *second)).collect();
    (pairs.len() > 1).then(|| Difference { moments: moments(&differences), correlation: correlation(&pairs) })
}

fn corpus(events: &[EventSet], part: &[usize], parts: usize, method: &Method, source: &Source) -> Corpus {
    let mut folds: Vec<Fold> =
        (0..parts).map(|_| Fold { events: Vec::new(), performances: 0, decisions: 0 }).collect();
    for (event, part) in events.iter().zip(part) {
        if let Some(fold) = folds.get_mut(*part) {
            let used: Vec<&Performance> = event.performances.iter().filter(|p| method.covers(p)).collect();
            fold.events.push(event.name.clone());
            fold.performances += used.len();
            fold.decisions += used.iter().map(|p| p.decisions.len()).sum::<usize>();
        }
    }
    let years: Vec<u16> = events.iter().flat_map(|e| &e.performances).filter_map(|p| p.year).collect();
    Corpus {
        inputs: source.corpus.clone(),
        seed: source.seed.clone(),
        sample: None,
        half: None,
        games: events.iter().map(|e| e.games).sum(),
        performances: folds.iter().map(|f| f.performances).sum(),
        decisions: folds.iter().map(|f| f.decisions).sum(),
        folds,
        years: years.iter().min().zip(years.iter().max()).map(|(a, b)| [*a, *b]),
    }
}

/// Deals the events into five, makes parameters from two of the parts, others from another two, and scores the fifth with
/// both; every part takes its turn as the fifth, and the events are dealt several times. The primary model first, then the
/// depth-aware one.
fn agreement(
    events: &[EventSet],
    method: &Method,
    seed: &str,
    whole: &FittedParameters,
    fitted: &dyn Fn(),
) -> Result<[Agreement; 2], MakeError> {
    const PARTS: usize = AGREEMENT_PARTS;
    let mut turns: [Vec<Moments>; 2] = [Vec::new(), Vec::new()];
    let dealt: Vec<Vec<usize>> =
        (1..=DEALINGS).map(|dealing| deal(events, PARTS, &format!("{seed}, two fits, {dealing}"))).collect();
    for (part, fifth) in dealt.iter().flat_map(|part| (0..PARTS).map(move |fifth| (part, fifth))) {
        let half = |first: usize| {
            let wanted = [(fifth + first) % PARTS, (fifth + first + 1) % PARTS];
            let made = method.make(&of_parts(events, part, |p| wanted.contains(&p)), Some(whole));
            fitted();
            match made {
                // Two fifths of a small collection are no collection; then there is nothing to compare.
                Err(MakeError::Fit(FitError::TooFew { .. })) => Ok(None),
                made => made.map(|made| Some(made.parameters)),
            }
        };
        let (Some(one), Some(other)) = (half(1)?, half(3)?) else {
            continue;
        };
        let third = of_parts(events, part, |p| p == fifth);
        let third: Vec<&Performance> = third.into_iter().filter(|p| method.covers(p)).collect();
        turns[0].push(moments(&apart(&third, method.gate, &one, &other)));
        if let (Some(one), Some(other)) = (&one.depth_aware, &other.depth_aware) {
            turns[1].push(moments(&apart(&third, method.gate, one, other)));
        }
    }
    Ok(turns.map(|turns| {
        let turns: Vec<&Moments> = turns.iter().filter(|m| m.n > 1).collect();
        let root = |of: fn(&Moments) -> f64| {
            let sum: f64 = turns.iter().map(|m| of(m) * of(m)).sum();
            (sum / turns.len().max(1) as f64).sqrt()
        };
        Agreement {
            n: turns.iter().map(|m| m.n).sum::<usize>() / DEALINGS,
            dealings: DEALINGS,
            mean: root(|m| m.mean),
            sd: root(|m| m.sd),
        }
    }))
}

/// Differences of the overall z of performances under two sets of parameters.
fn apart<R: CalibratedModel>(performances: &[&Performance], gate: u32, one: &R, other: &R) -> Vec<f64> {
    let difference = |p: &&Performance| {
        let (a, b) = (hold_out(p, one)?, hold_out(p, other)?);
        (a.scored.sums.projected >= gate).then_some(a.overall - b.overall)
    };
    performances.par_iter().filter_map(difference).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::calibrate::certificate::Measure;
    use crate::calibrate::fit::tests::drawn;
    use crate::null::PerTest;
    use crate::parameters::RatingRange;

    fn source() -> Source {
        Source {
            engine: "Scripted 1".to_owned(),
            engine_sha256: "00".to_owned(),
            depth: 12,
            multipv: 5,
            hash_mib: 16,
            node_cap: 1,
            corpus: vec!["drawn 00".to_owned()],
            seed: "seed".to_owned(),
            events: 0,
            performances: 0,
            decisions: 0,
        }
    }

    fn rows<'a>(measure: &'a Measure, by: &str) -> Vec<&'a Moments> {
        let groups = measure.groups.iter().filter(|g| g.by == by);
        groups.flat_map(|g| g.rows.iter().map(|r| &r.moments)).collect()
    }

    /// Every move is drawn from a known model, so the tests' spread is that of chance alone and the answers are known.
    #[test]
    fn play_drawn_from_the_model_is_certified_as_what_it_is() {
        let mut events: BTreeMap<usize, EventSet> = BTreeMap::new();
        for performance in drawn(3, 90) {
            let event = events.entry(performance.event).or_insert_with(|| EventSet {
                name: format!("Event {}", performance.event),
                games: 9,
                performances: Vec::new(),
            });
            event.performances.push(performance);
        }
        let events: Vec<EventSet> = events.into_values().collect();
        let method = Method {
            version: "drawn-1".to_owned(),
            time_class: datasets::clocks::time_class::TimeClass::Standard,
            ratings: RatingRange { low: 1900, high: 2800 },
            weights: PerTest { mm: 1.0, ev: 1.0, asd: 1.0 },
            gate: 100,
            anchor: None,
            record: None,
        };
        let asked = CertificateRequest {
            profile: "drawn".to_owned(),
            sample: None,
            half: None,
            parts: 3,
            bootstrap: 0,
            resample: Plan { games: 9, draws: 20_000, seed: 1 },
        };
        let (made, certificates) = certify(&events, &method, &asked, source(), &|_| {}).expect("settles");
        // Nobody looked at the moves of drawn decisions, so there is no second model.
        assert_eq!((certificates.len(), &made.parameters.depth_aware), (1, &None));
        let certificate = &certificates[0];
        assert_eq!((&certificate.prediction, &certificate.difference), (&None, &None));
        assert_eq!(made.parameters.source.as_ref().map(|s| (s.events, s.performances)), Some((30, 90)));
        assert_eq!(certificate.corpus.folds.len(), 3);
        assert_eq!(certificate.corpus.folds.iter().map(|f| f.events.len()).sum::<usize>(), 30);
        assert_eq!((certificate.corpus.performances, certificate.corpus.decisions), (90, 13_500));

        // Nothing but chance: games vary as much as the model says, and players share nothing.
        let d = made.parameters.null.dispersion;
        for within in d.each().map(|d| d.within) {
            assert!((0.85..1.15).contains(&within), "{d:?}");
        }
        let overall = &certificate.measures[0];
        assert_eq!((overall.name.as_str(), overall.all.n), ("overall", 90));
        // The standard error of the mean is .1, and the floors make the spread a little under 1.
        assert!(overall.all.mean.abs() < 0.25, "{:?}", overall.all);
        assert!((0.65..1.02).contains(&overall.all.sd), "{:?}", overall.all);
        // Games of different players carry no floors: their spread is 1, up to the luck of this one pool of games.
        let drawn = &certificate.resampled;
        assert!(drawn.drawn >= 20_000);
        assert!((0.88..1.12).contains(&drawn.moments.sd), "{:?}", drawn.moments);
        // The index is the overall z on another scale, and every performance is in every group once.
        let index = &certificate.measures[1];
        assert!((index.all.mean - (50.0 + 5.0 * overall.all.mean)).abs() < 1e-9);
        assert!((index.all.sd - 5.0 * overall.all.sd).abs() < 1e-9);
        for by in ["rating", "decisions", "decade", "result"] {
            assert_eq!(rows(overall, by).iter().map(|m| m.n).sum::<usize>(), 90, "{by}");
        }
        assert_eq!(rows(overall, "colour").len(), 2);
        assert_eq!(rows(overall, "below_gate").len(), 0);
        assert!(
            certificate.agreement.n > 80 && certificate.agreement.sd < 0.8,
            "{:?}",
            certificate.agreement
        );
        assert!(!certificate.bars.iter().all(|b| b.met), "90 performances are under the bar of 400");
        for (seen, projected) in certificate.bands.iter().map(|b| (b.mm[0], b.mm[1])) {
            assert!((seen - projected).abs() < 0.04, "{seen} {projected}");
        }
    }
}
