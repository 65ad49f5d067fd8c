//! `fairplay test`: the full test of one player of an event.

use std::path::{Path, PathBuf};

use analyzer::full_test::{Agreement, Beside, Circumstances, FullTest, Second};
use analyzer::policy::{Attention, Mode, Venue};
use analyzer::{Evaluations, Parameters, shipped};
use anyhow::{Context, bail};
use datasets::players::find_people;
use datasets::{Aliases, Roster, roster_with, several_events};
use pipeline::{EventPlayer, PlayerGames, PlayerTest, PrepareOptions, SearchPlayedMove, TestContext};
use reports::bundle::{Content, Edition, SecretKey};
use uci_pool::{EngineSpec, Settings, identify};

use crate::Ending;
use crate::arguments::{
    AttentionName, CircumstanceOptions, EngineOptions, ModeName, ProfileName, SecondTestName, TestOptions,
};
use crate::beside::Handed;
use crate::config::Config;
use crate::custody::{Diary, now};
use crate::evidence::Evidence;
use crate::run::{Answered, Engines, PreparedEvent, answered, parameters_for, say_note};
use crate::screen::stem;
use crate::{dossier, each_event};

pub(crate) fn run(options: &TestOptions) -> anyhow::Result<Ending> {
    let config = deepest(&options.engine)?.in_language(options.language);
    let collection = datasets::read(&options.inputs, options.event.as_deref())?;
    let read = now()?;
    let (_, aliases) = crate::people::aliases(options.aliases.as_deref())?;
    let roster = roster_with(&collection, &aliases);
    let whole =
        EventPlayer { collection: &collection, roster: &roster, person: the_one(&roster, &options.player)? };
    if options.beside.each_event {
        return each_event::run(options, &config, whole, &aliases, read);
    }
    say_events(whole);
    let name = stem(&options.inputs);
    let games = games_of(options, &config, whole, &aliases, (options.event.as_deref(), &name))?;
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}-test")));
    // Before any engine time: a key or a log that cannot be read is better known now.
    let key = dossier::key(options.custody.key.as_deref())?;
    let handed = Handed::read(&options.beside, whole, &games.event, games.person)?;
    let mut diary = Diary::new(read);
    let tested = tested(&config, options, &games, handed.beside(None), &mut diary)?;
    let ending =
        if games.event.collection.quarantine.is_empty() { Ending::Done } else { Ending::Quarantined };
    let told = Told { options, config: &config, key: key.as_ref(), diary, whole };
    let evidence = evidence(tested, games.event, handed.files, told)?;
    dossier::write(&evidence, Edition::Complete, &options.custody.notes, key.as_ref(), &out)?;
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
    pub(crate) whole: EventPlayer<'a>,
}

/// Everything that a bundle is made of.
pub(crate) fn evidence(
    tested: Evaluated,
    loaded: PreparedEvent,
    handed: Vec<Content>,
    told: Told<'_>,
) -> anyhow::Result<Evidence> {
    let PlayerTest { test, premises, .. } = tested.tested;
    let manifest = &test.manifest;
    let custody = told.diary.custody(
        &told.options.custody,
        &loaded.collection.inputs,
        (&manifest.digest, &manifest.software),
        told.config.lang,
        told.key,
    )?;
    Ok(Evidence {
        test,
        premises,
        custody,
        games: loaded.collection.games,
        answers: tested.answers,
        second: tested.second,
        parameters: tested.parameters.write()?,
        others: told.whole.others(),
        handed,
    })
}

