//! Effect of ending searches early on the numbers: `savings EVENT.pgn WHOLE [EARLY]`.
//!
//! WHOLE is an evaluation store in which every search of the event went to the end
//! (`fairplay screen EVENT.pgn --to-the-end --store WHOLE`). Each border of a list is laid over it: a search that would have
//! ended is cut there, the event is screened again, and every player's overall z in both readings is compared. With EARLY, a
//! store of the same event under the border of the profile `quick`, the nodes are compared too, and every search with what
//! the cut says it should be.

use std::error::Error;
use std::path::Path;

use analyzer::screening::Screening;
use analyzer::shipped::known_signature;
use analyzer::{Evaluations, GamePlan, Parameters};
use benches::Room;
use datasets::Store;
use pipeline::stored;
use uci_pool::{Decided, DepthLines, Evaluation, Identity, Settings, find_engine, identify};

/// Decisions a player needs for the comparison, about three games; the gate of an index is higher.
const DECISIONS: u32 = 60;

/// Borders that were tried: first depth, depths in a row, centipawns. The first is that of the profile `quick`.
const BORDERS: [(u8, u8, u16); 10] = [
    (8, 3, 350),
    (8, 1, 350),
    (8, 2, 350),
    (7, 3, 350),
    (9, 3, 350),
    (8, 3, 300),
    (8, 3, 325),
    (8, 3, 400),
    (8, 3, 500),
    (6, 3, 500),
];

/// Stored evaluations of the event under some settings.
fn held(
    room: &Room,
    engine: &Identity,
    path: &str,
    settings: &Settings,
) -> Result<Evaluations, Box<dyn Error>> {
    let mut store = Store::open(Path::new(path))?;
    let profile = store.profile(engine, settings)?;
    Ok(stored(&room.plans, &mut store, profile)?)
}

/// The search as it would have ended. Its variations and nodes are those of the whole search; no number looks at them.
fn cut(evaluation: &Evaluation, border: Decided) -> Evaluation {
    let mut evaluation = evaluation.clone();
    if let Some(last) = border.end(&evaluation.depths, Settings::QUICK.depth) {
        evaluation.depths.truncate(last + 1);
        evaluation.judgment = last;
    }
    evaluation
}

/// Beside the border, a search that ends where the first line is clear: the same move, ahead of the second line by a pawn
/// or more, at three depths in a row, the last of them 9 or deeper. This ends searches of decisions that count.
fn cut_where_clear(evaluation: &Evaluation, border: Decided) -> Evaluation {
    let mut evaluation = cut(evaluation, border);
    let lead = |row: &DepthLines| {
        let [first, second, ..] = row.lines.as_slice() else {
            return None;
        };
        let by = first.value.centipawns()? - second.value.centipawns()?;
        (by >= 100).then_some(first.mv)
    };
    let clear = (2..evaluation.depths.len()).find(|&last| {
        let rows = &evaluation.depths[last - 2..=last];
        let first = lead(&rows[2]);
        rows[2].depth >= 9 && first.is_some() && rows.iter().all(|row| lead(row) == first)
    });
    if let Some(last) = clear.filter(|last| *last < evaluation.judgment) {
        evaluation.depths.truncate(last + 1);
        evaluation.judgment = last;
    }
    evaluation
}

