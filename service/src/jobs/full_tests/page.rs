//! Full tests: asking for one, what came out on the page of the player, the dossier as a file, and the rule of an event.
//!
//! The words on a test are those of `reports`; nothing is added here.

use std::collections::BTreeMap;

use analyzer::full_test::FullTest;
use analyzer::hints::Who;
use analyzer::policy::Attention;
use analyzer::screening::Screening;
use askama::Template;
use axum::extract::Path;
use datasets::AbsenceLog;
use pipeline::bundle::Evidence;
use pipeline::bundle::defence_copy::without_names;
use reports::bundle::{Bundle, Content, Edition, Kind, SecretKey, Signer};
use reports::bundle_files::{BundleFiles, REPORT, kind_of_log};
use reports::custody::Custody;
use reports::{Arg, dossier};

use crate::accounts::roles::Permission;
use crate::app::App;
use crate::events::absences::LOG;
use crate::events::absences::test_log::{LeftOut, UnfitAbsence};
use crate::events::result_cache::ResultView;
use crate::events::{attachments, circumstances, results};
use crate::jobs::full_tests::earlier::{self, EarlierTest, MAX_EARLIER};
use crate::jobs::full_tests::rule::{self, Rule};
use crate::jobs::full_tests::{self, Order, Supplement, Written};
use crate::jobs::page::Line;
use crate::jobs::worker_state::whole;
use crate::jobs::{self, State};
use crate::keys::Key;
use crate::store::audit::{self, Action};
use crate::web::form::line;
use crate::web::{Answer, Ctx, Frame, Problem, see};

#[cfg(feature = "pdf")]
pub(crate) const DOCUMENTS: &[&str] = &["dossier.html", "dossier.pdf", "dossier.json", BUNDLE, DEFENCE];
#[cfg(not(feature = "pdf"))]
pub(crate) const DOCUMENTS: &[&str] = &["dossier.html", "dossier.json", BUNDLE, DEFENCE];
const BUNDLE: &str = "bundle.zip";
/// The copy for the player's side.
const DEFENCE: &str = "defence.zip";
/// The screening of the event, as a file of a bundle.
pub(crate) const SCREENING: &str = "screening.json";

#[derive(Template)]
#[template(path = "full_tests.html")]
struct OfPlayer<'a> {
    frame: Frame<'a>,
    player: String,
    possible: bool,
    /// Names of the second engines that there are here.
    second: Vec<String>,
    /// Full tests of the player in earlier events.
    earlier: Vec<EarlierTest>,
    entries: Vec<Entry>,
}

struct Entry {
    line: Line,
    order: Order,
    /// Markup made by `reports`, once it was made, and whether the rules say another thing of it than on the day of the test.
    summary: Option<(String, bool)>,
    /// Names of the earlier events that it is read together with.
    earlier: Vec<String>,
    left_out: LeftOut,
    /// Whether it counts the event in another way than people state it now.
    otherwise: bool,
}

impl Entry {
    fn games(&self, frame: &Frame<'_>) -> Option<String> {
        match (self.order.settled, self.order.after_round) {
            (false, _) => None,
            (true, Some(round)) if round > 0 => {
                Some(frame.messages().with(Key::FullTestsRound, "round", &round.to_string()))
            }
            (true, _) => Some(frame.t(Key::FullTestsAll)),
        }
    }

    fn apart(&self, frame: &Frame<'_>, apart: &UnfitAbsence) -> String {
        let (left, back) = (apart.left.to_string(), apart.back.to_string());
        let values =
            [("round", &apart.round), ("opponent", &apart.opponent), ("left", &left), ("back", &back)];
        frame.messages().all(Key::FullTestsApart, &values.map(|(name, text)| (name, Arg::from(text))))
    }

    fn second(&self, frame: &Frame<'_>) -> Option<String> {
        let name = Some(&self.order.second).filter(|name| !name.is_empty())?;
        Some(frame.messages().with(Key::FullTestsWithSecond, "engine", &reports::visible(name)))
    }

    fn with_earlier(&self, frame: &Frame<'_>) -> Option<String> {
        let names: Vec<String> = self.earlier.iter().map(|name| reports::visible(name)).collect();
        let with = || frame.messages().with(Key::FullTestsWithEarlier, "events", &names.join("; "));
        (!names.is_empty()).then(with)
    }

    fn asked(&self, frame: &Frame<'_>) -> String {
        let when = frame.when(&self.line.job.made);
        frame.messages().with(Key::FullTestsAsked, "when", &when)
    }
}

impl OfPlayer<'_> {
    fn documents(&self) -> &'static [&'static str] {
        DOCUMENTS
    }
}

