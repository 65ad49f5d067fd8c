//! An inspection for the terminal: sentences and tables filled in from its JSON.

use std::path::PathBuf;

use datasets::inspection::{AsideGame, DoubtfulGame, Inspection, Mode, QuarantinedGame, ReadingRemark, Step};
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
/events/listed | Events: games unscored quarantined name each-game-its-own-tag=own_tags Event-tags=tags first_day last_day rounds class=time_class class-from=time_class_from~ venue=venue/value~ venue-by=venue/evidence
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
/clocks | Comments of games without clocks hold something like times, which is not read ({time_like~}); read are [%clk 1:29:27], the time left, and [%emt 0:00:12], the time spent.
| Played online: {platforms~}.
/venue | Venue: {value~}, by {evidence}.
/played | A screening takes the time class as {class}, by: {class_from~}.
/played/control | The time control is read as {means} ({from~}).
/played/control | It is written as {?refuted}`{written}`. In {by_clocks} games the clocks begin like that, and not like {refuted}.
/played/unfit | In {games} games the clocks do not fit the time control of the tags, `{written}`; their time class is taken from the clocks.
/played/unfit | They begin at {begin}.
/played/unclear | The time control of the tags, `{written}`, is not understood.
/played/unclear | The clocks begin at {begin}, and no time class is certain from that.
/played/asked/unclear | The time control of the tags, `{written}`, is not understood.
/played/asked/unclear | The time control of the tags, `{refuted}`, does not fit the clocks of the games.
/played/asked/unclear | The clocks begin at {begin}, and no time class is certain from that.
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
/ratings | {?undated}No date of the games says which rating list was valid, so no list gives a rating and those of the tags stay. Correct the dates at the source: year.month.day.
/ratings | {?no_list}The list of {needed} is not stored ({class} ratings). It was valid on the first day, {first_day}, and no other list gives a rating.
/ratings | {?by_game}The event has more than 30 days, so a screening with lists takes the list of each game's month.
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
        Mode::Summary if found.events.count > 1 => {
            format!("{} events, each with its own field. They are never screened as one.", found.events.count)
        }
        Mode::Summary => "Read as a collection of events.".to_owned(),
    });
    let heading = "Quarantined: could not be read as written, and nothing of them is used";
    let lines: Vec<String> = page.shown(&found.quarantine).iter().map(broken).collect();
    page.list(heading, &lines, found.quarantine.len(), games.quarantined);
    let remarks = &found.reading.remarks;
    let lines: Vec<String> = page.shown(&remarks.listed).iter().map(remark).collect();
    page.list(
        "Not written as the standard has it, or not understood",
        &lines,
        remarks.listed.len(),
        remarks.count,
    );
    let pages = Pages::new(Language::ENGLISH);
    let aside = |games: &[AsideGame]| -> Vec<String> {
        page.shown(games).iter().map(|game| set_aside(&pages, game)).collect()
    };
    let (unscored, other_conditions) = (aside(&found.unscored), aside(&found.other_conditions));
    let doubtful: Vec<String> = page.shown(&found.doubtful).iter().map(in_doubt).collect();
    page.list("Set aside, and why", &unscored, found.unscored.len(), games.unscored);
    let conditions = found.other_conditions.len();
    let heading = "Set aside by a screening, played under other conditions";
    page.list(heading, &other_conditions, conditions, conditions as u64);
    let heading = "To be settled: scored, but perhaps only one of the two games counts";
    page.list(heading, &doubtful, found.doubtful.len(), found.doubtful.len() as u64);
    let value = serde_json::to_value(found)?;
    for (path, template) in PARTS.lines().filter_map(|line| line.split_once("| ")) {
        match (value.pointer(path.trim_end()), template.split_once(": ")) {
            (Some(Value::Array(items)), Some((title, columns))) => {
                let all = whole(found, path.trim_end()).unwrap_or(items.len() as u64);
                page.list(title, &table(page.shown(items), columns), items.len(), all);
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

/// The length of a list that the inspection caps.
fn whole(found: &Inspection, path: &str) -> Option<u64> {
    match path {
        "/events/listed" => Some(found.events.count),
        "/time_controls/controls" => Some(found.time_controls.count),
        "/people/suggestions" => found.people.as_ref().map(|people| people.suggestions_count),
        _ => None,
    }
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

/// Where a game is not written as the standard has it, and what was made of it.
fn remark(remark: &ReadingRemark) -> String {
    let tag = match (remark.tag, &remark.written) {
        (Some(tag), Some(written)) => format!("[{tag} \"{}\"] ", visible(written)),
        _ => String::new(),
    };
    let read_as = remark.read_as.as_deref().map(visible).unwrap_or_default();
    let said = match remark.kind {
        "mojibake" => "was spoilt by another program and is kept as it is".to_owned(),
        "mixed_encodings" => "is UTF-8 beside tags in another encoding; read as UTF-8".to_owned(),
        "tag_read_as" => format!("is read as {read_as}"),
        "tag_not_read" => "is not understood and counts as missing: correct it at the source".to_owned(),
        "date_of_two_days" => "may be one of two days and counts as missing: write year.month.day".to_owned(),
        "rating_of_another_list" => "is a rating of another list than FIDE's and is not used".to_owned(),
        "no_break_spaces" => "no-break spaces are read as spaces".to_owned(),
        "invisible_characters" => "invisible characters are left out".to_owned(),
        "typographic_quotes" => "tags with typographic quotes are read as if they had \"".to_owned(),
        "value_without_quotes" => "tags without quotes are read up to the bracket".to_owned(),
        "end_of_file_mark" => "the mark for the end of a file (Ctrl-Z) is left out".to_owned(),
        "typographic_signs" => "typographic dashes and dots among the moves are read as - and ...".to_owned(),
        "glyphs_as_words" => "assessments in signs or words (± = N) are left out, as $16 is".to_owned(),
        "other_notation" => "moves in another notation are read".to_owned(),
        "kings_in_centre" => "kings put into the centre to signal the result are no moves".to_owned(),
        "illegal_move_stood" => format!(
            "an illegal move stood, {}; the game counts up to it on the word of {}",
            remark.written.as_deref().map(visible).unwrap_or_default(),
            remark.arbiter.as_deref().map(visible).unwrap_or_default(),
        ),
        other => other.replace('_', " "),
    };
    let ReadingRemark { game, offset, .. } = remark;
    format!("{} game {game} (byte {offset}): {tag}{said}", visible(&remark.input))
}

/// A step as a sentence, with the number of cases behind it.
fn next_step(step: Step, files: &str) -> String {
    let (cases, text) = match step {
        Step::FixQuarantined(n) => {
            (n, "Correct the quarantined games at the source. Nothing of them is used until then.")
        }
        Step::AcceptIllegal(n) => (
            n,
            "Where an illegal move stood on the board nothing can be corrected. An arbiter may accept the game up to it: [[accepted_games]] with white, black, round and arbiter in a file of circumstances, given with --circumstances.",
        ),
        Step::SettleDoubtful(n) => (
            n,
            "Ask which of two games counts, compare both with the score sheets, and take the other out of the file.",
        ),
        Step::ChooseEvent(n) => (
            n,
            "Screen each event for itself: fairplay batch FILES --out DIR. One of them: fairplay screen FILES --event NAME. If all games are one event all the same: --together.",
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
        Step::NoCalibration(n) => (
            n,
            "There is no calibration for games of this time class and venue: a screening gives counts and no index. If class or venue are wrong, state them with --time-class and --mode.",
        ),
        Step::StateClassAndVenue(n) => (
            n,
            "How the games were played is not stated, or not certain: online or over the board, or at which time class. Ask the organiser, and state it with --mode, and with --time-class where no time control says it. Until then there is no index.",
        ),
        Step::NothingToScore => (0, "There is nothing to screen: no game has moves that can be scored."),
        Step::Screen => (0, "Screen the event: fairplay screen FILES."),
    };
    let cases = if cases > 0 { format!(" ({cases})") } else { String::new() };
    format!("{}{cases}", text.replace("FILES", files))
}