/// Mean, standard deviation about zero, and largest of some differences.
fn spread(differences: &[f64]) -> String {
    let n = differences.len().max(1) as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let root = (differences.iter().map(|d| d * d).sum::<f64>() / n).sqrt();
    let largest = differences.iter().fold(0.0_f64, |most, d| most.max(d.abs()));
    format!("{mean:+.4} | {root:.4} | {largest:.3}")
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [event, whole, early @ ..] = arguments.as_slice() else {
        return Err("usage: savings EVENT.pgn WHOLE [EARLY]".into());
    };
    let spec = uci_pool::EngineSpec::of(find_engine().ok_or("no engine found")?);
    let collection = datasets::read(&[event.into()], None)?;
    let mut parameters = Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1)?;
    parameters.null.gate.decisions = DECISIONS;
    if let Some(second) = &mut parameters.depth_aware {
        second.null.gate.decisions = DECISIONS;
    }
    let mut engine = identify(&spec)?;
    engine.signature = known_signature(&engine, &Settings::QUICK)?;
    let room = Room::of(collection, engine.clone());
    let screened = |evaluations: &Evaluations| -> Result<Screening, Box<dyn Error>> {
        Ok(room.screened(evaluations, &parameters)?.screening)
    };
    let to_the_end = Settings::QUICK.to_the_end();
    let all = held(&room, &engine, whole, &to_the_end)?;
    let plain = screened(&all)?;
    let compared = plain.players.iter().filter(|p| p.overall_z.is_some()).count();
    let turns = room.plans.iter().flat_map(GamePlan::searched).count();
    let searched = all.all();
    let alone = searched.iter().filter(|(_, only, _)| only.is_some()).count();
    println!(
        "{} games, {turns} turns, {} positions and {alone} moves apart searched, {compared} players with {DECISIONS} decisions or more",
        room.collection.games.len(),
        searched.len() - alone,
    );
    // What no rule about decided positions can save more than.
    let nodes = |decided: bool| -> u64 {
        let positions =
            searched.iter().filter_map(|(_, only, answer)| answer.as_ref().ok().filter(|_| only.is_none()));
        let best = |e: &Evaluation| e.lines().first().map(|line| line.value);
        positions
            .filter(|e| !decided || best(e).is_some_and(analyzer::decision::is_decided))
            .map(|e| e.nodes)
            .sum()
    };
    println!(
        "{:.1} % of the nodes are those of decided positions",
        100.0 * nodes(true) as f64 / nodes(false) as f64
    );
    println!(
        "| from depth | depths | beyond | searches ended | decisions more or less | record: mean | root mean square | largest | depth-aware: mean | root mean square | largest |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let scored = |s: &Screening| s.players.iter().map(|p| i64::from(p.scored)).sum::<i64>();
    let rules = BORDERS.iter().map(|border| (*border, false));
    for ((from, depths, beyond), clear) in rules.chain([(BORDERS[0], true)]) {
        let border = Decided { from, depths, beyond };
        let cut = if clear { cut_where_clear } else { cut };
        let mut shorter = Evaluations::default();
        let mut ended = 0;
        for (fen, only, answer) in all.all() {
            let answer = answer.clone().map(|whole| {
                let kept = if only.is_none() { cut(&whole, border) } else { whole.clone() };
                ended += usize::from(kept.depths.len() < whole.depths.len());
                kept
            });
            shorter.insert(fen.to_owned(), only, answer);
        }
        let found = screened(&shorter)?;
        let (mut record, mut second) = (Vec::new(), Vec::new());
        for (before, after) in plain.players.iter().zip(&found.players) {
            record.extend(after.overall_z.zip(before.overall_z).map(|(a, b)| a - b));
            let z = |s: &analyzer::screening::PlayerResult| s.depth_aware.as_ref().map(|d| d.overall_z);
            second.extend(z(after).zip(z(before)).map(|(a, b)| a - b));
        }
        println!(
            "| {from} | {depths} | {:.2}{} | {:.1} % | {:+} of {} | {} | {} |",
            f64::from(beyond) / 100.0,
            if clear { ", and where the first line is clear" } else { "" },
            100.0 * ended as f64 / all.all().len() as f64,
            scored(&found) - scored(&plain),
            scored(&plain),
            spread(&record),
            spread(&second),
        );
    }
    if let [early] = early {
        let done = held(&room, &engine, early, &Settings::QUICK)?;
        let border = Settings::QUICK.decided.ok_or("the profile quick searches to the end")?;
        let (mut before, mut after) = (0, 0);
        for (fen, only, answer) in done.all() {
            let Ok(short) = answer else { continue };
            let Some(Ok(whole)) = (match only {
                None => all.position(fen),
                Some(mv) => all.apart(fen, mv),
            }) else {
                return Err(format!("{fen} is not in the store of whole searches").into());
            };
            let expected = if only.is_none() { cut(whole, border) } else { whole.clone() };
            if expected.depths != short.depths {
                return Err(format!("{fen}: not the beginning of the whole search").into());
            }
            before += whole.nodes;
            after += short.nodes;
        }
        println!(
            "\n{} searches under the border, each the beginning of the whole one; nodes {after} of {before}: {:.1} % saved",
            done.all().len(),
            100.0 * (1.0 - after as f64 / before as f64)
        );
    }
    Ok(())
}
