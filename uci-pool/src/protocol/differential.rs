//! The tokenizer against `vampirc-uci`, on recorded output of two engines.
//!
//! The transcripts under `tests/transcripts` hold Stockfish 15.1 (Debian) and Stockfish 19 lite (the npm
//! package `stockfish` 19.0.0 under node), each with `UCI_ShowWDL` off and on, on the same positions, the last
//! two of which are a search cut by nodes and a stalemate.

use std::fs;
use std::path::PathBuf;

use vampirc_uci::{UciInfoAttribute as Field, UciMessage, UciMove as VampircMove, parse_one};

use super::handshake::{self, Handshake};
use super::info::{self, Info, SearchLine};
use crate::evaluation::{Bound, Value};

fn transcript(name: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(name);
    let text = fs::read_to_string(path).expect("the transcript");
    text.lines().map(str::to_owned).collect()
}

/// Lines with a score, read here and by vampirc.
fn scored(name: &str) -> Vec<(String, Info, Vec<Field>)> {
    transcript(name)
        .into_iter()
        .filter(|line| line.starts_with("info") && line.contains(" score "))
        .map(|line| {
            let Ok(SearchLine::Info(ours)) = info::read(&line) else { panic!("not read: {line}") };
            let UciMessage::Info(theirs) = parse_one(&line) else { panic!("not read by vampirc: {line}") };
            (line, ours, theirs)
        })
        .collect()
}

fn find<T>(fields: &[Field], pick: impl Fn(&Field) -> Option<T>) -> Option<T> {
    fields.iter().find_map(pick)
}

/// Fields that vampirc reads correctly whether or not `wdl` is printed.
fn compare_head(line: &str, ours: &Info, theirs: &[Field]) {
    let depth = find(theirs, |f| if let Field::Depth(d) = f { Some(u32::from(*d)) } else { None });
    let multipv = find(theirs, |f| if let Field::MultiPv(n) = f { Some(u32::from(*n)) } else { None });
    let value = find(theirs, |f| match f {
        Field::Score { cp: Some(cp), .. } => Some(Value::Cp(*cp)),
        Field::Score { mate: Some(mate), .. } => Some(Value::Mate(i32::from(*mate))),
        _ => None,
    });
    assert_eq!((ours.depth, ours.multipv, ours.value), (depth, multipv, value), "{line}");
    assert!(ours.value.is_some() && ours.depth.is_some(), "{line}");
}

fn vampirc_bound(fields: &[Field]) -> Option<Bound> {
    find(fields, |f| match f {
        Field::Score { lower_bound: Some(true), .. } => Some(Bound::Lower),
        Field::Score { upper_bound: Some(true), .. } => Some(Bound::Upper),
        _ => None,
    })
}

#[test]
fn both_parsers_agree_on_every_field_without_wdl() {
    for name in ["stockfish-15.1.txt", "stockfish-19-lite.txt"] {
        let lines = scored(name);
        assert!(lines.len() > 150, "{name} has {} scored lines", lines.len());
        let mut variations = 0;
        for (line, ours, theirs) in &lines {
            compare_head(line, ours, theirs);
            assert_eq!(ours.bound, vampirc_bound(theirs), "{line}");
            let nodes = find(theirs, |f| if let Field::Nodes(n) = f { Some(*n) } else { None });
            assert_eq!(ours.nodes, nodes, "{line}");
            let pv = find(theirs, |f| if let Field::Pv(moves) = f { Some(moves.clone()) } else { None });
            let text = |moves: Vec<VampircMove>| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
            let our_pv = ours.pv.as_ref().map(|pv| pv.iter().map(ToString::to_string).collect::<Vec<_>>());
            assert_eq!(our_pv, pv.map(text), "{line}");
            variations += usize::from(our_pv.is_some());
        }
        assert!(variations > 150, "{name}");
    }
}

#[test]
fn with_wdl_the_tokenizer_reads_what_vampirc_loses() {
    let mut bounds = 0;
    for name in ["stockfish-15.1-wdl.txt", "stockfish-19-lite-wdl.txt"] {
        let plain = scored(&name.replace("-wdl", ""));
        let lines = scored(name);
        assert_eq!(plain.len(), lines.len());
        for ((line, ours, theirs), (_, without, _)) in lines.iter().zip(&plain) {
            compare_head(line, ours, theirs);
            // The engine is deterministic, so the same search without `wdl` is the reference.
            let kept =
                |info: &Info| (info.depth, info.multipv, info.value, info.bound, info.nodes, info.pv.clone());
            assert_eq!(kept(ours), kept(without), "{line}");
            let nodes = find(theirs, |f| if let Field::Nodes(n) = f { Some(*n) } else { None });
            assert_eq!(
                nodes, None,
                "vampirc reads nodes after wdl now; its note in this crate is out of date"
            );
            bounds += usize::from(ours.bound.is_some());
        }
    }
    assert!(bounds > 0, "the transcripts hold no bound");
}

#[test]
fn best_moves_and_handshakes_agree() {
    for name in
        ["stockfish-15.1.txt", "stockfish-15.1-wdl.txt", "stockfish-19-lite.txt", "stockfish-19-lite-wdl.txt"]
    {
        let (mut moves, mut none, mut options, mut ok) = (0, 0, 0, 0);
        for line in transcript(name) {
            if line.starts_with("bestmove") {
                let Ok(SearchLine::BestMove(best)) = info::read(&line) else { panic!("not read: {line}") };
                match (best, parse_one(&line)) {
                    (Some(ours), UciMessage::BestMove { best_move, .. }) => {
                        assert_eq!(ours.to_string(), best_move.to_string());
                        moves += 1;
                    }
                    (None, UciMessage::Unknown(..)) => none += 1,
                    (ours, theirs) => panic!("{line}: {ours:?} against {theirs:?}"),
                }
            }
            match handshake::read(&line) {
                Handshake::Option(_) => options += 1,
                Handshake::UciOk => ok += 1,
                _ => assert!(!line.starts_with("option"), "{line}"),
            }
        }
        assert_eq!((moves, none, ok), (6, 1, 1), "{name}");
        assert!(options >= 13, "{name} offers {options} options");
    }
}
