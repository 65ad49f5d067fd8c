//! `fairplay watch`: follows an event while it is played and says what the evidence allows.
//!
//! It looks at the source as `feed` does, keeps the engines on the positions that matter first, and gives hints after each
//! complete round and, if wanted, whenever something new has been searched. Stopped or killed, it loses at most the
//! positions in hand: versions, answers and the full tests made are in files.

mod full_tests;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use analyzer::hints::{Budget, Hints, HintsError, Look, Looks, hints, search_order};
use analyzer::policy::Attention;
use analyzer::{Parameters, screen};
use anyhow::Context;
use datasets::players::find_people;
use datasets::{Aliases, Collection, Roster};
use pipeline::live_snapshot::{LiveSnapshot, pgn};
use pipeline::{EngineSession, EvaluateError, SearchPlayedMove};
use reports::hints::Looked;
use service::Searcher;

use crate::Ending;
use crate::arguments::{EngineOptions, LookAfter, ProfileName, WatchOptions};
use crate::config::Config;
use crate::follow::{Follower, SECOND_LOOK, Seen, pause, stem};
use crate::interrupt;
use crate::run::{load, parameters_for};
use crate::screen::put;
use full_tests::{FullTests, How};

/// The games of a look as they were read.
const LOOK: &str = "look.pgn";
/// The hints as a document for machines.
const JSON: &str = "hints.json";
const PAGE: &str = "hints.html";

pub(crate) fn run(options: &WatchOptions) -> anyhow::Result<Ending> {
    interrupt::listen();
    let config = Config::load(&options.engine)?.in_language(options.language);
    let source = &options.source;
    let name = stem(&source.source);
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}-watch")));
    let (_, aliases) = crate::people::aliases(options.aliases.as_deref())?;
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
        aliases,
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
        if let Some(Seen { at, .. }) = seen {
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
    /// What hints were given for last.
    told: Option<Told>,
    /// Names of players whom the last hints named.
    named: BTreeSet<String>,
    /// What was said once and need not be said again.
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

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
