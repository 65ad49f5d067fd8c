//! Checks a data file of rules. Every error names its field.

use super::{
    Action, Comparison, Evidence, Level, MultiplicityRule, RegulationError, Regulations, StandardOfProof,
    Threshold, Thresholds, Years,
};

/// Most entries of any list in a data file.
const MAX_ENTRIES: usize = 32;

/// Checks everything that the layout alone does not.
pub(super) fn check(rules: &Regulations) -> Result<(), RegulationError> {
    let Thresholds { presumption, online, over_the_board, supporting } = &rules.thresholds;
    for (name, text) in [
        ("title", &rules.title),
        ("thresholds.presumption", presumption),
        ("uses.hints_only", &rules.uses.hints_only),
        ("uses.primary.article", &rules.uses.primary.article),
        ("multiplicity.article", &rules.multiplicity.article),
        ("assumptions.source", &rules.assumptions.source),
    ] {
        require_text(name, text)?;
    }
    if !is_month(&rules.date) {
        return Err(needs("date", "a month as YYYY-MM"));
    }
    counted("sources", rules.sources.len())?;
    for (k, source) in rules.sources.iter().enumerate() {
        require_text(&format!("sources[{k}].key"), &source.key)?;
        require_text(&format!("sources[{k}].title"), &source.title)?;
    }
    threshold("thresholds.online", online)?;
    threshold("thresholds.over_the_board", over_the_board)?;
    threshold("thresholds.supporting", supporting)?;
    check_ladder(rules)?;
    let MultiplicityRule { odds_per_player, least_z, .. } = rules.multiplicity;
    let name = "multiplicity.odds_per_player";
    ranged(name, odds_per_player, (1.0..=1e6).contains(&odds_per_player), "from 1 to 1,000,000")?;
    level_z("multiplicity.least_z", least_z)?;
    check_steps(rules)?;
    level("complaints.reject", &rules.complaints.reject, true)?;
    check_standards(rules)?;
    check_assumptions(rules)
}

