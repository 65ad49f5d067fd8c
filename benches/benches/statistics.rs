//! The statistics without an engine: one projection, and a whole screening from made-up evaluations.

use std::hint::black_box;

use analyzer::{Decision, Parameters, PlayedMove};
use benches::{Room, made_up, made_up_engine};
use criterion::{Criterion, criterion_group, criterion_main};
use datasets::pgn::sample;

fn projection(c: &mut Criterion) {
    let parameters = Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1).expect("reads");
    let model = parameters.projectable(Some(2400)).model().expect("covered");
    let decision = Decision {
        differences: vec![0.0, 0.1, 0.25, 0.6, 1.4],
        deltas: vec![0.0, 0.08, 0.2, 0.4, 0.8],
        unlisted: 28,
        played: PlayedMove::Line(1),
        looks: None,
    };
    c.bench_function("project_one_decision", |b| {
        b.iter(|| model.choices(black_box(&decision)));
    });
}

fn screening(c: &mut Criterion) {
    let path = std::env::temp_dir().join(format!("fairplay-bench-statistics-{}.pgn", std::process::id()));
    std::fs::write(&path, sample::PGN).expect("writes the input");
    let collection = datasets::read(std::slice::from_ref(&path), None).expect("reads");
    std::fs::remove_file(&path).expect("removes the input");
    let room = Room::of(collection, made_up_engine());
    let evaluations = made_up(&room.plans);
    let parameters = Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1).expect("reads");
    c.bench_function("plan_the_sample", |b| {
        b.iter(|| analyzer::plan::all(black_box(&room.collection.games)));
    });
    c.bench_function("screen_the_sample", |b| {
        b.iter(|| room.screened(black_box(&evaluations), &parameters).expect("screens"));
    });
}

criterion_group!(statistics, projection, screening);
criterion_main!(statistics);