/// The newest full test of a player that counts the event as people state it now: it leads the player's page.
pub(crate) struct LeadingTest {
    pub(crate) test: FullTest,
    pub(crate) job: i64,
    pub(crate) made: i64,
}

/// The part of a player's page about full tests, and the one that leads the page, if one is done.
pub(crate) async fn of_player(
    ctx: &Ctx,
    shown: &ResultView,
    player: &str,
) -> Result<(String, Option<LeadingTest>), Problem> {
    let (wanted, language) = (player.to_owned(), ctx.visit.language);
    let (reader, who) = (ctx.person()?, who(shown, player).map(|(who, _)| who));
    let tested = who.clone();
    let stored = ctx.read(move |c, event| {
        let stated = circumstances::in_force(c, event)?;
        let mut stored = Vec::new();
        for order in full_tests::of_event(c, event)?.into_iter().filter(|order| order.player == wanted) {
            let test = full_tests::test(c, event, order.job)?;
            let left_out = full_tests::left_out(c, event, order.job)?;
            let earlier = earlier::of_test(c, order.job)?.into_iter().map(|test| test.event_name).collect();
            stored.extend(jobs::by_id(c, order.job)?.map(|job| (job, order, test, earlier, left_out)));
        }
        let offered = who.map(|who| earlier::offered(c, reader, event, &who)).transpose()?;
        Ok((stored, stated, offered.unwrap_or_default()))
    });
    let (stored, stated, offered) = stored.await?;
    let leads = stored.iter().rev().find_map(|(job, _, test, ..)| {
        let test = test.as_ref().filter(|test| !circumstances::counts_otherwise(test, &stated))?;
        Some(LeadingTest { test: test.clone(), job: job.id, made: job.ended.unwrap_or(job.made) })
    });
    let entries = stored.into_iter().rev().map(|(job, order, test, earlier, left_out)| Entry {
        line: Line::new(&ctx.app, job, None),
        order,
        earlier,
        otherwise: test.as_ref().is_some_and(|test| circumstances::counts_otherwise(test, &stated)),
        summary: test.map(|test| {
            let attention =
                tested.as_ref().map_or(Attention::Nobody, |who| circumstances::attention_to(&stated, who));
            let (test, other) = circumstances::as_of_now(test, attention);
            (dossier::summary(&test, language).fragment(), other)
        }),
        left_out,
    });
    let part = OfPlayer {
        frame: ctx.frame(),
        player: player.to_owned(),
        possible: possible(&ctx.app, shown),
        second: ctx.app.work.second_engines(),
        earlier: offered,
        entries: entries.collect(),
    };
    Ok((part.render()?, leads))
}

/// Whether there is a calibration of the full test for the games of a result.
fn possible(app: &App, shown: &ResultView) -> bool {
    app.work.makes_full_tests(Some(&shown.found.screening.event))
}

/// A player of a result by the end of the address, with the place among its players.
fn who(shown: &ResultView, name: &str) -> Option<(Who, usize)> {
    let place = shown.player(name)?;
    let player = shown.found.screening.players.get(place)?;
    Some((Who { name: player.name.clone(), fide_id: player.fide_id }, place))
}

/// The log names the job and no player.
pub(crate) async fn ask(ctx: Ctx, Path((event, name)): Path<(i64, String)>) -> Answer {
    let shown = ctx.app.results.newest(&ctx.app.storage, event).await?.ok_or(Problem::NotFound)?;
    let (who, place) = who(&shown, &name).ok_or(Problem::NotFound)?;
    if !possible(&ctx.app, &shown) {
        return Err(Problem::refused(Key::RefusedNoFullTest));
    }
    let reason = match ctx.fields.one("reason").trim() {
        "" => String::new(),
        reason => line("reason", reason, Key::FullTestsReason)?,
    };
    let second = ctx.fields.one("second").to_owned();
    if !second.is_empty() && !ctx.app.work.second_engines().contains(&second) {
        return Err(Problem::refused(Key::RefusedSecondEngine));
    }
    let wanted: Option<Vec<i64>> = ctx.fields.all("earlier").map(|text| text.parse().ok()).collect();
    let wanted = wanted.filter(|wanted| wanted.len() <= MAX_EARLIER);
    let wanted = wanted.ok_or(Problem::refused(Key::RefusedEarlier))?;
    let mut detail = format!("result {}, player {}", shown.found.listed.id, place.saturating_add(1));
    if !second.is_empty() {
        detail.extend([", second engine ", &second]);
    }
    if !wanted.is_empty() {
        let jobs: Vec<String> = wanted.iter().map(i64::to_string).collect();
        detail.extend([", earlier tests ", &jobs.join(" ")]);
    }
    let reader = ctx.person()?;
    let asked = ctx.change(move |c| {
        if circumstances::not_stated(c, event)?.is_some() {
            return Err(Problem::refused(Key::RefusedNotStated));
        }
        let offered = earlier::offered(c, reader, event, &who)?;
        let chosen = |test: &&EarlierTest| wanted.contains(&test.job);
        let chosen: BTreeMap<i64, i64> =
            offered.iter().filter(chosen).map(|test| (test.event, test.job)).collect();
        if chosen.len() != wanted.len() {
            return Err(Problem::refused(Key::RefusedEarlier));
        }
        let job = full_tests::ask(c, event, &who, &reason, &second)?;
        let job = job.ok_or(Problem::refused(Key::RefusedFullTestOpen))?;
        earlier::choose(c, job, chosen.into_values())?;
        Ok(c.log(Action::FullTestAsked, format!("job {job}"), detail)?)
    });
    asked.await?;
    Ok(ctx.see(&format!("/players/{name}#full-tests")))
}

