//! How well names are matched, on a list of 380,000 players that gives spellings beside the usual name.
//!
//! The list is not part of the repository. The test looks for it in the folder that `FAIRPLAY_DATA` names, else
//! in `../shared/data` beside the workspace, and says so if there is none. docs/people.md has its figures.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]
#![expect(clippy::print_stderr, reason = "the figures are the point")]

mod real;

use std::collections::{BTreeMap, BTreeSet};

use datasets::players::similarity::{LIKELY, POSSIBLE, Profile, similarity};
use datasets::players::suggestions;
use datasets::{Collection, Game, Side, UnscoredGame, roster};

struct Player {
    name: String,
    federation: String,
    others: Vec<String>,
}

fn list() -> Option<Vec<Player>> {
    let path = real::data("fide/scid_spelling_ratings_2021-04.ssp.zst")?;
    let bytes = zstd::decode_all(std::fs::File::open(path).unwrap()).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let players = text.split_once("@PLAYER").unwrap().1.split_once("\n@SITE").unwrap().0;
    let mut all: Vec<Player> = Vec::new();
    for line in players.lines().skip(1) {
        if let Some(other) = line.trim().strip_prefix("= ") {
            all.last_mut().unwrap().others.push(plain(other));
        } else if !line.starts_with([' ', '#']) && !line.is_empty() {
            let (name, facts) = line.split_once('#').unwrap_or((line, ""));
            all.push(Player {
                name: plain(name),
                federation: facts.split_whitespace().nth(1).unwrap_or_default().to_owned(),
                others: Vec::new(),
            });
        }
    }
    Some(all)
}

/// Without the number that the list adds to namesakes: no event would write it.
fn plain(name: &str) -> String {
    name.trim().trim_end_matches(|c: char| c.is_ascii_digit()).trim().to_owned()
}

fn score(a: &str, b: &str) -> f64 {
    let profile = |name: &str| Profile { name: name.to_owned(), ..Profile::default() };
    similarity(&profile(a), &profile(b)).score
}

/// Share of the scores that reach a threshold.
fn share(scores: &[f64], threshold: f64) -> f64 {
    scores.iter().filter(|score| **score >= threshold).count() as f64 / scores.len() as f64
}

#[test]
fn pairs_of_names_are_told_apart() {
    let Some(players) = list() else { return };
    // One person: a spelling and the usual name. A sixth of them all keeps the test short.
    let spellings = players.iter().flat_map(|p| p.others.iter().map(|other| (&p.name, other)));
    let same: Vec<f64> = spellings
        .filter(|(name, other)| name != other)
        .step_by(6)
        .map(|(name, other)| score(name, other))
        .collect();
    // Two people: neighbours in the alphabet, which share a surname or nearly, and often the given name.
    let different: Vec<f64> = players
        .windows(2)
        .step_by(18)
        .filter(|pair| pair[0].name != pair[1].name)
        .map(|pair| score(&pair[0].name, &pair[1].name))
        .collect();
    let none = 1.0 - share(&same, f64::MIN_POSITIVE);
    eprintln!("{} spellings of one person, {none:.3} of them score 0", same.len());
    let looked_at = players.windows(2).step_by(18).count();
    eprintln!("{looked_at} neighbours, {} of one name left out", looked_at - different.len());
    for (name, threshold) in [("likely", LIKELY), ("possible", POSSIBLE)] {
        let (recall, wrong) = (share(&same, threshold), share(&different, threshold));
        let precision = recall / (recall + wrong);
        eprintln!(
            "{name} {threshold:.2}: recall {recall:.3}, neighbours {wrong:.4}, precision of equal shares {precision:.3}"
        );
    }
    assert!(share(&same, POSSIBLE) > 0.80 && share(&different, POSSIBLE) < 0.04);
    assert!(share(&same, LIKELY) > 0.45 && share(&different, LIKELY) < 0.016);
}

/// A field of one federation without FIDE numbers, in which some people stand twice, under two spellings.
struct Field {
    collection: Collection,
    twice: BTreeSet<(String, String)>,
}

fn field(people: &[&Player], seed: usize) -> Field {
    // A multiplier without a factor in common with the length visits everybody once.
    let mut place = seed;
    let mut chosen: Vec<&Player> = Vec::new();
    let mut names = BTreeSet::new();
    let mut twice = BTreeSet::new();
    for _ in 0..people.len() {
        place = (place * 5 + 12_345) % people.len();
        let player = people[place];
        if chosen.len() < 200 && names.insert(player.name.to_lowercase()) {
            chosen.push(player);
        }
    }
    let mut seats: Vec<String> = chosen.iter().map(|p| p.name.clone()).collect();
    for player in &chosen {
        if let Some(other) = player.others.first().filter(|other| names.insert(other.to_lowercase())) {
            let mut pair = [player.name.clone(), other.clone()];
            pair.sort();
            let [a, b] = pair;
            twice.insert((a, b));
            seats.push(other.clone());
        }
    }
    let side = |name: &String| Side { name: name.clone(), ..Side::default() };
    let game = |(pair, number): (&[String], u32)| UnscoredGame {
        game: Game { number, white: side(&pair[0]), black: side(pair.last().unwrap()), ..Game::default() },
        ..UnscoredGame::default()
    };
    let collection =
        Collection { unscored: seats.chunks(2).zip(1..).map(game).collect(), ..Collection::default() };
    Field { collection, twice }
}

#[test]
fn fields_of_one_federation_give_few_wrong_suggestions() {
    let Some(players) = list() else { return };
    let mut federations: BTreeMap<&str, Vec<&Player>> = BTreeMap::new();
    for player in &players {
        federations.entry(&player.federation).or_default().push(player);
    }
    let mut fields = 0;
    let mut twice = 0;
    let mut right = [0; 2];
    let mut wrong = [0; 2];
    for people in federations.values().filter(|people| people.len() >= 1000) {
        let Field { collection, twice: pairs } = field(people, 7);
        let roster = roster(&collection);
        let found = suggestions(&collection, &roster);
        assert!(!found.incomplete);
        fields += 1;
        twice += pairs.len();
        for one in found.found {
            let mut names = [&roster.people[one.a].name, &roster.people[one.b].name].map(String::clone);
            names.sort();
            let [a, b] = names;
            let hit = pairs.contains(&(a, b));
            for (place, threshold) in [LIKELY, POSSIBLE].into_iter().enumerate() {
                if one.score >= threshold {
                    right[place] += usize::from(hit);
                    wrong[place] += usize::from(!hit);
                }
            }
        }
    }
    eprintln!("{fields} fields of 200 people, {twice} people under two spellings");
    for (place, name) in ["likely", "possible"].iter().enumerate() {
        let recall = right[place] as f64 / twice as f64;
        let precision = right[place] as f64 / (right[place] + wrong[place]) as f64;
        let each = wrong[place] as f64 / f64::from(fields);
        eprintln!("{name}: recall {recall:.3}, precision {precision:.3}, wrong in a field {each:.2}");
    }
    assert!(fields > 40 && twice > 200);
    assert!(right[1] * 10 > twice * 7, "recall fell: {right:?} of {twice}");
    assert!(wrong[0] < fields as usize, "more than one wrong likely pair in a field: {wrong:?}");
}
