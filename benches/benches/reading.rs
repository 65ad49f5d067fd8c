//! Reading PGN with every move validated, and inspecting it. Throughput is in bytes; the sample's number of games is printed.

use std::io::Write;
use std::path::PathBuf;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use datasets::inspection::{Query, Scope, gather};
use datasets::pgn::sample;

fn reading(c: &mut Criterion) {
    let mut bytes = Vec::new();
    for _ in 0..20 {
        bytes.extend_from_slice(sample::PGN);
        bytes.push(b'\n');
    }
    let path = std::env::temp_dir().join(format!("fairplay-bench-{}.pgn", std::process::id()));
    std::fs::File::create(&path).and_then(|mut file| file.write_all(&bytes)).expect("writes the input");
    let paths: Vec<PathBuf> = vec![path.clone()];
    let games = datasets::read(&paths, None).expect("reads");
    println!("{} games in {} bytes", games.games.len() + games.unscored.len(), bytes.len());

    let mut group = c.benchmark_group("reading");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("validate_every_move", |b| {
        b.iter(|| datasets::read(&paths, None).expect("reads"));
    });
    let asked = Query { scope: Scope::Summary, ..Query::default() };
    group.bench_function("inspect_every_move", |b| {
        b.iter(|| gather(&paths, asked).expect("reads"));
    });
    group.finish();
    std::fs::remove_file(&path).expect("removes the input");
}

criterion_group!(benches, reading);
criterion_main!(benches);
