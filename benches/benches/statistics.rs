//! The statistics without an engine: one projection, and a whole screening from made-up evaluations.

use std::hint::black_box;

use analyzer::basis::Basis;
use analyzer::screen::{Event, screen};
use analyzer::{Decision, Parameters, Played};
use criterion::{Criterion, criterion_group, criterion_main};
use datasets::event_class::EventClass;
use datasets::sample;
use uci_pool::{Identity, Settings};

fn projection(c: &mut Criterion) {
    let parameters = Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1).expect("reads");
    let model = parameters.projectable(Some(2400)).model().expect("covered");
    let decision = Decision {
        differences: vec![0.0, 0.1, 0.25, 0.6, 1.4],
        deltas: vec![0.0, 0.08, 0.2, 0.4, 0.8],
        unlisted: 28,
        played: Played::Line(1),
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
    let roster = datasets::roster(&collection);
    let plans = analyzer::plan::all(&collection.games);
    let evaluations = benches::made_up(&plans);
    let parameters = Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1).expect("reads");
    let engine = Identity {
        name: "made up".to_owned(),
        author: String::new(),
        sha256: "0".repeat(64),
        options: Vec::new(),
    };
    let event = Event {
        name: "bench",
        collection: &collection,
        roster: &roster,
        plans: &plans,
        evaluations: &evaluations,
        engine: &engine,
        settings: &Settings::QUICK,
        parameters: Some(&parameters),
        class: &EventClass::default(),
        ratings: &analyzer::basis::of_tags(&roster),
        basis: Basis::Published,
        left: None,
    };
    c.bench_function("plan_the_sample", |b| {
        b.iter(|| analyzer::plan::all(black_box(&collection.games)));
    });
    c.bench_function("screen_the_sample", |b| {
        b.iter(|| screen(black_box(&event)).expect("screens"));
    });
}

criterion_group!(benches, projection, screening);
criterion_main!(benches);
