//! `fairplay test`: the full test of one player of an event.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use analyzer::evaluate::Played;
use analyzer::full_test::{
    Agreement, Asked, Beside, Circumstances, FullTest, Performance, Premises, Second, full_test, performance,
};
use analyzer::ipr::Reference;
use analyzer::policy::{Attention, Mode, Venue};
use analyzer::{Evaluations, Parameters, screen, shipped};
use anyhow::{Context, bail};
use datasets::people::named;
use datasets::{Aliases, Roster, roster_with, several_events};
use reports::bundle::{Content, Edition, SecretKey};
use uci_pool::{EngineSpec, Settings, identify};

use crate::Ending;
use crate::arguments::{
    AttentionName, CircumstanceOptions, EngineOptions, ModeName, ProfileName, SecondTestName, TestOptions,
};
use crate::beside::{Handed, Whole};
use crate::config::Config;
use crate::custody::{Diary, now};
use crate::evidence::Evidence;
use crate::run::{Answered, Engines, Loaded, answered, load, parameters_for};
use crate::screen::stem;
use crate::{dossier, each_event};

/// Overall z for which the smallest visible help is told: what supports other evidence, and the thresholds online and
/// over the board (Anti-Cheating Regulations I.6).
const LEVELS: [f64; 3] = [2.5, 4.25, 5.0];

/// Tests a player.
pub(crate) fn run(options: &TestOptions) -> anyhow::Result<Ending> {
    let config = deepest(&options.engine)?.in_language(options.language);
    let collection = datasets::read(&options.inputs, options.event.as_deref())?;
    let read = now()?;
    let (_, aliases) = crate::people::aliases(options.aliases.as_deref())?;
    let roster = roster_with(&collection, &aliases);
    let whole = Whole {
        collection: &collection,
        roster: &roster,
        person: the_one(&roster, &options.player)?,
    };
    if options.beside.each_event {
        return each_event::run(options, &config, whole, &aliases, read);
    }
    say_events(whole);
    let name = stem(&options.inputs);
    let (loaded, person) = games_of(
        options,
        &config,
        whole,
        &aliases,
        (options.event.as_deref(), &name),
    )?;
    let out = options
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{name}-test")));
    // Before any engine time: a key or a log that cannot be read is better known now.
    let key = dossier::key(options.custody.key.as_deref())?;
    let handed = Handed::read(&options.beside, whole, &loaded, person)?;
    let mut diary = Diary::new(read);
    let tested = tested(&config, options, &loaded, person, handed.beside(None), &mut diary)?;
    let ending = if loaded.collection.quarantine.is_empty() {
        Ending::Done
    } else {
        Ending::Quarantined
    };
    let told = Told {
        options,
        config: &config,
        key: key.as_ref(),
        diary,
        whole,
    };
    let evidence = evidence(tested, loaded, handed.files, told)?;
    dossier::write(
        &evidence,
        Edition::Complete,
        &options.custody.notes,
        key.as_ref(),
        &out,
    )?;
    if options.json {
        print!("{}", reports::dossier::json(&evidence.test)?);
    } else {
        show(&evidence.test, &out, key.is_some());
    }
    Ok(ending)
}

/// What belongs to a test beside its numbers.
pub(crate) struct Told<'a> {
    pub(crate) options: &'a TestOptions,
    pub(crate) config: &'a Config,
    pub(crate) key: Option<&'a SecretKey>,
    pub(crate) diary: Diary,
    /// The whole event, for the names of everybody else in it.
    pub(crate) whole: Whole<'a>,
}

/// Everything that a bundle is made of.
pub(crate) fn evidence(
    tested: Tested,
    loaded: Loaded,
    handed: Vec<Content>,
    told: Told<'_>,
) -> anyhow::Result<Evidence> {
    let manifest = &tested.test.manifest;
    let custody = told.diary.custody(
        &told.options.custody,
        &loaded.collection.inputs,
        (&manifest.digest, &manifest.software),
        told.config.lang,
        told.key,
    )?;
    Ok(Evidence {
        test: tested.test,
        premises: tested.premises,
        custody,
        games: loaded.collection.games,
        answers: tested.answers,
        second: tested.second,
        parameters: tested.parameters.write()?,
        others: others(told.whole),
        handed,
    })
}

