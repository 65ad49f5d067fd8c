//! `fairplay watch`: follows an event while it is played and says what the evidence allows.
//!
//! It looks at the source as `feed` does, keeps the engines on the positions that matter first, and gives hints after each
//! complete round and, if wanted, whenever something new has been searched. Stopped or killed, it loses at most the
//! positions in hand: versions, answers and the full tests made are in files.

mod full_tests;

use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroU16, NonZeroU32};
use std::path::{Path, PathBuf};
use std::time::Instant;

use analyzer::Evaluations;
use analyzer::full_test::Second;
use analyzer::hints::{Budget, Hints, Look, LookPlan, Rounds};
use analyzer::policy::{Attention, Regulations, Venue};
use anyhow::{Context, bail};
use clap::Args;
use datasets::players::find_people;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::event_facts::StatedPlay;
use datasets::{Aliases, Collection, Roster, several_events};
use pipeline::event_run::{EventRun, HintTiming, StepEnd};
use pipeline::live_snapshot::LiveSnapshot;
use pipeline::{
    CalibratedEngine, EngineSession, EvaluateError, EventCircumstances, PrepareOptions, PreparedEvent,
    Progress, SearchPlayedMove, StatedComplaint, prepare,
};
use reports::hints::Looked;
use service::Searcher;

use crate::Outcome;
use crate::arguments::{
    EngineOptions, EventOptions, LanguageOptions, RunOptions, SecondEngineOptions, StatedOptions, listed,
};
use crate::config::Config;
use crate::follow::{Follower, GAMES, SourceOptions};
use crate::interrupt;
use crate::output::terminal::{say, to_stdout};
use crate::output::{absolute, put, stem};
use crate::progress::Reporter;
use crate::run::{prepared, question};
use full_tests::FullTests;

#[derive(Clone, Debug, Args)]
pub(crate) struct WatchOptions {
    #[command(flatten)]
    pub(crate) source: SourceOptions,
    /// Name of the event [default: the Event tag of most games]
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// All games of the source are one event, although they look like several
    #[arg(long)]
    pub(crate) together: bool,
    /// Folder for games, versions and hints [default: named after the source]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Moment at which hints are given
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = HintTiming::EachRound)]
    pub(crate) look_after: HintTiming,
    /// Transmission delay: seconds before a move counts
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=86_400))]
    pub(crate) delay: u64,
    #[command(flatten)]
    pub(crate) stated: StatedOptions,
    /// Rounds of the event, which share the error probability that the rules allow [default: that of --circumstances, else unknown]
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<NonZeroU16>,
    /// Number of players of the event [default: that of --circumstances, else those in the games so far]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<NonZeroU32>,
    /// Maximum expected number of honest players named per event, above 0 and at most 1
    #[arg(long, value_name = "NUMBER", default_value_t = analyzer::hints::promise::FALSE_HINTS, value_parser = share)]
    pub(crate) false_hints: f64,
    /// Player singled out before the event, by name or FIDE number; can be repeated
    #[arg(long, value_name = "WHO")]
    pub(crate) singled_out: Vec<String>,
    /// Player named in a formal complaint with observation; can be repeated
    #[arg(long, value_name = "WHO")]
    pub(crate) complaint: Vec<String>,
    /// Player named in a formal complaint that argues from moves alone, by itself a ground for a full test only; can be repeated
    #[arg(long, value_name = "WHO")]
    pub(crate) complaint_without_observation: Vec<String>,
    /// Player whose games are searched first, without any effect on results; can be repeated
    #[arg(long, value_name = "WHO")]
    pub(crate) hand: Vec<String>,
    /// Budget for full tests in the whole event, in core-minutes
    #[arg(long, value_name = "MINUTES", default_value_t = analyzer::hints::escalation::CORE_MINUTES, value_parser = minutes)]
    pub(crate) budget: f64,
    /// Expected time for one position of a full test, in core-seconds
    #[arg(long, value_name = "SECONDS", default_value_t = analyzer::hints::escalation::SECONDS_PER_POSITION, value_parser = seconds)]
    pub(crate) seconds_per_position: f64,
    /// Parameter file for full tests [default: the one shipped for this engine, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) full_parameters: Option<PathBuf>,
    /// Print the hints as JSON, one line each time
    #[arg(long)]
    pub(crate) json: bool,
    /// Second engine beside the quick test, whose first moves the sequential value takes into account; it has to be the one that this
    /// was fitted to, and takes five times the time of the quick test
    #[arg(long, value_name = "FILE")]
    pub(crate) second_engine: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) second: SecondEngineOptions,
    #[command(flatten)]
    pub(crate) preparation: EventOptions,
    #[command(flatten)]
    pub(crate) language: LanguageOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

