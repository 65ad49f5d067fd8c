//! Whether online platforms write ratings before or after the game, seen in consecutive games of one player.
//!
//! The games are not part of the repository. The test looks for them in the folder that `FAIRPLAY_DATA` names, else in
//! `../shared/data` beside the workspace, and says so if there are none.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

mod real;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use datasets::ratings::fide_table::Points;
use datasets::ratings::list::Day;
use datasets::ratings::platform::{OnlineTags, Platform, RatingTiming, timing};

/// Two games that begin within this many seconds are neighbours: few games of the same player can lie between.
const NEIGHBOURS_SECONDS: u32 = 30 * 60;

/// Nearly no game lies between two that begin within this many seconds. The collection lacks many short games.
const CLOSE_SECONDS: u32 = 90;

struct Played {
    rating: i32,
    /// The change in the tag, if there is one.
    diff: Option<i32>,
    points: Points,
}

/// Pairs of neighbouring games of which one was won and the other lost.
#[derive(Debug, Default)]
struct Evidence {
    /// The change of the rating follows the result of the first: the ratings are those before the game.
    follows_first: u32,
    /// It follows the result of the second: the ratings are those after the game.
    follows_second: u32,
    /// Neighbouring games of which the first has a change in its tag, and those in which it gives the next rating.
    with_diff: u32,
    diff_exact: u32,
}

impl Evidence {
    fn add(&mut self, first: &Played, second: &Played) {
        let change = second.rating - first.rating;
        if let Some(diff) = first.diff {
            self.with_diff += 1;
            self.diff_exact += u32::from(diff == change);
        }
        let rose_first = match (first.points, second.points) {
            (Points::Win, Points::Loss) => change > 0,
            (Points::Loss, Points::Win) => change < 0,
            _ => return,
        };
        if change != 0 {
            self.follows_first += u32::from(rose_first);
            self.follows_second += u32::from(!rose_first);
        }
    }
}

/// Days since 1900 are enough to order games: second of the game's beginning.
fn second(tags: &BTreeMap<String, String>) -> Option<(Day, u32)> {
    let day = Day::parse(tags.get("UTCDate")?)?;
    let mut time = tags.get("UTCTime")?.split(':').map(str::parse::<u32>);
    let (hour, minute, second) = (time.next()?.ok()?, time.next()?.ok()?, time.next()?.ok()?);
    Some((day, hour * 3600 + minute * 60 + second))
}

fn points(result: &str, white: bool) -> Option<Points> {
    match (result, white) {
        ("1-0", true) | ("0-1", false) => Some(Points::Win),
        ("1-0", false) | ("0-1", true) => Some(Points::Loss),
        ("1/2-1/2", _) => Some(Points::Draw),
        _ => None,
    }
}

/// Player, platform and time control, to the games in order of time.
type Chains = BTreeMap<(String, Platform, String), Vec<((Day, u32), Played)>>;

fn chains(path: &Path) -> Chains {
    let reader = BufReader::new(zstd::Decoder::new(File::open(path).unwrap()).unwrap());
    let mut chains = Chains::new();
    let mut tags = BTreeMap::new();
    for line in reader.lines() {
        let line = line.unwrap();
        if let Some((name, value)) = line.strip_prefix('[').and_then(|tag| tag.split_once(" \"")) {
            let value = value.trim_end_matches(['"', ']']);
            if name == "Event" {
                add(&tags, &mut chains);
                tags.clear();
            }
            tags.insert(name.to_owned(), value.to_owned());
        }
    }
    add(&tags, &mut chains);
    for games in chains.values_mut() {
        games.sort_by_key(|(at, _)| *at);
    }
    chains
}

fn add(tags: &BTreeMap<String, String>, chains: &mut Chains) {
    let tag = |name: &str| tags.get(name).map_or("", String::as_str);
    let online = OnlineTags {
        site: tag("Site"),
        link: tag("Link"),
        fide_numbers: tags.contains_key("WhiteFideId") || tags.contains_key("BlackFideId"),
    };
    let (Some(platform), Some(at)) = (Platform::from_tags(&online), second(tags)) else {
        return;
    };
    match platform {
        Platform::Lichess => assert_eq!(timing(&online), RatingTiming::Before),
        Platform::ChessCom => assert_eq!(timing(&online), RatingTiming::After),
        _ => {}
    }
    for (colour, white) in [("White", true), ("Black", false)] {
        let rating = tag(&format!("{colour}Elo")).parse();
        let (Ok(rating), Some(points)) = (rating, points(tag("Result"), white)) else {
            continue;
        };
        let key = (tag(colour).to_lowercase(), platform, tag("TimeControl").to_owned());
        let played = Played { rating, diff: tag(&format!("{colour}RatingDiff")).parse().ok(), points };
        chains.entry(key).or_default().push((at, played));
    }
}

#[test]
fn lichess_writes_ratings_before_and_chess_com_after_the_game() {
    let Some(path) = real::data("online-games.pgn.zst") else {
        return;
    };
    let chains = chains(&path);
    let mut evidence: BTreeMap<Platform, Evidence> = BTreeMap::new();
    let mut close: BTreeMap<Platform, Evidence> = BTreeMap::new();
    for ((_, platform, _), games) in &chains {
        for pair in games.windows(2) {
            let [((day, second), first), ((next_day, next_second), next)] = pair else {
                continue;
            };
            let gap = next_second.saturating_sub(*second);
            if day == next_day && (1..=NEIGHBOURS_SECONDS).contains(&gap) {
                evidence.entry(*platform).or_default().add(first, next);
            }
            if day == next_day && (1..=CLOSE_SECONDS).contains(&gap) {
                close.entry(*platform).or_default().add(first, next);
            }
        }
    }
    eprintln!("within 30 minutes: {evidence:?}");
    eprintln!("within 90 seconds: {close:?}");
    let share = |part: u32, rest: u32| f64::from(part) / f64::from(part + rest);
    let lichess = &evidence[&Platform::Lichess];
    let chess_com = &evidence[&Platform::ChessCom];
    assert!(lichess.follows_first + lichess.follows_second > 100);
    assert!(chess_com.follows_first + chess_com.follows_second > 100);
    assert!(share(lichess.follows_first, lichess.follows_second) > 0.85, "{lichess:?}");
    assert!(share(chess_com.follows_second, chess_com.follows_first) > 0.95, "{chess_com:?}");
    // Where the change stands in a tag of its own, rating and change give the next rating.
    let close = &close[&Platform::Lichess];
    assert!(close.with_diff > 100, "{close:?}");
    assert!(share(close.diff_exact, close.with_diff - close.diff_exact) > 0.95, "{close:?}");
}