/// Says that several events are tested as one performance, which is easily done by mistake.
fn say_events(whole: Whole<'_>) {
    let own = whole.collection.of_person(whole.roster, whole.person);
    let events = several_events(&own);
    if events.len() > 1 {
        let names: Vec<String> = events.iter().map(|event| reports::visible(&event.name)).collect();
        eprintln!(
            "The player's games are of {} events ({}). They are tested as one performance; --each-event tests each of them.",
            events.len(),
            names.join("; ")
        );
    }
}

/// The player's games of an event, ready to be tested, and the player among their people. `named` are the name of the
/// event, if it is known, and what to call it otherwise.
pub(crate) fn games_of(
    options: &TestOptions,
    config: &Config,
    event: Whole<'_>,
    aliases: &Aliases,
    (name, fallback): (Option<&str>, &str),
) -> anyhow::Result<(Loaded, usize)> {
    let loaded = load(
        event.collection.of_person(event.roster, event.person),
        name,
        fallback,
        aliases,
        options.rating.choice(),
        options.book.as_deref(),
        &config.store,
    )?;
    let person = seat(&loaded, event)?;
    Ok((loaded, person))
}

/// The player in a part of the games. It has a roster of its own, with fewer people in it, so the player is found by the
/// seat in each game.
pub(crate) fn seat(loaded: &Loaded, event: Whole<'_>) -> anyhow::Result<usize> {
    let seats: BTreeMap<(usize, u32), bool> = event
        .collection
        .games
        .iter()
        .zip(&event.roster.games)
        .map(|(game, sides)| ((game.input, game.number), sides.0 == event.person))
        .collect();
    let found: BTreeSet<usize> = loaded
        .collection
        .games
        .iter()
        .zip(&loaded.roster.games)
        .filter_map(|(game, sides)| {
            let white = seats.get(&(game.input, game.number))?;
            Some(if *white { sides.0 } else { sides.1 })
        })
        .collect();
    let known = event.roster.people.get(event.person);
    let name = known.map_or("the player", |person| person.name.as_str());
    match found.iter().collect::<Vec<_>>().as_slice() {
        [one] => Ok(**one),
        [] => bail!("no game of {name} can be scored"),
        several => bail!(
            "in these games {name} stands under {} identities; say in an alias table that they are one person",
            several.len()
        ),
    }
}

/// The settings of the test: those asked for, else the profile `full` if it is calibrated for this engine, else `quick`.
fn deepest(options: &EngineOptions) -> anyhow::Result<Config> {
    let asked = Config::load(options)?;
    if options.profile.is_some() || options.parameters.is_some() || asked.profile != "quick" {
        return Ok(asked);
    }
    let full = Config::load(&EngineOptions {
        profile: Some(ProfileName::Full),
        ..options.clone()
    })?;
    let identity = identify(&full.spec()?)?;
    if shipped::parameters(
        &identity,
        &full.settings,
        datasets::time_class::TimeClass::Standard,
    )?
    .is_some()
    {
        return Ok(full);
    }
    eprintln!(
        "There is no calibration of the profile full for {}, so this test is made with quick: a hint and no evidence.",
        identity.name
    );
    Ok(asked)
}

/// The one player that `who` names.
fn the_one(roster: &Roster, who: &str) -> anyhow::Result<usize> {
    let found = named(roster, who);
    let list = |people: &[usize]| -> String {
        let lines = people
            .iter()
            .filter_map(|k| roster.people.get(*k))
            .take(20)
            .map(|person| {
                let number = person
                    .fide_id
                    .map_or_else(String::new, |id| format!("  (--player {id})"));
                format!("\n  {}{number}", person.name)
            });
        lines.collect()
    };
    match found.as_slice() {
        [one] => Ok(*one),
        [] => {
            let all: Vec<usize> = (0..roster.people.len()).collect();
            bail!(
                "nobody in these games is called `{who}`; the players are:{}",
                list(&all)
            )
        }
        several => bail!(
            "`{who}` can be several players; give more of the name, or the FIDE number:{}",
            list(several)
        ),
    }
}