impl WatchOptions {
    /// The circumstances of the event as the file and the options state them.
    fn circumstances(&self) -> anyhow::Result<EventCircumstances> {
        let mut stated = self.stated.load()?;
        stated.rounds = self.rounds.or(stated.rounds);
        stated.players = self.players.or(stated.players);
        stated.singled_out.extend(self.singled_out.iter().cloned());
        for (named, observation) in [(&self.complaint, true), (&self.complaint_without_observation, false)] {
            let complaint = |player: &String| StatedComplaint {
                player: player.clone(),
                observation,
                after_the_event: false,
                day: None,
            };
            stated.complaints.extend(named.iter().map(complaint));
        }
        if stated.mode.is_some_and(|mode| mode.venue() == Venue::Online) && !stated.complaints.is_empty() {
            let article = Regulations::shipped()?.online.complaints.after_the_event;
            bail!(
                "online a complaint comes after the event ({article}), so none counts while it is watched\n  \
                 leave it out here; afterwards ask for a full test with `fairplay test --attention complaint-after-the-event`"
            );
        }
        Ok(stated)
    }
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

/// The hints as a document for machines.
const JSON: &str = "hints.json";
const PAGE: &str = "hints.html";

pub(crate) fn run(options: &WatchOptions) -> Outcome {
    interrupt::listen();
    let config = Config::load(&options.engine)?.in_language(options.language);
    let stated = options.circumstances()?;
    let played = options.preparation.played(&stated)?;
    let source = &options.source;
    let name = stem(&source.source);
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}-watch")));
    let (_, aliases) = options.preparation.aliases.load()?;
    let quick = config.engines()?.calibrated(config.parameters.as_deref())?;
    let mut follower = Follower::open(source, &out)?;
    let run = RunOptions { parameters: None, ..options.engine.run.clone() };
    let full = Config::full(&EngineOptions { run, depth: None, lines: None, ..options.engine.clone() })?;
    // With the settings of a full test, which then finds the answers in the store.
    let second = options.second_engine.as_ref();
    let second = second.map(|program| second_engine(&full, &quick, program, &options.second)).transpose()?;
    let full = full.engines()?.calibrated(options.full_parameters.as_deref())?;
    let budget = Budget {
        core_minutes: options.budget,
        used: 0.0,
        seconds_per_position: options.seconds_per_position,
    };
    let full = FullTests::open(full, budget, stated.clone(), &out)?;
    let mut watch = Watch {
        options,
        config,
        played,
        stated,
        aliases,
        quick,
        quick_progress: Reporter::new(""),
        second,
        second_progress: Reporter::new("second engine  "),
        full,
        out,
        name,
        running: None,
        told: None,
        named: BTreeSet::new(),
        said: BTreeSet::new(),
    };
    // With `--once`, the last move of a running game is confirmed by the next run, which knows from the log when it was seen.
    follower.follow(source, |follower, seen, due| match seen.last() {
        Some(seen) => watch.look(follower, seen.at, due),
        None => Ok(()),
    })
}

/// The engine of `--second-engine`, which has to be the one that the sequential value was fitted to.
fn second_engine(
    config: &Config,
    quick: &CalibratedEngine<Searcher>,
    program: &Path,
    options: &SecondEngineOptions,
) -> anyhow::Result<EngineSession<Searcher>> {
    let session = config.second_engine(program, options)?.session()?;
    let (found, settings) = (&session.identity, &session.settings);
    let known = quick.deeper_searches(Conditions::USUAL)?;
    let of_depth = known.iter().find(|fitted| fitted.depth == settings.depth);
    let Some(fitted) = of_depth.or(known.first()) else {
        bail!("hints by {} take no second engine; leave out --second-engine", quick.session.identity.name);
    };
    if !fitted.is_search_of(found, settings) {
        let signature = |known: &Option<String>| known.clone().unwrap_or_else(|| "none".to_owned());
        bail!(
            "hints take {} at depth {} as their second engine, signature {}\n  {} is {} at depth {}, signature {}\n  \
             `fairplay engines` lists what is installed, and `fairplay engines get` installs the right one",
            fitted.engine,
            fitted.depth,
            signature(&fitted.engine_signature),
            program.display(),
            reports::visible(&found.name),
            settings.depth,
            signature(&found.signature),
        );
    }
    Ok(session)
}

/// The basis of a run: rounds, games with the number of moves that count and whether they are over, and whose come first.
type RunBasis = (Rounds, Vec<(String, usize, bool)>, BTreeSet<usize>);

/// What is known of the answers of a second engine.
enum SecondAnswers {
    /// There is no second engine for these games.
    None,
    /// Some are missing, because it was asked to stop.
    Stopped,
    All(Evaluations),
}

