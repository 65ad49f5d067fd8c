//! What to do next, in words.

use datasets::inspection::Step;

use super::lists::number;

/// A step as a sentence. `files` is what the user typed.
pub(super) fn text(step: Step, files: &str) -> String {
    match step {
        Step::FixQuarantined(n) => format!(
            "Correct {} at the source. Nothing of them is used until then.",
            number(n, "quarantined game", "quarantined games")
        ),
        Step::ChooseEvent(_) => format!(
            "Look at one event: fairplay inspect {files} --event NAME. If all games are one event: --together."
        ),
        Step::ReadMoves => format!("Read the moves too: fairplay inspect {files} --summary."),
        Step::SettleNumbers(n) => format!(
            "Settle {} of names and FIDE numbers with the organiser: numbers decide who is who.",
            number(n, "contradiction", "contradictions")
        ),
        Step::ConfirmSpellings(n) => format!(
            "Say whether {} one person each: fairplay people suggest {files}.",
            number(n, "likely pair of names is", "likely pairs of names are")
        ),
        Step::SettleReport(n) => format!(
            "Go through {} between games and report: fairplay trf check shows both places.",
            number(n, "difference", "differences")
        ),
        Step::AddRatingList => {
            "Add the rating list of the event's first day: fairplay ratings add FILE.".to_owned()
        }
        Step::CompareRatings(n) => format!(
            "Compare {} with the list: the index depends on the rating.",
            number(n, "rating that differs", "ratings that differ")
        ),
        Step::FindRatings(n) => format!(
            "Find the ratings of {}: without one there is no index.",
            number(n, "player who has none", "players who have none")
        ),
        Step::SettleTimeClass(n) => format!(
            "Find out the time control of {}: tag and name say different things.",
            number(n, "game", "games")
        ),
        Step::NotStandard(n) => format!(
            "{} not of standard time control: parameters for that do not exist yet.",
            number(n, "game is", "games are")
        ),
        Step::NothingToScore => {
            "There is nothing to screen: no game has moves that can be scored.".to_owned()
        }
        Step::Screen => format!("Screen the event: fairplay screen {files}."),
    }
}
