//! `fairplay watch`: follows an event while it is played and says what the evidence allows.
//!
//! It looks at the source as `feed` does, keeps the engines on the positions that matter first, and gives hints after each
//! complete round and, if wanted, whenever something new has been searched. Stopped or killed, it loses at most the
//! positions in hand: versions, answers and the full tests made are in files.

mod full_tests;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::num::{NonZeroU16, NonZeroU32};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use analyzer::hints::{Budget, Hints, HintsError, Look, Looks, hints, search_order};
use analyzer::policy::Attention;
use analyzer::{Parameters, screen};
use anyhow::Context;
use clap::{Args, ValueEnum};
use datasets::players::find_people;
use datasets::{Aliases, Collection, Roster};
use pipeline::live_snapshot::{LiveSnapshot, pgn};
use pipeline::{EngineSession, EvaluateError, SearchPlayedMove};
use reports::hints::Looked;
use service::Searcher;

use crate::ExitStatus;
use crate::arguments::{EngineOptions, LanguageOptions, ProfileName, RatingOptions};
use crate::config::Config;
use crate::follow::{Follower, LiveUpdate, SECOND_LOOK, SourceOptions, pause, stem};
use crate::interrupt;
use crate::output::{absolute, put};
use crate::run::{aliases, load, parameters_for};
use full_tests::{FullTests, How};

/// When hints are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LookAfter {
    /// After each complete round, on complete rounds only.
    Round,
    /// Whenever something new has been searched, on all moves that stand.
    Move,
}

/// Options of `watch`.
#[derive(Clone, Debug, Args)]
pub(crate) struct WatchOptions {
    #[command(flatten)]
    pub(crate) source: SourceOptions,
    /// Name of the event [default: the Event tag of most games]
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Folder for games, versions and hints [default: named after the source]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// When hints are given
    #[arg(long, value_enum, default_value = "round")]
    pub(crate) look_after: LookAfter,
    /// Transmission delay: leave a move out until it has been there for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=86_400))]
    pub(crate) delay: u64,
    /// Rounds of the event, over which the chance that the rules allow for one look is shared [default: unknown]
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<NonZeroU16>,
    /// Players of the event, if not all of them are in the games [default: those in the games so far]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<NonZeroU32>,
    /// Honest players named per event, on average and at most; above 0 and at most 1
    #[arg(long, value_name = "NUMBER", default_value_t = analyzer::hints::promise::FALSE_HINTS, value_parser = share)]
    pub(crate) false_hints: f64,
    /// A player singled out before the event, by name or FIDE number; can be repeated
    #[arg(long, value_name = "WHO")]
    pub(crate) singled_out: Vec<String>,
    /// A player named in a formal complaint with observation; can be repeated
    #[arg(long, value_name = "WHO")]
    pub(crate) complaint: Vec<String>,
    /// A player whose games are to be searched first; can be repeated, and has no other effect
    #[arg(long, value_name = "WHO")]
    pub(crate) hand: Vec<String>,
    /// Core-minutes for full tests in the whole event
    #[arg(long, value_name = "MINUTES", default_value_t = analyzer::hints::escalation::CORE_MINUTES, value_parser = minutes)]
    pub(crate) budget: f64,
    /// Core-seconds that one position of a full test is expected to take
    #[arg(long, value_name = "SECONDS", default_value_t = analyzer::hints::escalation::SECONDS_PER_POSITION, value_parser = seconds)]
    pub(crate) seconds_per_position: f64,
    /// Parameter file for full tests [default: the one shipped for this engine, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) full_parameters: Option<PathBuf>,
    /// Print the hints as JSON, one line for each look
    #[arg(long)]
    pub(crate) json: bool,
    /// Alias table: who is who, as confirmed by people [default: ./aliases.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) aliases: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) rating: RatingOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

fn share(text: &str) -> Result<f64, String> {
    number(text, |n| n > 0.0 && n <= 1.0, "a number above 0 and at most 1")
}

fn minutes(text: &str) -> Result<f64, String> {
    number(text, |n| (0.0..=1e6).contains(&n), "a number from 0 to 1000000")
}

fn seconds(text: &str) -> Result<f64, String> {
    number(text, |n| n > 0.0 && n <= 1e4, "a number above 0 and at most 10000")
}

fn number(text: &str, fits: impl Fn(f64) -> bool, range: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|n| fits(*n));
    number.ok_or_else(|| format!("give {range}"))
}

/// The games of a look as they were read.
const LOOK: &str = "look.pgn";
/// The hints as a document for machines.
const JSON: &str = "hints.json";
const PAGE: &str = "hints.html";

