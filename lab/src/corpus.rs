//! `fairplay-lab corpus`: which tournaments some collections hold, and which of them may enter a fit.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use cli::output::{make_folder, put};
use datasets::clocks::time_class::TimeClass;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::corpus::{Corpus, Tournament};
use datasets::tournament::venue::Venue;
use serde::Serialize;

/// Options of `corpus`.
#[derive(Clone, Debug, Args)]
pub struct CorpusOptions {
    /// PGN files
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub inputs: Vec<PathBuf>,
    /// Time class of the fit
    #[arg(long, value_name = "CLASS", default_value = "standard")]
    pub time_class: TimeClass,
    /// Venue of the fit
    #[arg(long, value_name = "VENUE", default_value = "over-the-board")]
    pub venue: Venue,
    /// Folder for tournaments.csv and duplicates.csv
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// A line of tournaments.csv.
#[derive(Serialize)]
struct Row<'a> {
    identity: &'a str,
    names: String,
    places: String,
    first_day: String,
    last_day: String,
    games: usize,
    set_aside: usize,
    players: usize,
    mean_rating: Option<f64>,
    venue: &'static str,
    venue_evidence: &'a str,
    class: &'static str,
    class_evidence: &'a str,
    scale: &'static str,
    scale_evidence: &'a str,
    /// Empty for tournaments that may enter a fit of the conditions asked for.
    left_out: &'static str,
    sealed: bool,
}

/// A line of duplicates.csv.
#[derive(Serialize)]
struct DuplicateRow<'a> {
    left_out_file: &'a str,
    left_out_game: u32,
    kept_file: &'a str,
    kept_game: u32,
}

/// Finds the tournaments and writes the lists.
///
/// # Errors
/// If a collection cannot be read or a list cannot be written.
pub fn run(options: &CorpusOptions) -> anyhow::Result<()> {
    let wanted = Conditions { venue: options.venue, class: options.time_class };
    let collection = datasets::read(&options.inputs, None)?;
    let inputs = collection.inputs.clone();
    let found = collection.games.len();
    let copies = collection.unscored.iter().filter(|game| game.partner.is_some()).count();
    let corpus = Corpus::new(collection);
    let folder = &options.out;
    make_folder(folder)?;
    write(
        &folder.join("tournaments.csv"),
        corpus.tournaments.iter().map(|tournament| row(tournament, wanted)),
    )?;
    let name = |input: usize| inputs.get(input).map_or("", |input| input.name.as_str());
    let duplicates = corpus.duplicates.iter().map(|pair| DuplicateRow {
        left_out_file: name(pair.left_out.input),
        left_out_game: pair.left_out.number,
        kept_file: name(pair.kept.input),
        kept_game: pair.kept.number,
    });
    write(&folder.join("duplicates.csv"), duplicates)?;
    print!("{}", summary(&corpus, wanted, found, copies));
    println!("written: {0}/tournaments.csv and {0}/duplicates.csv", folder.display());
    Ok(())
}

/// Writes a table whose columns are the fields of a row.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write<T: Serialize>(
    path: &std::path::Path,
    rows: impl Iterator<Item = T>,
) -> anyhow::Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    put(path, &writer.into_inner().context("a table in memory")?)
}

fn row(tournament: &Tournament, wanted: Conditions) -> Row<'_> {
    let joined =
        |texts: &std::collections::BTreeSet<String>| texts.iter().cloned().collect::<Vec<_>>().join(" / ");
    let day = |k: usize| tournament.days.map_or_else(String::new, |days| days[k].to_string());
    let ratings: Vec<u32> = tournament.roster.people.iter().filter_map(|p| p.rating).map(u32::from).collect();
    let facts = &tournament.facts;
    Row {
        identity: &tournament.identity,
        names: joined(&tournament.names),
        places: joined(&tournament.places),
        first_day: day(0),
        last_day: day(1),
        games: tournament.collection.games.len(),
        set_aside: tournament.too_many_a_day,
        players: tournament.people.len(),
        mean_rating: (!ratings.is_empty())
            .then(|| (f64::from(ratings.iter().sum::<u32>()) / ratings.len() as f64).round()),
        venue: facts.venue.value.into(),
        venue_evidence: &facts.venue.evidence,
        class: facts.class.value.map_or("unknown", Into::into),
        class_evidence: &facts.class.evidence,
        scale: facts.scale.value.into(),
        scale_evidence: &facts.scale.evidence,
        left_out: facts.left_out(wanted).map_or("", Into::into),
        sealed: tournament.sealed,
    }
}

/// Games in = games of tournaments + set aside + duplicates + undated.
fn summary(corpus: &Corpus, wanted: Conditions, found: usize, copies: usize) -> String {
    use std::fmt::Write as _;
    let games = |t: &Tournament| t.collection.games.len();
    let kept: usize = corpus.tournaments.iter().map(games).sum();
    let aside: usize = corpus.tournaments.iter().map(|t| t.too_many_a_day).sum();
    let mut text = format!(
        "{copies} copies with equal tags left out by the reader\n\
         {found} games = {kept} in {} tournaments + {aside} set aside for the pace of play + {} duplicates under other tags + {} without a date\n\
         {} people\n",
        corpus.tournaments.len(),
        corpus.duplicates.len(),
        corpus.undated,
        corpus.people
    );
    let mut by_reason: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for tournament in &corpus.tournaments {
        let reason = match tournament.facts.left_out(wanted) {
            Some(reason) => reason.into(),
            None if tournament.sealed => "sealed",
            None => "may enter a fit",
        };
        let (tournaments, sum) = by_reason.entry(reason).or_default();
        *tournaments += 1;
        *sum += games(tournament);
    }
    for (reason, (tournaments, games)) in by_reason {
        // Writing into a string does not fail.
        let _ = writeln!(text, "{tournaments:6} tournaments {games:7} games  {}", reason.replace('_', " "));
    }
    text
}
