//! Makes the reference set of the intrinsic performance rating from the bundled event.
//!
//! `fairplay demo` fills a store with the evaluations; then
//! `cargo run -p lab --example reference -- STORE VERSION > reference.json`
//! takes 400 decisions from it at equal steps. The store must hold the event under one profile only.

use std::io::Write;

use analyzer::decision::performance::complete_decisions;
use analyzer::ipr::{Reference, ReferencePosition};
use datasets::Store;
use lab::simulate::{Position, sides};

/// Decisions taken.
const COUNT: usize = 400;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, version] = arguments.as_slice() else {
        return Err("give the store and the version to write into the set".into());
    };
    let mut store = Store::open(path.as_ref())?;
    let summary = store.summary()?;
    let [only] = summary.as_slice() else {
        return Err(format!("the store holds {} profiles, not one", summary.len()).into());
    };
    let profile = store.profile(&only.engine, &only.settings)?.of_any_program();

    let folder = tempfile::tempdir()?;
    let file = folder.path().join(datasets::pgn::sample::NAME);
    std::fs::write(&file, datasets::pgn::sample::PGN)?;
    let collection = datasets::read(&[file], None)?;
    let roster = datasets::roster(&collection);
    let plans = analyzer::plan::all(&collection.games);
    let evaluations = pipeline::stored(&plans, &mut store, profile)?;
    if !plans.iter().all(|plan| complete_decisions(plan, &evaluations, [true, true]).is_some()) {
        return Err("the store does not hold every position of the bundled event".into());
    }
    let sides = sides(0, &roster, &plans, &evaluations);
    let all: Vec<&Position> = sides.iter().flat_map(|side| &side.positions).collect();
    // At equal steps, so that all games and all phases have their share.
    let count = COUNT.min(all.len());
    let chosen = (0..count).filter_map(|k| all.get(k * all.len() / count));
    let positions = chosen.map(|position| ReferencePosition::new(position.best_cp, &position.decision));
    // Every position that counts was searched to the end.
    let settings = only.settings.to_the_end();
    let text = Reference::write(version, (&only.engine, &settings), positions.collect())?;
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}