struct Watch<'a> {
    options: &'a WatchOptions,
    config: Config,
    /// What people state about the event.
    stated: EventCircumstances,
    /// How it was played, of that.
    played: StatedPlay,
    aliases: Aliases,
    quick: CalibratedEngine<Searcher>,
    quick_progress: Reporter,
    second: Option<EngineSession<Searcher>>,
    second_progress: Reporter,
    full: FullTests,
    out: PathBuf,
    name: String,
    running: Option<(RunBasis, EventRun)>,
    /// The basis of the last hints.
    told: Option<String>,
    /// Names of players whom the last hints named.
    named: BTreeSet<String>,
    /// Messages already printed.
    said: BTreeSet<String>,
}

impl Watch<'_> {
    /// Works on what a look brought until the next one is due, and gives hints if there is something new to give.
    fn look(&mut self, follower: &Follower, at: u64, due: Option<Instant>) -> anyhow::Result<()> {
        let read = datasets::read(&[self.out.join(GAMES)], None)?;
        let mut snapshot = LiveSnapshot::new(follower.games(), read, at, self.options.delay);
        // Who is named there may come later; why a game is left out is said once.
        for why in snapshot.collection.accept(&self.stated.accepted_games) {
            let said = why.to_string();
            if self.said.insert(said.clone()) {
                say!("{said}");
            }
        }
        let Some((basis, mut run)) = self.taken_up(snapshot)? else { return Ok(()) };
        let stop = || interrupt::requested() || due.is_some_and(|due| Instant::now() >= due);
        let (total, stored) = (count(run.total()), count(run.done()));
        let quick = &mut self.quick.session;
        let finished = self.quick_progress.during(|show| -> Result<bool, EvaluateError> {
            let mut report =
                |done| show(&Progress { done: count(done), total, stored, ..Progress::default() });
            let played = SearchPlayedMove::IfUnlisted;
            while !stop() {
                let step = run.step(quick, played, &interrupt::requested, &mut report)?;
                if step.end != StepEnd::Answered {
                    return Ok(step.end == StepEnd::Finished);
                }
            }
            Ok(false)
        })?;
        let hint_basis = run.basis(&[]);
        let new = self.told.as_ref() != Some(&hint_basis);
        if new && run.hints_due(&self.quick.session, finished) && self.hint(&run, at, &stop)? {
            self.told = Some(hint_basis);
        }
        if finished {
            // So that there is less to do when the round is complete.
            self.second_answers(&run.event, &stop)?;
        }
        self.running = Some((basis, run));
        Ok(())
    }

    /// The run of a look: the one before, if nothing has changed. `None` before the first game has begun.
    fn taken_up(&mut self, snapshot: LiveSnapshot) -> anyhow::Result<Option<(RunBasis, EventRun)>> {
        let LiveSnapshot { collection, rounds } = snapshot;
        if collection.games.is_empty() {
            return Ok(None);
        }
        let game = |game: &datasets::Game| {
            (game.sha256.clone(), game.moves.len(), game.result != datasets::GameResult::Unknown)
        };
        self.refuse_several(&collection)?;
        let games = collection.games.iter().map(game).collect();
        let event = prepare(collection, &self.preparation())?;
        if let Some(question) = question(&event, self.config.lang)
            && self.said.insert(question.clone())
        {
            say!("{question}");
        }
        let basis = (rounds, games, self.first(&event.roster));
        if let Some(before) = self.running.take_if(|before| before.0 == basis) {
            return Ok(Some(before));
        }
        let rounds = Some(basis.0.clone());
        let run = EventRun::new(event, rounds, self.options.look_after, &basis.2, &self.quick.session)?;
        Ok(Some((basis, run)))
    }

    /// Refuses a source of several events before anything rests on it; while a round is played it is only said, because hints must not
    /// end over a tag.
    fn refuse_several(&mut self, collection: &Collection) -> anyhow::Result<()> {
        let events = several_events(collection);
        if self.options.together || events.len() < 2 {
            return Ok(());
        }
        let said = format!(
            "the source shows games of {} events, and an event is a field of its own:\n{}\n  \
             follow a source for each of them, or say --together if they are one event all the same",
            events.len(),
            listed(&events)
        );
        if self.running.is_none() && self.told.is_none() {
            bail!("{said}");
        }
        if self.said.insert(said.clone()) {
            say!("{said}");
        }
        Ok(())
    }

    fn preparation(&self) -> PrepareOptions<'_> {
        let options = self.options;
        options.preparation.prepare_options(
            options.event.as_deref(),
            &self.name,
            &self.aliases,
            &self.config.store,
            &self.played,
        )
    }

    /// People whose games come first: named by the last hints, under attention, or by an arbiter's raised hand.
    fn first(&mut self, roster: &Roster) -> BTreeSet<usize> {
        let mut first: BTreeSet<usize> = self.attention(roster).into_keys().collect();
        let hands = &self.options.hand;
        first.extend(hands.iter().filter_map(|who| self.one(roster, who)));
        let people = roster.people.iter().enumerate();
        first.extend(people.filter(|(_, person)| self.named.contains(&person.name)).map(|(index, _)| index));
        first
    }

    fn attention(&mut self, roster: &Roster) -> BTreeMap<usize, Attention> {
        let found = self.stated.attention(roster);
        for who in &found.unclear {
            self.one(roster, who);
        }
        found.players
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
            say!("{said}");
        }
        None
    }

    /// The answers of the second engine to the positions of an event; none without one, or where it was not fitted to such games.
    fn second_answers(
        &mut self,
        event: &PreparedEvent,
        stop: &dyn Fn() -> bool,
    ) -> anyhow::Result<SecondAnswers> {
        let Some(session) = &mut self.second else { return Ok(SecondAnswers::None) };
        if !self.quick.takes(session, event.conditions())? {
            let said = format!(
                "The second engine is left out: what it finds was not fitted to {}.",
                event.conditions()
            );
            if self.said.insert(said.clone()) {
                say!("{said}");
            }
            return Ok(SecondAnswers::None);
        }
        let answers = self
            .second_progress
            .during(|show| session.answer(&event.plans, SearchPlayedMove::Never, stop, show));
        match answers {
            Err(EvaluateError::Stopped { .. }) => Ok(SecondAnswers::Stopped),
            answers => Ok(SecondAnswers::All(answers?)),
        }
    }

    /// Gives hints: computes, makes full tests where a round is complete, writes and prints. False if it was stopped before.
    fn hint(&mut self, run: &EventRun, at: u64, stop: &dyn Fn() -> bool) -> anyhow::Result<bool> {
        let event = prepared(run.hinted.clone(), &self.preparation())?;
        let played = SearchPlayedMove::IfUnlisted;
        let answers = self.quick.session.answer(&event.plans, played, &interrupt::requested, &mut |_| ());
        let answers = match answers {
            Err(EvaluateError::Stopped { .. }) => return Ok(false),
            answers => answers?,
        };
        let second_answers = match self.second_answers(&event, stop)? {
            SecondAnswers::Stopped => return Ok(false),
            SecondAnswers::All(answers) => Some(answers),
            SecondAnswers::None => None,
        };
        let attention = self.attention(&event.roster);
        let Self { options, quick, second, full, aliases, config, stated, played, .. } = self;
        let second = second.as_ref().zip(second_answers.as_ref());
        let second = second.map(|(session, evaluations)| Second {
            engine: &session.identity,
            settings: &session.settings,
            evaluations,
        });
        let looked = |full: &FullTests| {
            quick.hints(&event, &answers, second, |look| Look {
                rounds: run.snapshot.rounds.clone(),
                false_hints: options.false_hints,
                looks: stated.rounds.map_or(LookPlan::Open, |rounds| LookPlan::Rounds { rounds }),
                players: stated.players,
                attention: attention.clone(),
                full: full.ledger.outcomes(&event.roster),
                at: Some(at),
                ..look
            })
        };
        let preparation = options.preparation.prepare_options(
            Some(&event.name),
            &event.name,
            aliases,
            &config.store,
            played,
        );
        full.take_up(&event, &preparation)?;
        let mut found = looked(full)?;
        if let Some(round) = run.snapshot.rounds.complete_through
            && full.after_round(&found, &event, round, &preparation)?
        {
            found = looked(full)?;
        }
        let named = found.players.iter().filter(|player| player.is_named());
        self.named = named.map(|player| player.name.clone()).collect();
        self.write(&found)?;
        Ok(true)
    }

    fn write(&self, found: &Hints) -> anyhow::Result<()> {
        let looked =
            Looked { hints: found, tests: self.full.ledger.log(), full_tests: self.full.engine.is_some() };
        let language = self.config.lang;
        let text = reports::json(&looked)?;
        if let Some(round) = found.rounds.complete_through {
            // What an arbiter saw after a round stays, whatever comes later.
            let path = self.out.join(format!("hints-round-{round}.json"));
            put(&path, text.as_bytes())?;
        }
        put(&self.out.join(JSON), text.as_bytes())?;
        put(&self.out.join(PAGE), reports::hints::document(&looked, language).html().as_bytes())?;
        let shown = if self.options.json {
            serde_json::to_string(&looked)? + "\n"
        } else {
            let page = absolute(&self.out.join(PAGE));
            format!("{}\nPage: {}\n\n", reports::hints::brief(&looked, language), page.display())
        };
        // A reader that has had enough ends the program, without a panic: the files hold what was not printed.
        to_stdout(&shown).context("cannot print")
    }
}

fn count(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
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
