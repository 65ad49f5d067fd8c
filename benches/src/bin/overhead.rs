//! Measures what the pipeline costs beside the engines: `overhead EVENT.pgn [ENGINES] [MAX_GAMES] [STORE]`.
//!
//! Runs with an empty store (a new file STORE, or one that is thrown away) and prints, up to the moment the last position is answered: wall time, CPU time of
//! the engines and of this process, the share of CPU outside the engines, and how busy the cores were. Linux only,
//! because it reads `/proc`.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use pipeline::{Search, SearchPlayedMove, evaluate};
use uci_pool::{Answer, Limits, Pool, Request, Settings, find_engine, identify};

/// Clock ticks a second in `/proc/PID/stat` on every Linux of today.
const TICKS: f64 = 100.0;

/// User and system time of a process in seconds, without its children.
fn cpu_seconds(pid: &str) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The command's name may hold spaces; the fields after it start behind the last parenthesis.
    let mut fields = stat.rsplit_once(") ")?.1.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / TICKS)
}

/// A pool that notes the engines' CPU time whenever an answer has come.
struct Watched<'a> {
    pool: Pool,
    seen: &'a std::cell::Cell<(f64, f64)>,
    started: Instant,
}

impl Search for Watched<'_> {
    fn submit(&self, request: Request) {
        self.pool.submit(request);
    }

    fn submit_again(&self, request: Request, worker: usize) {
        self.pool.submit_elsewhere(request, worker);
    }

    fn next(&self, wait: std::time::Duration) -> Option<Answer> {
        let answer = self.pool.next(wait)?;
        let engines: f64 =
            self.pool.child_pids().iter().filter_map(|pid| cpu_seconds(&pid.to_string())).sum();
        self.seen.set((self.started.elapsed().as_secs_f64(), engines));
        Some(answer)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path =
        PathBuf::from(arguments.next().ok_or("usage: overhead EVENT.pgn [ENGINES] [MAX_GAMES] [STORE]")?);
    let engines: usize = arguments.next().map_or(Ok(2), |n| n.parse())?;
    let games: usize = arguments.next().map_or(Ok(usize::MAX), |n| n.parse())?;
    let spec = uci_pool::EngineSpec::of(find_engine().ok_or("no engine found")?);
    let settings = Settings::QUICK;

    let started = Instant::now();
    let mut collection = datasets::read(&[path], None)?;
    collection.games.truncate(games);
    let plans = analyzer::plan::all(&collection.games);
    let kept = arguments.next().map(PathBuf::from);
    if kept.as_ref().is_some_and(|path| path.exists()) {
        return Err("the store exists already; a cold run needs a new file".into());
    }
    let folder = std::env::temp_dir().join(format!("fairplay-overhead-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut store = datasets::Store::open(&kept.unwrap_or_else(|| folder.join("store.sqlite")))?;
    let profile = store.profile(&identify(&spec)?, &settings)?;
    let seen = std::cell::Cell::new((0.0, 0.0));
    let start = || {
        let pool = Pool::start(&spec, &settings, engines, Limits::default())?;
        Ok(Box::new(Watched { pool, seen: &seen, started }))
    };
    let mut last = pipeline::Progress::default();
    let mut check = pipeline::RepeatCheck::default();
    let to = (&mut store, profile, &mut check);
    evaluate(&plans, to, SearchPlayedMove::IfUnlisted, start, &|| false, &mut |progress| {
        last = *progress;
    })?;
    let own = cpu_seconds("self").ok_or("no /proc")?;
    let (wall, engine) = seen.get();
    drop(store);
    std::fs::remove_dir_all(&folder)?;

    println!("games              {}", collection.games.len());
    println!("positions          {}", last.done);
    println!("wall               {wall:.1} s");
    println!("engine CPU         {engine:.1} s");
    println!("own CPU            {own:.2} s");
    println!("outside engines    {:.2} % of CPU", 100.0 * own / (own + engine));
    println!("cores busy         {:.1} % of {engines}", 100.0 * (own + engine) / (wall * engines as f64));
    println!("positions/s        {:.2}", last.done as f64 / wall);
    println!("games/core-hour    {:.0}", 3600.0 * collection.games.len() as f64 / engine);
    Ok(())
}
