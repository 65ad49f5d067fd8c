//! The full test of one player of one event, and the bundle that comes out of it.

use std::path::Path;

use analyzer::full_test::{Circumstances, Performance, Second, SupportingEvidence};
use analyzer::{Evaluations, Parameters, shipped};
use anyhow::bail;
use datasets::Aliases;
use datasets::tournament::corpus::facts::Conditions;
use pipeline::bundle::{Attachments, CustodyLog, Evidence};
use pipeline::{EventCircumstances, EventPlayer, PlayerGames, PlayerTest, SearchPlayedMove, TestContext};
use reports::bundle::{Content, Edition, SecretKey, Timestamp};
use uci_pool::{Identity, Settings};

use super::options::TestOptions;
use crate::config::{Answered, Config};
use crate::output::terminal::say;
use crate::run::{parameters_for, question, say_note};

/// Tests of one player, each of which becomes a bundle.
pub(super) struct PlayerTests<'a> {
    pub(super) options: &'a TestOptions,
    pub(super) config: &'a Config,
    pub(super) aliases: &'a Aliases,
    /// What people state about the event.
    pub(super) stated: &'a EventCircumstances,
    pub(super) key: Option<SecretKey>,
    /// When the inputs had been read.
    pub(super) read: Timestamp,
}

/// A test whose bundle is written.
pub(super) struct WrittenTest {
    pub(super) evidence: Evidence,
    /// For later events of the player; only where earlier ones were given.
    pub(super) performance: Option<Performance>,
    /// True if some games of the event are in quarantine.
    pub(super) quarantined: bool,
}

/// That nothing can be tested, and what can be done. The profile `quick` helps only where it is another one and is calibrated.
fn uncalibrated(
    engine: &Identity,
    settings: &Settings,
    conditions: Conditions,
    quick_is_calibrated: bool,
) -> String {
    let quick = quick_is_calibrated && *settings != Settings::QUICK;
    format!(
        "there is no calibration for {} at depth {} with {} lines in {conditions}, so nothing can be tested\n  make one with `fairplay calibrate`{}",
        engine.name,
        settings.depth,
        settings.multipv,
        if quick { ", or use --profile quick" } else { "" }
    )
}

/// The earlier events of the player, where events are tested one by one.
#[derive(Clone, Copy, Default)]
pub(super) struct Earlier<'a> {
    pub(super) performances: Option<&'a [Performance]>,
    /// Their games and answers, for the bundle.
    pub(super) files: &'a [Content],
}

/// A test with everything that its numbers rest on.
struct Evaluated {
    tested: PlayerTest,
    answers: Evaluations,
    second: Option<Evaluations>,
    parameters: Parameters,
}