/// Who takes a file of a full test out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    OfEvent,
    /// A member of a case, who is told of nobody else in the event: the list of other players, the tournament report and the
    /// screening are left out. What a number rests on stands in the premises.
    OfCase,
}

pub(crate) async fn document(
    ctx: &Ctx,
    (event, job): (i64, i64),
    what: &str,
    reader: Reader,
) -> Result<(&'static str, Vec<u8>), Problem> {
    let what = *DOCUMENTS.iter().find(|known| **known == what).ok_or(Problem::NotFound)?;
    let language = ctx.visit.language;
    let stored = ctx.app.read(move |c| {
        let test = full_tests::test(c, event, job)?;
        let Some((test, mut supplement)) = test.zip(full_tests::supplement(c, event, job)?) else {
            return Ok(None);
        };
        // The copy for the player's side names nobody else, and needs the names to be sure of it.
        if reader == Reader::OfCase && what != DEFENCE {
            supplement.others.clear();
            (supplement.report, supplement.screening) = (None, None);
        }
        let mut handed = Handed::default();
        // No other document holds them.
        if what == BUNDLE {
            handed.report = supplement.report.map(|id| attachments::body(c, event, id)).transpose()?;
            if let Some(id) = supplement.screening {
                handed.screening = results::screening(c, event, id)?;
            }
            handed.earlier = earlier::stored(c, job)?;
        }
        supplement.custody.audit_head = Some(audit::head(c)?.to_string());
        Ok(Some((test, supplement, handed)))
    });
    let (test, supplement, handed) = stored.await?.ok_or(Problem::NotFound)?;
    let key = ctx.app.signing.clone();
    let bytes = tokio::task::spawn_blocking(move || write(what, &test, &supplement, handed, language, &key));
    let bytes = bytes.await.map_err(|_| Problem::Inside)?.map_err(|error| {
        tracing::error!(%error, "a full test that cannot be written out");
        Problem::Inside
    })?;
    Ok((what, bytes))
}

/// Leads to a full test on the page of its player.
pub(crate) async fn place(ctx: Ctx, Path((event, job)): Path<(i64, i64)>) -> Answer {
    let order = ctx.read(move |c, event| {
        let own = jobs::by_id(c, job)?.is_some_and(|job| job.event == event);
        Ok(full_tests::by_job(c, job)?.filter(|_| own))
    });
    let order = order.await?.ok_or(Problem::NotFound)?;
    Ok(see(&format!("/events/{event}/players/{}#full-test-{job}", order.player)))
}

/// All are files and never a page of ours.
pub(crate) async fn download(ctx: Ctx, Path((event, job, what)): Path<(i64, i64, String)>) -> Answer {
    let (what, bytes) = document(&ctx, (event, job), &what, Reader::OfEvent).await?;
    let name = format!("event-{event}-test-{job}-{what}");
    ctx.export(format!("full test {job}"), what, ("application/octet-stream", &name), bytes).await
}

/// Files that a test was made with beside the games.
#[derive(Default)]
struct Handed {
    report: Option<Vec<u8>>,
    screening: Option<Screening>,
    /// Tests of the player in earlier events.
    earlier: Vec<earlier::StoredTest>,
}

