//! `fairplay test`: the full test of one player of an event.

use std::path::{Path, PathBuf};

use analyzer::full_test::{Agreement, FullTest};
use analyzer::shipped;
use anyhow::bail;
use datasets::players::find_people;
use datasets::{Roster, roster_with, several_events};
use pipeline::EventPlayer;
use pipeline::bundle::custody_log::now;
use pipeline::bundle::export::zip_path;
use reports::visible;
use uci_pool::identify;

mod each_event;
mod options;
mod player_test;

pub(crate) use self::options::TestOptions;
use self::player_test::{Earlier, EventName, PlayerTests};
use crate::ExitStatus;
use crate::arguments::{EngineOptions, ProfileName};
use crate::commands::dossier;
use crate::config::Config;
use crate::output::facts::facts;
use crate::output::{absolute, stem};

pub(crate) fn run(options: &TestOptions) -> anyhow::Result<ExitStatus> {
    let config = deepest(&options.engine)?.in_language(options.language);
    let collection = options.games.read()?;
    let read = now()?;
    let (_, aliases) = options.event.aliases.load()?;
    let roster = roster_with(&collection, &aliases);
    let whole =
        EventPlayer { collection: &collection, roster: &roster, person: the_one(&roster, &options.player)? };
    let name = stem(&options.games.inputs);
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}-test")));
    let key = dossier::key(options.custody.key.as_deref())?;
    let tests = PlayerTests { options, config: &config, aliases: &aliases, key, read };
    if options.attachments.each_event {
        return each_event::run(&tests, whole, &out);
    }
    say_events(whole);
    let event = EventName { name: options.games.event.as_deref(), fallback: &name };
    let written = tests.write(whole, event, Earlier::default(), &out)?;
    let test = &written.evidence.test;
    if options.json {
        print!("{}", reports::json(test)?);
    } else {
        show(test, &out, tests.key.is_some())?;
    }
    Ok(if written.quarantined { ExitStatus::Quarantined } else { ExitStatus::Done })
}

/// Says that several events are tested as one performance, which is easily done by mistake.
fn say_events(whole: EventPlayer<'_>) {
    let own = whole.collection.of_person(whole.roster, whole.person);
    let events = several_events(&own);
    if events.len() > 1 {
        let names: Vec<String> = events.iter().map(|event| visible(&event.name)).collect();
        eprintln!(
            "The player's games are of {} events ({}). They are tested as one performance; --each-event tests each of them.",
            events.len(),
            names.join("; ")
        );
    }
}

/// The settings of the test: those asked for, else the profile `full` if it is calibrated for this engine, else `quick`.
fn deepest(options: &EngineOptions) -> anyhow::Result<Config> {
    let asked = Config::load(options)?;
    if options.profile.is_some() || options.parameters.is_some() || asked.profile != "quick" {
        return Ok(asked);
    }
    let full = Config::load(&EngineOptions { profile: Some(ProfileName::Full), ..options.clone() })?;
    let identity = identify(&full.spec()?)?;
    if shipped::parameters(&identity, &full.settings, datasets::clocks::time_class::TimeClass::Standard)?
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

/// The main results, with their headings.
const RESULTS: &str = "overall-z=player/overall_z second-model=player/depth_aware/overall_z report-agrees-in=report/player/agreeing \
                       report-differs=report/player/findings place-by-index=place/rank players=place/field/players \
                       decisions-after-absences=absences/after/decisions with-the-first-line=absences/after/matches";

/// Prints the main results.
fn show(test: &FullTest, out: &Path, signed: bool) -> serde_json::Result<()> {
    let z = |z: Option<f64>| z.map_or_else(|| "-".to_owned(), |z| format!("{z:+.2}"));
    let player = &test.player;
    println!("{}, {} games, {} decisions", visible(&player.name), test.games.len(), player.scored);
    print!("{}", facts(test, RESULTS)?);
    if let Some(second) = &test.second_engine {
        let rate = |a: &Agreement| 100.0 * f64::from(a.second_matches) / f64::from(a.decisions.max(1));
        println!(
            "{:24}{:.1} % of the moves are its first move, {:.1} % of the opponents'",
            visible(&second.engine.name),
            rate(&second.player),
            rate(&second.opponents)
        );
    }
    let rows = &test.sensitivity.rows;
    let at = |row: Option<usize>| z(row.and_then(|k| rows.get(k)).and_then(|row| row.overall_z));
    let (lowest, highest) = (at(test.sensitivity.lowest), at(test.sensitivity.highest));
    println!("{:24}{lowest} to {highest}", "z under other choices");
    println!("\nDossier: {}", absolute(&out.join("dossier.html")).display());
    println!("Bundle:  {}", absolute(&zip_path(out)).display());
    println!("Digest:  {}", test.manifest.digest);
    if !signed {
        println!("The bundle is not signed; make a key with `fairplay key new` to sign the next one.");
    }
    Ok(())
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