pub(crate) fn run(options: &WatchOptions) -> anyhow::Result<ExitStatus> {
    interrupt::listen();
    let config = Config::load(&options.engine)?.in_language(options.language);
    let source = &options.source;
    let name = stem(&source.source);
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}-watch")));
    let (_, identities) = aliases(options.aliases.as_deref())?;
    let session = config.searchers()?.session(&config.settings, &config.store)?;
    let mut follower = Follower::open(source, &out)?;
    let full = Config::load(&EngineOptions {
        profile: Some(ProfileName::Full),
        depth: None,
        lines: None,
        parameters: None,
        ..options.engine.clone()
    })?;
    let budget = Budget {
        core_minutes: options.budget,
        used: 0.0,
        seconds_per_position: options.seconds_per_position,
    };
    let full = FullTests::open(&full, options.full_parameters.as_deref(), budget, &out)?;
    let mut watch = Watch {
        options,
        config,
        aliases: identities,
        session,
        full,
        out,
        name,
        told: None,
        named: BTreeSet::new(),
        said: BTreeSet::new(),
    };
    let interval = Duration::from_secs(source.interval);
    if source.once {
        let mut seen = follower.look()?;
        if follower.waits() && pause(SECOND_LOOK) {
            seen = follower.look()?;
        }
        // The last move of a running game is confirmed by the next run, which knows from the log when it was seen.
        watch.look(&follower, seen.at, None)?;
        return Ok(follower.ending());
    }
    loop {
        let due = Instant::now();
        let (seen, wait) = follower.look_or_say(interval)?;
        let due = due + wait;
        if let Some(LiveUpdate { at, .. }) = seen {
            watch.look(&follower, at, Some(due))?;
        }
        if !pause(due.saturating_duration_since(Instant::now())) {
            return Ok(follower.ending());
        }
    }
}

/// The round complete at a look, and its games by identity and number of moves that count.
type Told = (Option<u16>, Vec<(String, usize)>);

struct Watch<'a> {
    options: &'a WatchOptions,
    config: Config,
    aliases: Aliases,
    session: EngineSession<Searcher>,
    full: FullTests,
    out: PathBuf,
    name: String,
    /// The games of the last hints.
    told: Option<Told>,
    /// Names of players whom the last hints named.
    named: BTreeSet<String>,
    /// Messages already printed.
    said: BTreeSet<String>,
}