/// Names of everybody else in the events that the player's games are from, each once and on one line.
fn others(whole: Whole<'_>) -> Vec<String> {
    let games = || whole.collection.games.iter().zip(&whole.roster.games);
    let own: BTreeSet<&str> = games()
        .filter(|(_, sides)| sides.0 == whole.person || sides.1 == whole.person)
        .map(|(game, _)| game.event.as_str())
        .collect();
    let there = games().filter(|(game, _)| own.contains(game.event.as_str()));
    let people: BTreeSet<usize> = there.flat_map(|(_, sides)| [sides.0, sides.1]).collect();
    let others = people.into_iter().filter(|other| *other != whole.person);
    let names = others.filter_map(|other| whole.roster.people.get(other));
    names
        .map(|other| other.name.replace(|c: char| c.is_control(), " "))
        .collect()
}

/// A test with everything that its numbers rest on.
pub(crate) struct Tested {
    pub(crate) test: FullTest,
    premises: Premises,
    pub(crate) answers: Evaluations,
    second: Option<Evaluations>,
    parameters: Parameters,
    /// For later events of the player, where several are told apart.
    pub(crate) performance: Option<Performance>,
}

/// Evaluates and tests.
pub(crate) fn tested(
    config: &Config,
    options: &TestOptions,
    loaded: &Loaded,
    person: usize,
    beside: Beside<'_>,
    diary: &mut Diary,
) -> anyhow::Result<Tested> {
    let spec = config.spec()?;
    let player = loaded.roster.people.get(person).map_or("", |p| p.name.as_str());
    eprintln!(
        "{player} in {}: {} games, {} positions to look at, {} engine processes, depth {} with {} lines.",
        loaded.name,
        loaded.collection.games.len(),
        loaded
            .plans
            .iter()
            .map(|plan| plan.searched().count())
            .sum::<usize>(),
        config.engines,
        config.settings.depth,
        config.settings.multipv
    );
    let engines = Engines {
        spec: &spec,
        settings: &config.settings,
        count: config.engines,
    };
    let identity = identify(&spec)?;
    let parameters = parameters_for(
        config.parameters.as_deref(),
        &identity,
        &config.settings,
        loaded.class.class,
    )?;
    // Before any engine time: without a calibration there is nothing to test with.
    let Some(parameters) = parameters.filter(|p| p.time_class == loaded.class.class) else {
        bail!(
            "there is no calibration for {} at depth {} with {} lines in {} games, so nothing can be tested\n  make one with `fairplay calibrate`, or use --profile quick",
            identity.name,
            config.settings.depth,
            config.settings.multipv,
            loaded.class.class.as_str()
        );
    };
    let Answered {
        answers,
        identity,
        work,
    } = answered(&loaded.plans, &engines, &config.store, Played::Wanted)?;
    diary.runs.push(work);
    let event = loaded.event(&answers, &identity, &config.settings, Some(&parameters));
    let screened = screen(&event)?;
    let reference = Reference::shipped(&identity, &config.settings)?;
    let other = options
        .second_engine
        .as_ref()
        .map(|engine| independent(config, options, engine, loaded));
    let other = other.transpose()?;
    let asked = Asked {
        person,
        reference: reference.as_ref(),
        second: other.as_ref().map(|(found, settings)| Second {
            engine: &found.identity,
            settings,
            evaluations: &found.answers,
        }),
        circumstances: circumstances(&options.circumstances),
        levels: &LEVELS,
        beside,
    };
    let test = full_test(&event, &screened, &asked)?;
    let performance = match beside.earlier {
        Some(_) => performance(&event, &screened, person)?,
        None => None,
    };
    let premises = Premises::of(&event, &asked);
    let second = other.map(|(found, _)| {
        diary.runs.push(found.work);
        found.answers
    });
    Ok(Tested {
        test,
        premises,
        answers,
        second,
        parameters,
        performance,
    })
}

/// The answers of another engine to the same positions: one line, the depth of the test unless told otherwise.
fn independent(
    config: &Config,
    options: &TestOptions,
    engine: &Path,
    loaded: &Loaded,
) -> anyhow::Result<(Answered, Settings)> {
    let spec = EngineSpec {
        command: engine.to_owned(),
        args: options.second_engine_args.clone(),
        files: options.second_engine_files.clone(),
        options: Vec::new(),
    };
    let settings = Settings {
        depth: options.second_depth.unwrap_or(config.settings.depth),
        multipv: 1,
        ..config.settings.clone()
    };
    settings
        .validate()
        .context("the settings of the second engine cannot be used")?;
    eprintln!(
        "The independent test, with {} at depth {}.",
        engine.display(),
        settings.depth
    );
    let engines = Engines {
        spec: &spec,
        settings: &settings,
        count: config.engines,
    };
    let found = answered(&loaded.plans, &engines, &config.store, Played::Unwanted)?;
    Ok((found, settings))
}