impl PlayerTests<'_> {
    /// Tests the player on all games of an event, given its name or what to call it, and writes the bundle into a folder and as one file beside it.
    pub(super) fn write(
        &self,
        whole: EventPlayer<'_>,
        (name, fallback): (Option<&str>, &str),
        earlier: Earlier<'_>,
        out: &Path,
    ) -> anyhow::Result<WrittenTest> {
        let Self { options, config, key, .. } = self;
        let played = options.event.played(self.stated)?;
        let preparation = options.event.prepare_options(name, fallback, self.aliases, &config.store, &played);
        let games = PlayerGames::select(&whole, None, &preparation)?;
        say_note(&games.event);
        if let Some(question) = question(&games.event, config.lang) {
            bail!("{question}");
        }
        let of_event = self.stated.of_test(whole.roster, whole.person);
        let circumstances = options.circumstances.of_test(of_event);
        let there = whole.roster.people.len();
        if let Some(players) = circumstances.players.filter(|players| (players.get() as usize) < there) {
            bail!(
                "the event has {players} players as stated, and its games have {there}; state the number of all players"
            );
        }
        // Before any engine time: a log that cannot be read is better known now.
        let attached = Attachments::read(&options.attachments.files, whole, &games)?;
        for note in &attached.notes {
            say!("{note}");
        }
        let mut log = CustodyLog::new(self.read);
        let stated = self.stated.stated_event();
        let beside =
            SupportingEvidence { stated: stated.as_ref(), ..attached.evidence(earlier.performances) };
        let Evaluated { tested, answers, second, parameters } =
            self.evaluated(&games, circumstances, beside, &mut log)?;
        let collection = games.event.collection;
        let statements = &options.custody.statements;
        let custody = log.custody(&tested.test, &collection.inputs, statements, config.lang, key.as_ref())?;
        let evidence = Evidence {
            custody,
            test: tested.test,
            premises: tested.premises,
            games: collection.games,
            answers,
            second,
            parameters: parameters.write()?,
            others: whole.others(),
            attachments: [attached.files.as_slice(), earlier.files].concat(),
        };
        evidence.write(Edition::Complete, &options.custody.notes, key.as_ref(), out)?;
        Ok(WrittenTest {
            evidence,
            performance: tested.performance,
            quarantined: !collection.quarantine.is_empty(),
        })
    }

    fn evaluated(
        &self,
        games: &PlayerGames,
        circumstances: Circumstances,
        beside: SupportingEvidence<'_>,
        log: &mut CustodyLog,
    ) -> anyhow::Result<Evaluated> {
        let Self { options, config, .. } = self;
        let event = &games.event;
        let player = event.roster.people.get(games.person).map_or("", |p| p.name.as_str());
        config.announce(&format!("{player} in {}", event.name), event);
        let engines = config.engines()?;
        let (identity, settings) = (engines.identity()?, &config.settings);
        let conditions = event.conditions();
        let parameters = parameters_for(config.parameters.as_deref(), &identity, settings, conditions)?;
        // Before any engine time: without a calibration there is nothing to test with.
        let Some(parameters) = parameters.filter(|p| p.conditions() == conditions) else {
            let quick = shipped::parameters(&identity, &Settings::QUICK, conditions)?.is_some();
            bail!(uncalibrated(&identity, settings, conditions, quick));
        };
        let second =
            options.second_engine.as_ref().map(|engine| config.second_engine(engine, &options.second));
        let second = second.transpose()?;
        if let Some(second) = &second {
            // Before the first engine searches: one that cannot be used is better known now.
            second.identity()?;
        }
        let Answered { answers, identity, work } =
            engines.answers(&event.plans, SearchPlayedMove::IfUnlisted)?;
        log.runs.push(work);
        let second = second.map(|engines| -> anyhow::Result<(Answered, Settings)> {
            let (program, depth) = (engines.searchers.spec.command.display(), engines.settings.depth);
            say!("The match rates of {program} at depth {depth}.");
            Ok((engines.answers(&event.plans, SearchPlayedMove::Never)?, engines.settings))
        });
        let second = second.transpose()?;
        let context = TestContext {
            second: second.as_ref().map(|(found, settings)| Second {
                engine: &found.identity,
                settings,
                evaluations: &found.answers,
            }),
            circumstances,
            beside,
        };
        let tested = games.test(&answers, (&identity, settings), Some(&parameters), &context)?;
        let second = second.map(|(found, _)| {
            log.runs.push(found.work);
            found.answers
        });
        Ok(Evaluated { tested, answers, second, parameters })
    }
}

#[cfg(test)]
mod tests {
    use datasets::clocks::time_class::TimeClass;

    use super::*;

    #[test]
    fn advice_is_given_only_where_it_can_help() {
        let engine = Identity {
            name: "Some engine".to_owned(),
            author: String::new(),
            sha256: String::new(),
            signature: None,
            options: Vec::new(),
        };
        let rapid = Conditions { class: TimeClass::Rapid, ..Conditions::USUAL };
        let said = |settings: &Settings, quick| uncalibrated(&engine, settings, rapid, quick);
        let advice = "or use --profile quick";
        assert!(said(&Settings::FULL, true).contains(advice));
        assert!(!said(&Settings::FULL, false).contains(advice), "quick has no calibration for rapid games");
        assert!(!said(&Settings::QUICK, true).contains(advice), "it is quick already");
        assert!(said(&Settings::QUICK, false).contains("in rapid games played over the board"));
    }
}