/// Says that several events are tested as one performance, which is easily done by mistake.
fn say_events(whole: EventPlayer<'_>) {
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

/// The player's games of an event, ready to be tested. `named` are the name of the event, if it is known, and what to call
/// it otherwise.
pub(crate) fn games_of(
    options: &TestOptions,
    config: &Config,
    event: EventPlayer<'_>,
    aliases: &Aliases,
    (name, fallback): (Option<&str>, &str),
) -> anyhow::Result<PlayerGames> {
    let games = PlayerGames::of(
        &event,
        None,
        &PrepareOptions {
            name,
            fallback,
            aliases,
            rating: options.rating.choice(),
            book: options.book.as_deref(),
            store: &config.store,
        },
    )?;
    say_note(&games.event);
    Ok(games)
}

/// The settings of the test: those asked for, else the profile `full` if it is calibrated for this engine, else `quick`.
fn deepest(options: &EngineOptions) -> anyhow::Result<Config> {
    let asked = Config::load(options)?;
    if options.profile.is_some() || options.parameters.is_some() || asked.profile != "quick" {
        return Ok(asked);
    }
    let full = Config::load(&EngineOptions { profile: Some(ProfileName::Full), ..options.clone() })?;
    let identity = identify(&full.spec()?)?;
    if shipped::parameters(&identity, &full.settings, datasets::time_class::TimeClass::Standard)?.is_some() {
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
    let found = find_people(roster, who);
    let list = |people: &[usize]| -> String {
        let lines = people.iter().filter_map(|k| roster.people.get(*k)).take(20).map(|person| {
            let number = person.fide_id.map_or_else(String::new, |id| format!("  (--player {id})"));
            format!("\n  {}{number}", person.name)
        });
        lines.collect()
    };
    match found.as_slice() {
        [one] => Ok(*one),
        [] => {
            let all: Vec<usize> = (0..roster.people.len()).collect();
            bail!("nobody in these games is called `{who}`; the players are:{}", list(&all))
        }
        several => bail!(
            "`{who}` can be several players; give more of the name, or the FIDE number:{}",
            list(several)
        ),
    }
}

/// A test with everything that its numbers rest on.
pub(crate) struct Evaluated {
    pub(crate) tested: PlayerTest,
    pub(crate) answers: Evaluations,
    second: Option<Evaluations>,
    parameters: Parameters,
}

pub(crate) fn tested(
    config: &Config,
    options: &TestOptions,
    games: &PlayerGames,
    beside: Beside<'_>,
    diary: &mut Diary,
) -> anyhow::Result<Evaluated> {
    let spec = config.spec()?;
    let loaded = &games.event;
    let player = loaded.roster.people.get(games.person).map_or("", |p| p.name.as_str());
    eprintln!(
        "{player} in {}: {} games, {} positions to look at, {}, depth {} with {} lines.",
        loaded.name,
        loaded.collection.games.len(),
        loaded.plans.iter().map(|plan| plan.searched().count()).sum::<usize>(),
        config.who_searches(),
        config.settings.depth,
        config.settings.multipv
    );
    let engines = Engines {
        spec: &spec,
        settings: &config.settings,
        count: config.engines,
        queue: config.queue.as_ref(),
    };
    let identity = identify(&spec)?;
    let parameters =
        parameters_for(config.parameters.as_deref(), &identity, &config.settings, loaded.class.class)?;
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
    let Answered { answers, identity, work } =
        answered(&loaded.plans, &engines, &config.store, SearchPlayedMove::IfUnlisted)?;
    diary.runs.push(work);
    let other = options.second_engine.as_ref().map(|engine| independent(config, options, engine, loaded));
    let other = other.transpose()?;
    let stated = TestContext {
        second: other.as_ref().map(|(found, settings)| Second {
            engine: &found.identity,
            settings,
            evaluations: &found.answers,
        }),
        circumstances: circumstances(&options.circumstances),
        beside,
    };
    let tested = games.test(&answers, (&identity, &config.settings), Some(&parameters), &stated)?;
    let second = other.map(|(found, _)| {
        diary.runs.push(found.work);
        found.answers
    });
    Ok(Evaluated { tested, answers, second, parameters })
}

/// The answers of another engine to the same positions: one line, the depth of the test unless told otherwise.
fn independent(
    config: &Config,
    options: &TestOptions,
    engine: &Path,
    loaded: &PreparedEvent,
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
        // One line and another engine: its border of what counts was not measured.
        decided: None,
        ..config.settings.clone()
    };
    settings.validate().context("the settings of the second engine cannot be used")?;
    eprintln!("The independent test, with {} at depth {}.", engine.display(), settings.depth);
    let engines = Engines {
        spec: &spec,
        settings: &settings,
        count: config.engines,
        // Workers have the engine of the test and not this one.
        queue: None,
    };
    let found = answered(&loaded.plans, &engines, &config.store, SearchPlayedMove::Never)?;
    Ok((found, settings))
}

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
    println!("{}, {} games, {} decisions", player.name, test.games.len(), player.scored);
    println!("overall z            {}", z(player.overall_z));
    println!("second reading       {}", z(player.depth_aware.as_ref().map(|d| d.overall_z)));
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
        Roster { people: names.iter().map(person).collect(), ..Roster::default() }
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
