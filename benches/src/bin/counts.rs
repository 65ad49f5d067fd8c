//! One piece of work, once, for counting its instructions: `counts CASE`; without a case it lists them. `run.sh` in
//! `benches/counts` runs every case under valgrind and compares with the last figures. One thread, and the same input each time.

use std::error::Error;
use std::hint::black_box;

use analyzer::{Decision, Parameters, PlayedMove};
use benches::{Room, made_up, made_up_engine};
use datasets::pgn::sample;
use reports::Language;
use uci_pool::Evaluation;

type Failed = Box<dyn Error>;

/// A piece of work.
type Work = fn(&Counted) -> Result<(), Failed>;

/// Measured functions, by name.
const CASES: [(&str, Work); 7] = [
    // What every other case contains: the process, the sample read and planned, evaluations made up.
    ("nothing", |_| Ok(())),
    ("read 35 games", |_| {
        black_box(read()?);
        Ok(())
    }),
    ("plan 35 games", |counted| {
        black_box(analyzer::plan::all(&counted.room.collection.games));
        Ok(())
    }),
    ("encode and decode 2,000 answers", |counted| {
        for (_, _, answer) in counted.evaluations.all() {
            let bytes = answer.as_ref().map(Evaluation::encode).map_err(Clone::clone)?;
            black_box(Evaluation::decode(&bytes)?);
        }
        Ok(())
    }),
    ("project 10,000 decisions", |counted| {
        let model = counted.parameters.projectable(Some(2400)).model().ok_or("covered")?;
        for _ in 0..10_000 {
            black_box(model.choices(black_box(&decision())));
        }
        Ok(())
    }),
    ("screen 35 games", |counted| {
        black_box(counted.screened()?);
        Ok(())
    }),
    ("screen 35 games, and the sheet", |counted| {
        let screened = counted.screened()?;
        black_box(reports::html(&screened.screening, &screened.games, Language::ENGLISH)?);
        Ok(())
    }),
];

struct Counted {
    room: Room,
    evaluations: analyzer::Evaluations,
    parameters: Parameters,
}

fn decision() -> Decision {
    Decision {
        differences: vec![0.0, 0.1, 0.25, 0.6, 1.4],
        deltas: vec![0.0, 0.08, 0.2, 0.4, 0.8],
        unlisted: 28,
        played: PlayedMove::Line(1),
        looks: None,
    }
}

fn read() -> Result<datasets::Collection, Failed> {
    let path = std::env::temp_dir().join(format!("fairplay-counts-{}.pgn", std::process::id()));
    std::fs::write(&path, sample::PGN)?;
    let collection = datasets::read(std::slice::from_ref(&path), None);
    std::fs::remove_file(&path)?;
    Ok(collection?)
}

fn counted() -> Result<Counted, Failed> {
    let room = Room::of(read()?, made_up_engine());
    Ok(Counted {
        evaluations: made_up(&room.plans),
        room,
        parameters: Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1)?,
    })
}

impl Counted {
    fn screened(&self) -> Result<analyzer::Screened, Failed> {
        self.room.screened(&self.evaluations, &self.parameters)
    }
}

fn main() -> Result<(), Failed> {
    let Some(asked) = std::env::args().nth(1) else {
        for (name, _) in CASES {
            println!("{name}");
        }
        return Ok(());
    };
    let found = CASES.iter().find(|(name, _)| *name == asked);
    let (_, work) = found.ok_or_else(|| format!("no case `{asked}`"))?;
    work(&counted()?)
}
