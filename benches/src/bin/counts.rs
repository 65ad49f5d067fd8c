//! One piece of work, once, for counting its instructions: `counts CASE`; without a case it lists them. `run.sh` in
//! `benches/counts` runs every case under valgrind and compares with the last figures. One thread, and the same input each time.

use std::error::Error;
use std::hint::black_box;

use analyzer::basis::Basis;
use analyzer::calibration::resample::{Plan, Side, resample};
use analyzer::screen::{Event, screen};
use analyzer::three_tests::Sums;
use analyzer::{Decision, GamePlan, Parameters, Played};
use datasets::event_class::EventClass;
use datasets::sample;
use reports::Language;
use uci_pool::{Evaluation, Identity, Settings};

type Failed = Box<dyn Error>;

/// A piece of work.
type Work = fn(&Room) -> Result<(), Failed>;

/// What is measured, by name.
const CASES: [(&str, Work); 8] = [
    // What every other case contains: the process, the sample read and planned, evaluations made up.
    ("nothing", |_| Ok(())),
    ("read 35 games", |_| {
        black_box(room()?.collection);
        Ok(())
    }),
    ("plan 35 games", |room| {
        black_box(analyzer::plan::all(&room.collection.games));
        Ok(())
    }),
    ("encode and decode 2,000 answers", |room| {
        for (_, _, answer) in room.evaluations.all() {
            let bytes = answer.as_ref().map(Evaluation::encode).map_err(Clone::clone)?;
            black_box(Evaluation::decode(&bytes)?);
        }
        Ok(())
    }),
    ("project 10,000 decisions", |room| {
        let model = room.parameters.projectable(Some(2400)).model().ok_or("covered")?;
        for _ in 0..10_000 {
            black_box(model.choices(black_box(&decision())));
        }
        Ok(())
    }),
    ("screen 35 games", |room| {
        black_box(room.screened()?);
        Ok(())
    }),
    ("screen 35 games, and the sheet", |room| {
        let screened = room.screened()?;
        black_box(reports::html(
            &screened.screening,
            &screened.games,
            Language::English,
        )?);
        Ok(())
    }),
    ("resample 10,000 performances", |room| {
        let model = room.parameters.projectable(Some(2400)).model().ok_or("covered")?;
        let decisions = vec![decision(); 5];
        let side = |game: usize| Side {
            game: (0, game),
            band: 2400,
            part: 0,
            sums: Sums::of(&decisions, &model),
        };
        let sides: Vec<Side> = (0..500).map(side).collect();
        let plan = Plan {
            games: 9,
            draws: 10_000,
            seed: 1,
        };
        black_box(resample(&sides, &[room.parameters.null], plan));
        Ok(())
    }),
];

struct Room {
    collection: datasets::Collection,
    roster: datasets::Roster,
    plans: Vec<GamePlan>,
    evaluations: analyzer::Evaluations,
    parameters: Parameters,
}

fn decision() -> Decision {
    Decision {
        differences: vec![0.0, 0.1, 0.25, 0.6, 1.4],
        deltas: vec![0.0, 0.08, 0.2, 0.4, 0.8],
        unlisted: 28,
        played: Played::Line(1),
        looks: None,
    }
}

fn room() -> Result<Room, Failed> {
    let path = std::env::temp_dir().join(format!("fairplay-counts-{}.pgn", std::process::id()));
    std::fs::write(&path, sample::PGN)?;
    let collection = datasets::read(std::slice::from_ref(&path), None);
    std::fs::remove_file(&path)?;
    let collection = collection?;
    let plans = analyzer::plan::all(&collection.games);
    Ok(Room {
        roster: datasets::roster(&collection),
        evaluations: benches::made_up(&plans),
        plans,
        collection,
        parameters: Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1)?,
    })
}

impl Room {
    fn screened(&self) -> Result<analyzer::Screened, Failed> {
        let engine = Identity {
            name: "made up".to_owned(),
            author: String::new(),
            sha256: "0".repeat(64),
            options: Vec::new(),
        };
        Ok(screen(&Event {
            name: "counts",
            collection: &self.collection,
            roster: &self.roster,
            plans: &self.plans,
            evaluations: &self.evaluations,
            engine: &engine,
            settings: &Settings::QUICK,
            parameters: Some(&self.parameters),
            class: &EventClass::default(),
            ratings: &analyzer::basis::of_tags(&self.roster),
            basis: Basis::Published,
            left: None,
        })?)
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
    work(&room()?)
}