/// What was stated.
fn circumstances(options: &CircumstanceOptions) -> Circumstances {
    let hybrid = |counted_as| Mode::Hybrid { counted_as };
    Circumstances {
        mode: match options.mode {
            ModeName::OverTheBoard => Mode::OverTheBoard,
            ModeName::Online => Mode::Online,
            ModeName::HybridOverTheBoard => hybrid(Venue::OverTheBoard),
            ModeName::HybridOnline => hybrid(Venue::Online),
        },
        attention: match options.attention {
            AttentionName::Nobody => Attention::Nobody,
            AttentionName::SingledOut => Attention::SingledOut,
            AttentionName::Complaint => Attention::Complaint,
        },
        players: options.players,
        tests: options.tests,
        season: options.season,
        per_year: options.per_year,
        second_test_agrees: options.second_test.map(|says| says == SecondTestName::Agrees),
    }
}

/// What a person looks at first.
fn show(test: &FullTest, out: &Path, signed: bool) {
    let z = |z: Option<f64>| z.map_or_else(|| "-".to_owned(), |z| format!("{z:+.2}"));
    let player = &test.player;
    println!(
        "{}, {} games, {} decisions",
        player.name,
        test.games.len(),
        player.scored
    );
    println!("overall z            {}", z(player.overall_z));
    println!(
        "second reading       {}",
        z(player.depth_aware.as_ref().map(|d| d.overall_z))
    );
    if let Some(second) = &test.second_engine {
        let rate = |a: &Agreement| 100.0 * f64::from(a.second_matches) / f64::from(a.decisions.max(1));
        println!(
            "{:20} {:.1} % of the moves are its first move, {:.1} % of the opponents'",
            second.engine.name,
            rate(&second.player),
            rate(&second.opponents)
        );
    }
    let rows = &test.sensitivity.rows;
    let at = |row: Option<usize>| row.and_then(|k| rows.get(k)).and_then(|row| row.overall_z);
    println!(
        "under other choices  {} to {}",
        z(at(test.sensitivity.lowest)),
        z(at(test.sensitivity.highest))
    );
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    beside(test);
    println!("\nDossier: {}", absolute(&out.join("dossier.html")).display());
    println!("Bundle:  {}", absolute(&dossier::zip(out)).display());
    println!("Digest:  {}", test.manifest.digest);
    if !signed {
        println!("The bundle is not signed; make a key with `fairplay key new` to sign the next one.");
    }
}

/// What was handed in beside the games, in a line each.
fn beside(test: &FullTest) {
    if let Some(report) = &test.report {
        println!(
            "tournament report    {} games agree, {} differences about the player",
            report.player.agreeing,
            report.player.findings.len()
        );
    }
    if let Some(place) = &test.place {
        let rank = place.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        println!("place by index       {rank} of {}", place.field.players);
    }
    if let Some(absences) = &test.absences {
        println!(
            "after absences       {} of {} decisions with the first line",
            absences.after.matches, absences.after.decisions
        );
    }
}

#[cfg(test)]
mod tests {
    use datasets::{Person, RatingSource};

    use super::*;

    fn roster(names: &[&str]) -> Roster {
        let person = |name: &&str| Person {
            name: (*name).to_owned(),
            fide_id: None,
            rating: None,
            rating_source: RatingSource::None,
            title: None,
        };
        Roster {
            people: names.iter().map(person).collect(),
            ..Roster::default()
        }
    }

    #[test]
    fn nobody_and_several_are_told_apart() {
        let roster = roster(&["Ring, Olaf", "Ring, Per", "Sand, Ida"]);
        assert_eq!(the_one(&roster, "sand").expect("one"), 2);
        let several = the_one(&roster, "ring").expect_err("two").to_string();
        assert!(several.contains("Ring, Olaf") && several.contains("Ring, Per") && !several.contains("Sand"));
        let nobody = the_one(&roster, "Berg").expect_err("none").to_string();
        assert!(nobody.contains("Sand, Ida"), "{nobody}");
    }
}
