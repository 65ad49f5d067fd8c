//! Statistics at the scale of an archive, without an engine: `archive [PLAYERS] [ROUNDS] [FOLDER]`.
//!
//! Makes an event of PLAYERS (1000) in ROUNDS (9) with made-up evaluations of twelve depths, puts them into an evaluation
//! store in FOLDER (a temporary one), and prints how long each step from the stored evaluations to the sheet takes.
//! Every store write is waited for, so a FOLDER in memory (`/dev/shm`) makes the preparation short; nothing that is timed writes to the store.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use analyzer::Parameters;
use benches::{Room, drawn_event, made_up, made_up_engine};
use datasets::Store;
use reports::Language;
use uci_pool::Settings;

/// Counts the bytes of a file that nobody keeps.
#[derive(Default)]
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let made = work();
    println!("{what:<44} {:>8.2} s   peak {} MB", begun.elapsed().as_secs_f64(), peak());
    made
}

/// The most memory this process has held, in MB; 0 where there is no `/proc`.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: usize| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (players, rounds) = (number(1_000)?, number(9)?);
    let own = std::env::temp_dir().join(format!("fairplay-archive-{}", std::process::id()));
    let folder = arguments.next().map_or_else(|| own.clone(), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let done = measured(&folder, players, rounds);
    for name in ["event.pgn", "store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
        let _gone = std::fs::remove_file(folder.join(name));
    }
    let _gone = std::fs::remove_dir(&own);
    done
}

fn measured(folder: &Path, players: usize, rounds: usize) -> Result<(), Box<dyn Error>> {
    let engine = made_up_engine();
    let file = folder.join("event.pgn");
    std::fs::write(&file, drawn_event(players, rounds))?;
    let collection = timed("games read, every move validated", || datasets::read(&[file], None))?;
    let room = timed("planned", || Room::of(collection, engine.clone()));
    let mut store = Store::open(&folder.join("store.sqlite"))?;
    let profile = store.profile(&engine, &Settings::QUICK)?;
    let made = made_up(&room.plans);
    timed("(preparation: evaluations stored)", || {
        made.all().into_iter().try_for_each(|(fen, only, answer)| match answer {
            Ok(evaluation) => store.put(profile, fen, only, evaluation),
            Err(_) => Ok(()),
        })
    })?;
    let positions = made.all().len();
    drop(made);

    println!();
    let begun = Instant::now();
    let evaluations =
        timed("evaluations from the store", || pipeline::stored(&room.plans, &mut store, profile))?;
    let loaded = begun.elapsed();
    let parameters = Parameters::parse(analyzer::shipped::QUICK_STOCKFISH_15_1)?;
    let mut record = parameters.clone();
    record.depth_aware = None;
    drop(timed("screened, primary model alone", || room.screened(&evaluations, &record))?);
    let begun_again = Instant::now();
    let screened = timed("screened, both readings", || room.screened(&evaluations, &parameters))?;
    let page =
        timed("sheet.html", || reports::html(&screened.screening, &screened.games, Language::ENGLISH))?;
    println!(
        "{:<44} {:>8.2} s",
        "from the store to the sheet",
        (loaded + begun_again.elapsed()).as_secs_f64()
    );
    let mut counted = Counted::default();
    timed("decisions.csv", || {
        reports::decisions_table(&screened.screening, &screened.games)?.write_csv(&mut counted)
    })?;
    println!(
        "\n{} players, {} games, {positions} searches; sheet {:.1} MB, decisions.csv {:.1} MB",
        screened.screening.players.len(),
        room.collection.games.len(),
        page.len() as f64 / 1e6,
        counted.0 as f64 / 1e6
    );
    drop(page);

    Ok(())
}
