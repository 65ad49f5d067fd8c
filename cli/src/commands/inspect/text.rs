//! An inspection for the terminal: sentences and tables filled in from its JSON.

use std::path::PathBuf;

use datasets::inspection::{AsideGame, DoubtfulGame, Inspection, Mode, QuarantinedGame, Step};
use reports::pages::Pages;
use reports::{Language, visible};
use serde_json::Value;

use crate::output::facts::{Page, sentence, table};

/// Sentences and tables in the order shown, each with its place in the JSON.
///
/// See [`sentence`]; a table has a title and its columns.
const PARTS: &str = "\
| Not looked at: {unchecked~}.
/inputs | Files: name sha256
/games | Unscored: {unscored_by_reason~}.
/games | Quarantined: {quarantined_by_reason~}.
/reading | Encoding of the tags: {encodings}.
/reading | Letters of the pieces: {alphabets~}.
/reading | How moves and tags are written: {notes~}.
/reading | Games from a position of Chess960: {chess960}.
/events/listed | Events: games unscored name each-game-its-own-tag=own_tags first_day last_day rounds
/time_controls/controls | Time controls: games tag=written meaning=means not-understood=refused class by=evidence~ word but-the-name-says=contradicted_by/class or-else=doubt/other class=doubt/other_class decided-by=doubt/rule~
/time_controls | Games with further time controls: {further_games}.
/time_controls | Time classes: {classes}.
/time_controls | Special conditions: {conditions~}.
/time_controls | A screening sets aside, because they were played under other conditions: {set_aside~}.
/clocks | Games without clocks: {without}.
/clocks | In {explained} of {with} games with clocks the time of each move is known.
/clocks | In {settled_by_clocks} of them the clocks show which of two time controls was meant.
/clocks | Games whose clocks fit only the less likely one: {settled_otherwise}.
/clocks | Why not in the others: {refused~}.
/clocks | Games with clocks that do not read as a time: {unreadable}.
| Played online: {platforms~}.
/venue | Venue: {value~}, by {evidence}.
/people | People: {count}, {with_fide_id} of them with a FIDE number, {unrated} without a rating in the tags.
/people | Names like those on playing sites: {handles}.
/people | Alias table: {aliases}.
/people/players | Players: name title FIDE-number=fide_id rating on-the-list=list/rating difference games moves-to-score=moves_to_score name-on-the-list=list/name
/people/several_ratings | Players with several ratings in the tags, and in how many games: name FIDE-number=fide_id ratings
/people/suggestions | Pairs of names that may be one person: score one=a other=b why=reasons~
/people | There are too many names to compare all pairs{?suggestions_incomplete}: some may be missing.
/people/findings | Names and FIDE numbers that do not fit: finding=kind~ FIDE-number=fide_id names name FIDE-numbers=fide_ids
/completeness/rounds | Rounds: round games to-score=scored
/completeness | Games that do not say their round: {without_round}.
/completeness | Players who may reach the {gate} decisions that an index needs: {may_have_an_index}.
/completeness | Rated players with too few moves for an index: {too_few_moves}.
/completeness | Players without a rating, who get no index: {without_rating}.
/ratings | {?no_list}No rating list ({class}) is stored that was valid on the first day, {first_day}.
/ratings | {?listed}Players on the rating list of the first day, {first_day}: {listed} ({lists}).
/ratings | Players with the list's rating in the tags: {agreeing}.
/ratings | Players with another rating in the tags than on the list: {differing}.
/ratings | Players without a rating from a list: {passed_over~}.";

/// The whole text. `files` is what the user typed; with `all` no list is cut.
pub(super) fn inspection(
    found: &Inspection,
    files: &[PathBuf],
    all: bool,
) -> Result<String, serde_json::Error> {
    let mut page = Page::new(all);
    let games = &found.games;
    page.line(format!(
        "{} found = {} to score + {} unscored + {} quarantined",
        games.found, games.games, games.unscored, games.quarantined
    ));
    page.line(match found.mode {
        Mode::Event => "Read as one event.".to_owned(),
        Mode::Summary => "Read as a collection of events.".to_owned(),
    });
    let heading = "Quarantined: could not be read as written, and nothing of them is used";
    let lines: Vec<String> = page.shown(&found.quarantine).iter().map(broken).collect();
    page.list(heading, &lines, games.quarantined);
    let pages = Pages::new(Language::ENGLISH);
    let aside = |games: &[AsideGame]| -> Vec<String> {
        page.shown(games).iter().map(|game| set_aside(&pages, game)).collect()
    };
    let (unscored, other_conditions) = (aside(&found.unscored), aside(&found.other_conditions));
    let doubtful: Vec<String> = page.shown(&found.doubtful).iter().map(in_doubt).collect();
    page.list("Set aside, and why", &unscored, games.unscored);
    let conditions = found.other_conditions.len() as u64;
    page.list("Set aside by a screening, played under other conditions", &other_conditions, conditions);
    let heading = "To be settled: scored, but perhaps only one of the two games counts";
    page.list(heading, &doubtful, found.doubtful.len() as u64);
    let value = serde_json::to_value(found)?;
    for (path, template) in PARTS.lines().filter_map(|line| line.split_once("| ")) {
        match (value.pointer(path.trim_end()), template.split_once(": ")) {
            (Some(Value::Array(items)), Some((title, columns))) => {
                page.list(title, &table(page.shown(items), columns), items.len() as u64);
            }
            (Some(part @ Value::Object(_)), _) => {
                if let Some(sentence) = sentence(part, template) {
                    page.line(sentence);
                }
            }
            _ => {}
        }
    }
    // A list of many files would hide the sentence around it.
    let typed: Vec<String> = files.iter().map(|path| visible(&path.to_string_lossy())).collect();
    let typed = if files.len() <= 3 { typed.join(" ") } else { "FILES".to_owned() };
    page.blank();
    page.line("What to do next".to_owned());
    for (step, place) in found.next.iter().zip(1..) {
        page.line(format!("  {place}. {}", next_step(*step, &typed)));
    }
    Ok(page.finish())
}

