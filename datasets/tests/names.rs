//! How well names are matched, on a list of 380,000 players that gives spellings beside the usual name.
//!
//! The list is not part of the repository. The test looks for it in the folder that `FAIRPLAY_DATA` names, else
//! in `../shared/data` beside the workspace, and says so if there is none. docs/people.md has its figures.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]
#![expect(clippy::print_stderr, reason = "the figures are the point")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use datasets::people::similarity::{LIKELY, POSSIBLE, Profile, similarity};

struct Player {
    name: String,
    federation: String,
    others: Vec<String>,
}

fn list() -> Option<Vec<Player>> {
    let folder = std::env::var_os("FAIRPLAY_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    let path = folder.join("fide/scid_spelling_ratings_2021-04.ssp.zst");
    if !path.exists() {
        eprintln!("skipped: {} is not there", path.display());
        return None;
    }
    let bytes = zstd::decode_all(std::fs::File::open(path).unwrap()).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let players = text
        .split_once("@PLAYER")
        .unwrap()
        .1
        .split_once("\n@SITE")
        .unwrap()
        .0;
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
    name.trim()
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .trim()
        .to_owned()
}

fn score(a: &str, b: &str) -> datasets::people::similarity::Similarity {
    let profile = |name: &str| Profile {
        name: name.to_owned(),
        ..Profile::default()
    };
    similarity(&profile(a), &profile(b))
}

#[test]
fn explore() {
    let Some(players) = list() else { return };
    let mut trues = Vec::new();
    for p in &players {
        for o in &p.others {
            if *o != p.name {
                trues.push((score(&p.name, o), p.name.clone(), o.clone()));
            }
        }
    }
    let mut falses = Vec::new();
    let mut same = 0;
    for pair in players.windows(2).step_by(3) {
        if pair[0].name == pair[1].name {
            same += 1;
            continue;
        }
        falses.push((
            score(&pair[0].name, &pair[1].name),
            pair[0].name.clone(),
            pair[1].name.clone(),
        ));
    }
    eprintln!("trues {} falses {} same {}", trues.len(), falses.len(), same);
    for t in [
        0.3, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.82, 0.85, 0.88, 0.9, 0.93, 0.95, 0.97,
    ] {
        let r = trues.iter().filter(|x| x.0.score >= t).count() as f64 / trues.len() as f64;
        let f = falses.iter().filter(|x| x.0.score >= t).count() as f64 / falses.len() as f64;
        eprintln!("{t:.2} recall {r:.4} false {f:.4}");
    }
    let mut out = String::new();
    for (s, a, b) in &trues {
        out += &format!("T|{:.3}|{:?}|{a}|{b}\n", s.score, s.reasons);
    }
    for (s, a, b) in &falses {
        out += &format!("F|{:.3}|{:?}|{a}|{b}\n", s.score, s.reasons);
    }
    std::fs::write("/tmp/people_scores.txt", out).unwrap();
    let mut feds: BTreeMap<&str, Vec<&Player>> = BTreeMap::new();
    for p in &players {
        feds.entry(&p.federation).or_default().push(p);
    }
    let _ = (LIKELY, POSSIBLE);
}