fn write(
    what: &str,
    test: &FullTest,
    supplement: &Supplement,
    handed: Handed,
    language: reports::Language,
    key: &SecretKey,
) -> Written<Vec<u8>> {
    let custody = Custody { language, ..supplement.custody.clone() };
    Ok(match what {
        #[cfg(feature = "pdf")]
        "dossier.pdf" => dossier::document(test, &custody, language).pdf()?,
        "dossier.json" => reports::json(test)?.into_bytes(),
        BUNDLE | DEFENCE => {
            let attached = attached(supplement, handed)?;
            let custody = Custody { signed_by: Some(Signer::for_key(key.public())), ..custody };
            let files = BundleFiles {
                test,
                premises: &supplement.premises,
                custody: &custody,
                games: &supplement.games,
                evaluations: &supplement.evaluations,
                second: supplement.second.as_deref(),
                parameters: &supplement.parameters,
                others: &supplement.others,
                notes: &[],
                handed: &attached,
            };
            let bundle = match what {
                DEFENCE => defence(files.contents()?, key)?,
                _ => Bundle::new(&files.description(Edition::Complete), files.contents()?, Some(key))?,
            };
            let mut zip = Vec::new();
            bundle.zip(&mut zip)?;
            zip
        }
        _ => dossier::document(test, &custody, language).html().into_bytes(),
    })
}

/// The copy for the player's side, whose numbers are computed again before it leaves.
fn defence(contents: Vec<Content>, key: &SecretKey) -> Written<Bundle> {
    let files = contents.into_iter().map(|content| (content.name, content.bytes)).collect();
    let copy = without_names(Evidence::read(&files)?)?;
    Ok(copy.bundle(Edition::Defence, &[], Some(key))?)
}

fn attached(supplement: &Supplement, handed: Handed) -> Written<Vec<Content>> {
    let report = handed.report.map(|bytes| Content { name: REPORT.to_owned(), kind: Kind::Data, bytes });
    let mut files: Vec<Content> = report.into_iter().collect();
    if let Some(screening) = &handed.screening {
        // It holds the results of everybody else, who are no party to the case.
        files.push(Content::new(SCREENING, Kind::Confidential, reports::json(screening)?));
    }
    files.extend(earlier::files(&handed.earlier)?);
    if let Some(text) = &supplement.absences {
        files.push(Content {
            name: LOG.to_owned(),
            kind: kind_of_log(&AbsenceLog::parse(LOG, text.as_bytes())?),
            bytes: text.clone().into_bytes(),
        });
    }
    Ok(files)
}

#[derive(Template)]
#[template(path = "full_test_rule.html")]
struct OfEvent<'a> {
    frame: Frame<'a>,
    possible: bool,
    may_set: bool,
    on: bool,
    minutes: String,
    used: String,
}

pub(crate) async fn of_event(ctx: &Ctx) -> Result<String, Problem> {
    let stored = ctx.read(|c, event| Ok((rule::of_event_now(c, event)?, rule::ledger(c, event)?.budget())));
    let (rule, budget) = stored.await?;
    let frame = ctx.frame();
    let [used, budget] = [budget.used, rule.core_minutes].map(|n| frame.count(&whole(n.ceil())));
    let values = [("used", Arg::from(&used)), ("budget", Arg::from(&budget))];
    let part = OfEvent {
        possible: ctx.app.work.makes_full_tests(None),
        may_set: frame.offers(Permission::OrderFullTests),
        on: rule.on,
        // As a form takes it: digits and a point, in every language.
        minutes: rule.core_minutes.to_string(),
        used: frame.messages().all(Key::RuleUsed, &values),
        frame,
    };
    Ok(part.render()?)
}

/// The sentence about full tests above the hints.
pub(crate) async fn notice(ctx: &Ctx) -> Result<Key, Problem> {
    if !ctx.app.work.makes_full_tests(None) {
        return Ok(Key::FullTestsNotHere);
    }
    let rule = ctx.read(rule::of_event_now).await?;
    Ok(if rule.on { Key::HintsFullTests } else { Key::HintsNoFullTest })
}

pub(crate) async fn set(ctx: Ctx) -> Answer {
    let minutes = ctx.fields.one("core_minutes").trim().parse::<f64>().ok();
    let minutes = minutes.filter(|minutes| (0.0..=rule::MAX_MINUTES).contains(minutes));
    let core_minutes = minutes.ok_or(Problem::refused(Key::RefusedBudget))?;
    let on = ctx.fields.one("on") == "yes";
    let set = ctx.change(move |c| {
        rule::set(c, c.id(), Rule { on, core_minutes })?;
        // A screening that is done gives the hints anew; it finds every position answered. One that was cancelled is not
        // begun again by this.
        if jobs::newest_screening(c, c.id())?.is_some_and(|job| job.state == State::Done) {
            jobs::queue(c, c.id())?;
        }
        let detail = format!("{}, {core_minutes} core-minutes", if on { "on" } else { "off" });
        Ok(c.log(Action::FullTestsSet, "", detail)?)
    });
    set.await?;
    Ok(ctx.see("#full-tests"))
}