fn broken(game: &QuarantinedGame) -> String {
    let token =
        if game.token.is_empty() { String::new() } else { format!(" at \"{}\"", visible(&game.token)) };
    // An arbiter looks for a move, not for a ply.
    let place = if game.ply == 0 {
        String::new()
    } else {
        let side = if game.ply.is_multiple_of(2) { "White" } else { "Black" };
        format!(", move {} of {side}", game.ply / 2 + 1)
    };
    let (input, reason) = (visible(&game.input), visible(&game.reason));
    let pairing = pairing(&game.round, &game.white, &game.black);
    format!("{input} game {} (byte {}){pairing}{place}: {reason}{token}", game.game, game.offset)
}

/// Round and players, where the tags name them.
fn pairing(round: &str, white: &str, black: &str) -> String {
    let round = if round.is_empty() { String::new() } else { format!(", round {}", visible(round)) };
    if white.is_empty() && black.is_empty() {
        return round;
    }
    format!("{round}, {} - {}", visible(white), visible(black))
}

fn set_aside(pages: &Pages, game: &AsideGame) -> String {
    let pairing = pairing(&game.round, &game.white, &game.black);
    let kept = match &game.kept {
        Some(kept) => format!("; kept is game {} of {}", kept.game, visible(&kept.input)),
        None => String::new(),
    };
    format!("{} game {}{pairing}: {}{kept}", visible(&game.input), game.game, pages.unscored(game.reason))
}

fn in_doubt(game: &DoubtfulGame) -> String {
    let pairing = pairing(&game.round, &game.white, &game.black);
    let why = match game.doubt {
        "second_game" => "same pair and round as",
        _ => "same moves as",
    };
    let other = format!("game {} of {}", game.other.game, visible(&game.other.input));
    format!("{} game {}{pairing}: {why} {other}", visible(&game.input), game.game)
}

/// A step as a sentence, with the number of cases behind it.
fn next_step(step: Step, files: &str) -> String {
    let (cases, text) = match step {
        Step::FixQuarantined(n) => {
            (n, "Correct the quarantined games at the source. Nothing of them is used until then.")
        }
        Step::SettleDoubtful(n) => (
            n,
            "Ask which of two games counts, compare both with the score sheets, and take the other out of the file.",
        ),
        Step::ChooseEvent(n) => (
            n,
            "Look at one event: fairplay inspect FILES --event NAME. If all games are one event: --together.",
        ),
        Step::SettleNumbers(n) => (
            n,
            "Settle names and FIDE numbers that do not fit with the organiser: numbers decide who is who.",
        ),
        Step::ConfirmSpellings(n) => {
            (n, "Say whether likely pairs of names are one person each: fairplay people suggest FILES.")
        }
        Step::AddRatingList => {
            (0, "Add the rating list of the event's first day: fairplay ratings add FILE.")
        }
        Step::CompareRatings(n) => {
            (n, "Compare the ratings that differ with the list: the index depends on the rating.")
        }
        Step::FindRatings(n) => {
            (n, "Find the ratings of players who have none: without one there is no index.")
        }
        Step::SettleTimeClass(n) => {
            (n, "Find out the time control of games whose tag and name say different things.")
        }
        Step::NotStandard(n) => {
            (n, "Some games are not of standard time control: parameters for that do not exist yet.")
        }
        Step::StateClassAndVenue(n) => (
            n,
            "The games look like online play and say no time control: ask the organiser, and state class and venue with --time-class and --mode. Without both there is no index.",
        ),
        Step::NothingToScore => (0, "There is nothing to screen: no game has moves that can be scored."),
        Step::Screen => (0, "Screen the event: fairplay screen FILES."),
    };
    let cases = if cases > 0 { format!(" ({cases})") } else { String::new() };
    format!("{}{cases}", text.replace("FILES", files))
}
