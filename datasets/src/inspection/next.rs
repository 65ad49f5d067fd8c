//! Next steps, the most pressing first.

use super::document::{Inspection, Mode, Step};
use crate::players::similarity::LIKELY;

pub(super) fn steps(found: &Inspection, not_standard: u64) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut some = |count: u64, step: fn(u64) -> Step| {
        if count > 0 {
            steps.push(step(count));
        }
    };
    some(found.games.quarantined, Step::FixQuarantined);
    if let Some(people) = &found.people {
        some(people.findings.len() as u64, Step::SettleNumbers);
        let likely = people.suggestions.iter().filter(|pair| pair.score >= LIKELY).count();
        some(likely as u64, Step::ConfirmSpellings);
    }
    if let Some(report) = &found.report {
        let findings = report.check.findings.len() + report.inconsistencies.len();
        some(findings as u64, Step::SettleReport);
    }
    if let Some(ratings) = &found.ratings {
        some(ratings.differing, Step::CompareRatings);
    }
    if let Some(complete) = &found.completeness {
        some(complete.without_rating, Step::FindRatings);
    }
    let lines = &found.time_controls.controls;
    let against = lines.iter().filter(|line| line.contradicted_by.is_some());
    some(against.map(|line| line.games).sum(), Step::SettleTimeClass);
    some(not_standard, Step::NotStandard);
    let old = |people: &super::document::PeoplePart| {
        let lists = people.players.iter().filter_map(|player| player.list.as_ref());
        lists.into_iter().any(|list| list.outdated_since.is_some())
    };
    let no_list =
        found.ratings.as_ref().is_some_and(|ratings| ratings.no_list && ratings.first_day.is_some());
    if no_list || found.people.as_ref().is_some_and(old) {
        steps.push(Step::AddRatingList);
    }
    match found.mode {
        Mode::Event if found.games.games > 0 => steps.push(Step::Screen),
        Mode::Event => steps.push(Step::NothingToScore),
        Mode::Summary => steps.push(Step::ChooseEvent(found.events.count)),
        Mode::Tags => steps.extend([Step::ReadMoves, Step::ChooseEvent(found.events.count)]),
    }
    steps
}
