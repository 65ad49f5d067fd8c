//! `fairplay test`: the full test of one player of an event.

use std::path::{Path, PathBuf};

use analyzer::full_test::{Agreement, FullTest};
use anyhow::bail;
use datasets::players::find_people;
use datasets::{Roster, roster_with, several_events};
use pipeline::EventPlayer;
use pipeline::bundle::custody_log::now;
use pipeline::bundle::evidence::zip_path;
use reports::visible;

mod each_event;
mod options;
mod player_test;

pub(crate) use self::options::TestOptions;
use self::player_test::{Earlier, PlayerTests};
use crate::arguments::EngineOptions;
use crate::commands::dossier;
use crate::config::{Config, QUICK};
use crate::output::facts::facts;
use crate::output::terminal::say;
use crate::output::{absolute, json_or, stem};
use crate::{ExitStatus, Outcome};

pub(crate) fn run(options: &TestOptions) -> Outcome {
    let config = deepest(&options.engine)?.in_language(options.language);
    let stated = options.circumstances.stated.load()?;
    let collection = options.games.read(&stated.accepted_games)?;
    let read = now()?;
    let (_, aliases) = options.event.aliases.load()?;
    let roster = roster_with(&collection, &aliases)?;
    let whole =
        EventPlayer { collection: &collection, roster: &roster, person: the_one(&roster, &options.player)? };
    let name = stem(&options.games.inputs.first().map(|path| path.to_string_lossy()).unwrap_or_default());
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}-test")));
    let key = dossier::key(options.custody.key.as_deref())?;
    let tests = PlayerTests { options, config: &config, aliases: &aliases, stated: &stated, key, read };
    if options.attachments.each_event {
        return each_event::run(&tests, whole, &out);
    }
    say_events(whole);
    let named = (options.games.event.as_deref(), name.as_str());
    let written = tests.write(whole, named, Earlier::default(), &out)?;
    let test = &written.evidence.test;
    let text = json_or(options.json, test, || show(test, &out, tests.key.is_some()))?;
    Ok((if written.quarantined { ExitStatus::Quarantined } else { ExitStatus::Done }, text))
}

/// Says that several events are tested as one performance, which is easily done by mistake.
fn say_events(whole: EventPlayer<'_>) {
    let own = whole.collection.of_person(whole.roster, whole.person);
    let events = several_events(&own);
    if events.len() > 1 {
        let names: Vec<String> = events.iter().map(|event| visible(&event.name)).collect();
        say!(
            "The player's games are of {} events ({}). They are tested as one performance; --each-event tests each of them.",
            events.len(),
            names.join("; ")
        );
    }
}

/// The settings of the test: those asked for, else the profile `full` if it is calibrated for this engine, else `quick`.
fn deepest(options: &EngineOptions) -> anyhow::Result<Config> {
    let asked = Config::load(options)?;
    if options.profile.is_some() || options.run.parameters.is_some() || asked.profile != QUICK {
        return Ok(asked);
    }
    let full = Config::full(options)?;
    if full.is_calibrated()? {
        return Ok(full);
    }
    say!(
        "There is no calibration of the profile full for {}, so this test is made with quick: a hint and no evidence.",
        full.identity()?.name
    );
    Ok(asked)
}

fn the_one(roster: &Roster, who: &str) -> anyhow::Result<usize> {
    let found = find_people(roster, who);
    if let [one] = found[..] {
        return Ok(one);
    }
    let people = roster.people.iter().enumerate().filter(|(k, _)| found.is_empty() || found.contains(k));
    let lines = people.take(20).map(|(_, person)| {
        let number = person.fide_id.map_or_else(String::new, |id| format!("  (--player {id})"));
        format!("\n  {}{number}", visible(&person.name))
    });
    let list: String = lines.collect();
    if found.is_empty() {
        bail!("nobody in these games is called `{who}`; the players are:{list}");
    }
    bail!("`{who}` can be several players; give more of the name, or the FIDE number:{list}");
}

/// The main results, with their headings.
const RESULTS: &str = "overall-z=player/overall_z second-model=player/depth_aware/overall_z report-agrees-in=report/player/agreeing \
                       report-differs=report/player/findings place-by-index=place/rank players=place/field/players \
                       after-absences=absences/after/decisions with-the-first-line=absences/after/matches";

/// The main results as text.
fn show(test: &FullTest, out: &Path, signed: bool) -> anyhow::Result<String> {
    let player = &test.player;
    let second = test.second_engine.as_ref().map_or_else(String::new, |second| {
        let rate = |a: &Agreement| 100.0 * f64::from(a.second_matches) / f64::from(a.decisions.max(1));
        let (own, opponents) = (rate(&second.player), rate(&second.opponents));
        let name = visible(&second.engine.name);
        format!("{name:24}{own:.1} % of the moves are its first move, {opponents:.1} % of the opponents'\n")
    });
    let rows = &test.sensitivity.rows;
    let at = |row: Option<usize>| z_text(row.and_then(|k| rows.get(k)).and_then(|row| row.overall_z));
    let unsigned = "The bundle is not signed; make a key with `fairplay key new` to sign the next one.\n";
    Ok(format!(
        "{}, {} games, {} decisions\n{}{second}{:24}{} to {}\n\nDossier: {}\nBundle:  {}\nDigest:  {}\n{}",
        visible(&player.name),
        test.games.len(),
        player.scored,
        facts(test, RESULTS)?,
        "z under other choices",
        at(test.sensitivity.lowest),
        at(test.sensitivity.highest),
        absolute(&out.join("dossier.html")).display(),
        absolute(&zip_path(out)).display(),
        test.manifest.digest,
        if signed { "" } else { unsigned }
    ))
}

fn z_text(z: Option<f64>) -> String {
    z.map_or_else(|| "-".to_owned(), |z| format!("{z:+.2}"))
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
        // A name comes from a stranger's file; a terminal obeys some characters.
        let hostile = the_one(&self::roster(&["Sand\u{1b}]0;x\u{7}", "Ring\u{202e}"]), "Berg");
        let told = hostile.expect_err("none").to_string();
        assert!(!told.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{told:?}");
    }
}