impl Watch<'_> {
    /// Works on what a look brought until the next one is due, and gives hints if there is something new to give.
    fn look(&mut self, follower: &Follower, at: u64, due: Option<Instant>) -> anyhow::Result<()> {
        let path = self.out.join(LOOK);
        put(&path, &pgn(follower.games()))?;
        let read = datasets::read(&[path], None)?;
        let stand = LiveSnapshot::new(follower.games(), read, at, self.options.delay);
        let all_done = self.work(&stand, due)?;
        let by_move = self.options.look_after == LookAfter::Move;
        let games = if by_move { stand.collection.clone() } else { stand.complete() };
        let round = stand.rounds.complete_through;
        // Before the first round is over there is nothing to say about rounds; an event without round tags has none.
        let too_early = !by_move && round.is_none() && !stand.rounds.rounds.is_empty();
        let now = (round, games.games.iter().map(|game| (game.sha256.clone(), game.moves.len())).collect());
        let new = !too_early && !games.games.is_empty() && self.told.as_ref() != Some(&now);
        // A round is answered once its own games are; the running ones may go on.
        if new && (all_done || (!by_move && self.answered(&games))) && !interrupt::requested() {
            self.hint(&stand, games, at)?;
            self.told = Some(now);
        }
        Ok(())
    }

    fn answered(&self, games: &Collection) -> bool {
        let plans = analyzer::plan::all(&games.games);
        plans.iter().all(|plan| self.session.pending(plan).turns.is_empty())
    }

    /// Searches game by game, the one that matters most first. Returns whether nothing is left.
    fn work(&mut self, stand: &LiveSnapshot, due: Option<Instant>) -> anyhow::Result<bool> {
        let roster = datasets::roster_with(&stand.collection, &self.aliases);
        let raised = self.raised(&roster);
        let order = search_order(&stand.waiting(&roster, &|person| raised.contains(&person)));
        let plans = analyzer::plan::all(&stand.collection.games);
        for index in order {
            let Some(plan) = plans.get(index) else { continue };
            let pending = self.session.pending(plan);
            if pending.turns.is_empty() {
                continue;
            }
            if interrupt::requested() || due.is_some_and(|due| Instant::now() >= due) {
                return Ok(false);
            }
            match self.session.answer(
                &[pending],
                SearchPlayedMove::IfUnlisted,
                &interrupt::requested,
                &mut |_| (),
            ) {
                Ok(_) => {}
                Err(EvaluateError::Stopped { .. }) => return Ok(false),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }

    /// People whose games come first: named by the last hints, under attention, or by an arbiter's raised hand.
    fn raised(&mut self, roster: &Roster) -> BTreeSet<usize> {
        let mut raised: BTreeSet<usize> = self.attention(roster).into_keys().collect();
        let hands = self.options.hand.clone();
        raised.extend(hands.iter().filter_map(|who| self.one(roster, who)));
        let people = roster.people.iter().enumerate();
        raised.extend(people.filter(|(_, person)| self.named.contains(&person.name)).map(|(index, _)| index));
        raised
    }

    fn attention(&mut self, roster: &Roster) -> BTreeMap<usize, Attention> {
        let mut attention = BTreeMap::new();
        let options = self.options;
        for (list, how) in
            [(&options.singled_out, Attention::SingledOut), (&options.complaint, Attention::Complaint)]
        {
            for who in list {
                if let Some(person) = self.one(roster, who) {
                    attention.insert(person, how);
                }
            }
        }
        attention
    }

    /// The one player that `who` names; said once if there is none or there are several.
    fn one(&mut self, roster: &Roster, who: &str) -> Option<usize> {
        let found = find_people(roster, who);
        if let [one] = found[..] {
            return Some(one);
        }
        let what = if found.is_empty() { "nobody in the games so far" } else { "several players" };
        let said = format!("`{}` names {what}; it is left out until it names one", reports::visible(who));
        if self.said.insert(said.clone()) {
            eprintln!("{said}");
        }
        None
    }

    /// Gives hints: computes, makes full tests where a round is complete, writes and prints.
    fn hint(&mut self, stand: &LiveSnapshot, games: Collection, at: u64) -> anyhow::Result<()> {
        let rating = self.options.rating.choice();
        let loaded = load(
            games,
            self.options.event.as_deref(),
            &self.name,
            &self.aliases,
            rating,
            None,
            &self.config.store,
        )?;
        let answers = match self.session.answer(
            &loaded.plans,
            SearchPlayedMove::IfUnlisted,
            &interrupt::requested,
            &mut |_| (),
        ) {
            Ok(answers) => answers,
            Err(EvaluateError::Stopped { .. }) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let parameters: Option<Parameters> = parameters_for(
            self.config.parameters.as_deref(),
            &self.session.identity,
            &self.session.settings,
            loaded.class.class,
        )?;
        let attention = self.attention(&loaded.roster);
        let (identity, settings) = (self.session.identity.clone(), self.session.settings.clone());
        let event = loaded.event(&answers, &identity, &settings, parameters.as_ref());
        let screened = screen(&event)?;
        let options = self.options;
        let looked = |full: &FullTests| -> Result<Hints, HintsError> {
            hints(&Look {
                rounds: stand.rounds.clone(),
                false_hints: options.false_hints,
                looks: options.rounds.map_or(Looks::Open, |rounds| Looks::Rounds { rounds }),
                players: options.players,
                attention: attention.clone(),
                full: full.readings(&loaded),
                at: Some(at),
                ..Look::usual(&event, &screened)
            })
        };
        let how = How { aliases: &self.aliases, rating };
        self.full.take_up(&loaded, how)?;
        let mut found = looked(&self.full)?;
        if let Some(round) = stand.rounds.complete_through
            && self.full.after_round(&found, &loaded, round, how)?
        {
            found = looked(&self.full)?;
        }
        let named = found.players.iter().filter(|player| player.is_named());
        self.named = named.map(|player| player.name.clone()).collect();
        self.write(&found)
    }

    fn write(&self, found: &Hints) -> anyhow::Result<()> {
        let looked = Looked { hints: found, tests: self.full.log(), full_tests: self.full.can_be_made() };
        let language = self.config.lang;
        let text = reports::hints::json(&looked)?;
        if let Some(round) = found.rounds.complete_through {
            // What an arbiter saw after a round stays, whatever comes later.
            let path = self.out.join(format!("hints-round-{round}.json"));
            put(&path, text.as_bytes())?;
        }
        put(&self.out.join(JSON), text.as_bytes())?;
        put(&self.out.join(PAGE), reports::hints::html(&looked, language).as_bytes())?;
        let shown = if self.options.json {
            serde_json::to_string(&looked)? + "\n"
        } else {
            let page = absolute(&self.out.join(PAGE));
            format!("{}\nPage: {}\n\n", reports::hints::brief(&looked, language), page.display())
        };
        // A reader that has had enough ends the program, without a panic: the files hold what was not printed.
        let mut stdout = std::io::stdout();
        write!(stdout, "{shown}").and_then(|()| stdout.flush()).context("cannot print")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_refused() {
        assert_eq!((share("0.2"), minutes("0"), seconds("1.5")), (Ok(0.2), Ok(0.0), Ok(1.5)));
        for text in ["0", "-1", "NaN", "inf", "1.01", "", "x"] {
            assert!(share(text).is_err(), "{text}");
        }
        assert!(minutes("-1").is_err() && minutes("NaN").is_err() && seconds("0").is_err());
    }
}