fn check_ladder(rules: &Regulations) -> Result<(), RegulationError> {
    if !rules.ladder.iter().map(|rung| rung.action).eq(Action::ALL) {
        return Err(needs("ladder", "every action once, from the mildest"));
    }
    for (k, rung) in rules.ladder.iter().enumerate() {
        let name = format!("ladder[{k}]");
        require_text(&format!("{name}.article"), &rung.article)?;
        if let Some(complaint) = &rung.complaint {
            require_text(&format!("{name}.complaint"), complaint)?;
        }
        if let Some(levels) = &rung.levels {
            let (nobody, singled) = (&levels.nobody_singled_out, &levels.singled_out);
            level(&format!("{name}.levels.nobody_singled_out"), nobody, false)?;
            level(&format!("{name}.levels.singled_out"), singled, false)?;
        }
        let evidence = format!("{name}.evidence");
        match (rung.action, rung.evidence) {
            (Action::Intrusive, Evidence::QuickTest) => {
                return Err(needs(&evidence, "more than a quick test, which only gives hints,"));
            }
            (Action::OnTheSpotDisqualification, Evidence::QuickTest | Evidence::FullTest) => {
                return Err(needs(&evidence, "a breach of the Laws, for no statistic is enough,"));
            }
            (_, Evidence::FullTest) if rung.levels.is_none() => {
                return Err(needs(&format!("{name}.levels"), "the least z of a full test"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_steps(rules: &Regulations) -> Result<(), RegulationError> {
    counted("without_observation", rules.without_observation.len())?;
    let mut before = 0.0;
    for (k, step) in rules.without_observation.iter().enumerate() {
        let name = format!("without_observation[{k}]");
        level(&format!("{name}.level"), &step.level, false)?;
        let z = step.level.z;
        ranged(&format!("{name}.level.z"), z, z > before, "above the step before")?;
        before = z;
        let Years { from, to } = step.once_in_years;
        let years = format!("{name}.once_in_years");
        ranged(&format!("{years}.from"), from, from >= 0.0, "0 or more")?;
        ranged(&format!("{years}.to"), to, to >= from && to > 0.0, "above 0 and at least `from`")?;
    }
    Ok(())
}

fn check_standards(rules: &Regulations) -> Result<(), RegulationError> {
    let both = [StandardOfProof::BalanceOfProbabilities, StandardOfProof::ComfortableSatisfaction];
    if !rules.standards.iter().map(|s| s.standard).eq(both) {
        return Err(needs("standards", "both standards of proof, the lower one first,"));
    }
    for (k, standard) in rules.standards.iter().enumerate() {
        require_text(&format!("standards[{k}].article"), &standard.article)?;
        if let Some(odds) = standard.over_odds {
            ranged(
                &format!("standards[{k}].over_odds"),
                odds,
                (1e-3..=1e6).contains(&odds),
                "from 0.001 to 1,000,000",
            )?;
        }
    }
    Ok(())
}

fn check_assumptions(rules: &Regulations) -> Result<(), RegulationError> {
    let events = rules.assumptions.player_events_per_year;
    let name = "assumptions.player_events_per_year";
    ranged(name, f64::from(events), events > 0, "1 or more")?;
    counted("assumptions.priors", rules.assumptions.priors.len())?;
    for (k, prior) in rules.assumptions.priors.iter().enumerate() {
        let name = format!("assumptions.priors[{k}].honest_to_one");
        ranged(&name, f64::from(prior.honest_to_one), prior.honest_to_one > 0, "1 or more")?;
    }
    Ok(())
}

fn needs(name: &str, what: &'static str) -> RegulationError {
    RegulationError::Needs { name: name.to_owned(), what }
}

fn require_text(name: &str, text: &str) -> Result<(), RegulationError> {
    if text.trim().is_empty() {
        return Err(needs(name, "a text"));
    }
    Ok(())
}

fn counted(name: &str, n: usize) -> Result<(), RegulationError> {
    ranged(name, n as f64, (1..=MAX_ENTRIES).contains(&n), "a list of 1 to 32 entries")
}

fn ranged(name: &str, value: f64, ok: bool, range: &'static str) -> Result<(), RegulationError> {
    if ok && value.is_finite() {
        return Ok(());
    }
    Err(RegulationError::Range { name: name.to_owned(), value, range })
}

fn level_z(name: &str, z: f64) -> Result<(), RegulationError> {
    ranged(name, z, z > 0.0 && z < 10.0, "above 0 and under 10")
}

/// A level, with `under` where it has to be one to stay under and not one to reach.
fn level(name: &str, level: &Level, under: bool) -> Result<(), RegulationError> {
    level_z(&format!("{name}.z"), level.z)?;
    require_text(&format!("{name}.article"), &level.article)?;
    match (under, level.holds == Comparison::Under) {
        (true, false) => Err(needs(&format!("{name}.holds"), "`under`")),
        (false, true) => Err(needs(&format!("{name}.holds"), "`at_least` or `above`")),
        _ => Ok(()),
    }
}

fn threshold(name: &str, threshold: &Threshold) -> Result<(), RegulationError> {
    level(&format!("{name}.level"), &threshold.level, false)?;
    if let Some(one_in) = threshold.one_in {
        ranged(&format!("{name}.one_in"), f64::from(one_in), one_in > 0, "1 or more")?;
    }
    if let Some(share) = threshold.frequency {
        let ok = share > 0.0 && share < 1.0;
        ranged(&format!("{name}.frequency"), share, ok, "between 0 and 1")?;
    }
    Ok(())
}

fn is_month(date: &str) -> bool {
    let Some((year, month)) = date.split_once('-') else {
        return false;
    };
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    year.len() == 4
        && month.len() == 2
        && digits(year)
        && digits(month)
        && month.parse().is_ok_and(|m: u8| (1..=12).contains(&m))
}
