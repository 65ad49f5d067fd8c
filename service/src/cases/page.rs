//! Pages of cases: those of the reader, opening one about a player of an event, and one with all that is in it.

use analyzer::full_test::FullTest;
use analyzer::hints::Who;
use analyzer::policy::{
    Attention, Limitation, Mode, OnlineComplaints, OnlineRules, Regulations, Venue as PlayedAt,
};
use askama::Template;
use axum::Extension;
use axum::extract::Path;
use axum::response::IntoResponse as _;
use datasets::day::Day;
use pipeline::EventCircumstances;
use reports::{Arg, dossier};
use rusqlite::Connection;
use strum::VariantArray as _;

use crate::accounts::members::{self, Member};
use crate::accounts::roles::{Permission, Role};
use crate::app::App;
use crate::cases::breach::{Breach, BreachKind};
use crate::cases::complaint::{self, Complaint, Question, Raised};
use crate::cases::form::{CaseFields, MAX_PROMPT};
use crate::cases::indication::Indication;
use crate::cases::rules::{self, Venue};
use crate::cases::{self, Case, ComplaintVersion, Entry, EntryKind, EventMode, HeldTest, NewCase, Prompt};
use crate::clock::{DAY, timestamp};
use crate::events::{self, circumstances};
use crate::jobs::full_tests;
use crate::jobs::full_tests::page::{DOCUMENTS, Reader, document};
use crate::keys::Key;
use crate::store::audit::{self, Place};
use crate::store::{Result, StorageError};
use crate::web::{Answer, Ctx, Frame, PageDetail, Problem, page as rendered, see};

#[derive(Template)]
#[template(path = "cases.html")]
struct List<'a> {
    frame: Frame<'a>,
    cases: Vec<Case>,
}

pub(crate) async fn list(ctx: Ctx) -> Answer {
    let person = ctx.person()?;
    let cases = ctx.read(move |c, _| cases::of_person(c, person)).await?;
    let numbers: Vec<String> = cases.iter().map(|case| audit::case(case.id)).collect();
    let response = rendered(&List { frame: ctx.frame(), cases })?;
    Ok((Extension(PageDetail(numbers.join(", "))), response).into_response())
}

#[derive(Template)]
#[template(path = "cases_of_player.html")]
struct OfPlayer<'a> {
    frame: Frame<'a>,
    player: String,
    cases: Vec<Case>,
}

/// The part of a player's page about the reader's cases; empty for a reader who has none and may open none.
pub(crate) async fn of_player(ctx: &Ctx, player: &str) -> Result<String, Problem> {
    let (person, frame) = (ctx.person()?, ctx.frame());
    let mut cases = ctx.read(move |c, _| cases::of_person(c, person)).await?;
    cases.retain(|case| case.event == ctx.id() && case.player == player);
    if cases.is_empty() && !frame.offers(Permission::OpenCases) {
        return Ok(String::new());
    }
    Ok(OfPlayer { frame, player: player.to_owned(), cases }.render()?)
}

#[derive(Template)]
#[template(path = "new_case.html")]
struct New<'a> {
    frame: Frame<'a>,
    player: String,
    name: String,
    /// Nothing is stated yet.
    complaint: Complaint,
    /// How the event was played, as it is stated.
    mode: Option<Mode>,
    /// Full tests of the player that were made, each with its time.
    tests: Vec<(i64, i64)>,
}

async fn player_of(app: &App, event: i64, name: &str) -> Result<Who, Problem> {
    let shown = app.results.newest(&app.storage, event).await?.ok_or(Problem::NotFound)?;
    let place = shown.player(name).ok_or(Problem::NotFound)?;
    let player = shown.found.screening.players.get(place).ok_or(Problem::NotFound)?;
    Ok(Who { name: player.name.clone(), fide_id: player.fide_id })
}

pub(crate) async fn new(ctx: Ctx, Path((event, player)): Path<(i64, String)>) -> Answer {
    let who = player_of(&ctx.app, event, &player).await?;
    let wanted = player.clone();
    rendered(&New {
        tests: ctx.read(move |c, event| cases::tests_of_player(c, event, &wanted)).await?,
        mode: ctx.read(circumstances::stated).await?.and_then(|stated| stated.mode),
        frame: ctx.frame(),
        player,
        name: reports::visible(&who.name),
        complaint: Complaint::empty(Raised::InTournament),
    })
}

/// The case is open with all that the form holds, or not at all.
pub(crate) async fn open(ctx: Ctx, Path((event, player)): Path<(i64, String)>) -> Answer {
    let who = player_of(&ctx.app, event, &player).await?;
    let (fields, form) = (&ctx.fields, CaseFields::new(&ctx));
    let kind = fields.one("kind").parse::<Prompt>().map_err(|_| Problem::refused(Key::RefusedCaseKind))?;
    let title = fields.line("title", Key::CaseTitle)?;
    let venue = ctx.read(stated_venue).await?;
    if let Some(raised) = kind.raised() {
        complaint::fitting(raised, venue, &rules::in_force()?.online)?;
    }
    let new = NewCase {
        event,
        player,
        who,
        title,
        kind,
        prompted: form.needed("prompted", Key::CasePrompted, MAX_PROMPT)?,
        venue,
    };
    let complaint = match kind.raised() {
        Some(raised) => Some(form.complaint(raised)?),
        // Typed text is never dropped silently.
        None if !form.complaint(Raised::InTournament)?.is_empty() => {
            return Err(Problem::refused(Key::RefusedNotComplaint));
        }
        None => None,
    };
    let tests: Option<Vec<i64>> = fields.all("test").map(|text| text.parse().ok()).collect();
    let tests = tests.ok_or(Problem::refused(Key::RefusedCaseTest))?;
    let (role, person) = (ctx.visit.access.role.ok_or(Problem::NotFound)?, ctx.person()?);
    let case = ctx.change(move |c| {
        if let Some(complaint) = &complaint {
            complaint::refuse_early(complaint, circumstances::first_day(c, new.event)?)?;
        }
        let case = cases::open(c, &new, person, role)?;
        let c = &c.at(Place::Case(case));
        if let Some(complaint) = &complaint {
            cases::state(c, complaint)?;
        }
        for job in tests {
            cases::hold(c, job)?;
        }
        Ok(case)
    });
    let case = case.await?;
    ctx.app.work.interrupt();
    Ok(see(&format!("/cases/{case}")))
}

/// How the event was played, as it is stated; a case states nothing of its own.
fn stated_venue(c: &Connection, event: i64) -> Result<Venue> {
    let mode = circumstances::stated(c, event)?.and_then(|stated| stated.mode);
    Ok(mode.map_or(Venue::NotStated, |mode| mode.venue().into()))
}

#[derive(Template)]
#[template(path = "case.html")]
struct Page<'a> {
    frame: Frame<'a>,
    reader: i64,
    found: CaseContents,
    limitations: Vec<String>,
    /// What the rules of online play say; empty for other events.
    online: Vec<String>,
    /// The rules of online play.
    online_rules: OnlineRules,
    /// The official threshold of the event, where it is known how it was played.
    threshold: Option<String>,
    /// The full tests, each with its markup made by `reports`; none for one that counts the event in another way.
    tests: Vec<(HeldTest, Option<String>)>,
    /// Whether what the rules say of a test is not what they said on the day on which it was made.
    asked_anew: bool,
    panel: String,
}

struct CaseContents {
    case: Case,
    members: Vec<Member>,
    /// The complaint as it stood each time; the newest is last.
    complaints: Vec<ComplaintVersion>,
    held: Vec<(HeldTest, FullTest)>,
    stated: EventCircumstances,
    /// How the player is under attention today.
    attention: Attention,
    /// Full tests of the player that the case does not hold, each with its time.
    others: Vec<(i64, i64)>,
    entries: Vec<Entry>,
    /// The last day of the event, as its games say it.
    last: Option<String>,
    /// Whether the reader sees the event as well.
    sees_event: bool,
}

fn read(c: &Connection, id: i64, reader: i64) -> Result<Option<CaseContents>> {
    let Some(case) = cases::by_id(c, id)? else {
        return Ok(None);
    };
    let mut held = Vec::new();
    for one in cases::tests(c, id)? {
        let test = full_tests::test(c, case.event, one.job)?;
        held.push((one, test.ok_or(StorageError::Damaged { what: "a full test of a case" })?));
    }
    let mut others = cases::tests_of_player(c, case.event, &case.player)?;
    others.retain(|(job, _)| held.iter().all(|(one, _)| one.job != *job));
    let role = members::role(c, Place::Event(case.event), reader)?;
    Ok(Some(CaseContents {
        members: members::list(c, Place::Case(id))?,
        complaints: cases::complaints(c, id)?,
        held,
        others,
        attention: attention(c, &case)?,
        stated: circumstances::stated(c, case.event)?.unwrap_or_default(),
        entries: cases::entries(c, id)?,
        last: events::summary(c, case.event)?.last_date,
        sees_event: role.is_some_and(|role| role.may(Permission::SeeEvent)),
        case,
    }))
}

/// By the complaint of the case, else as the event has it.
fn attention(c: &Connection, case: &Case) -> Result<Attention> {
    let own = cases::complaints(c, case.id)?.pop().and_then(|stated| stated.complaint.attention());
    match own {
        Some(attention) => Ok(attention),
        None => Ok(circumstances::attention_to(
            &circumstances::in_force(c, case.event)?,
            &cases::who(c, case.id)?,
        )),
    }
}

impl Page<'_> {
    /// What the rules say of the complaint, each sentence with its article, and that a full test comes first.
    fn rules_of_complaint(&self, complaint: &Complaint) -> Vec<String> {
        let Some(attention) = complaint.attention() else { return Vec::new() };
        let mode = match self.found.case.played() {
            EventMode::Stated(mode) => mode,
            EventMode::AtOpening(Venue::Online) => Mode::Online,
            EventMode::AtOpening(_) => Mode::OverTheBoard,
        };
        let language = self.frame.messages().texts().language();
        let mut said = dossier::of_complaint(language, mode, attention);
        if attention == Attention::Complaint
            && mode.venue() == PlayedAt::OverTheBoard
            && self.tests.is_empty()
        {
            said.push(self.frame.t(Key::ComplaintNeedsTest));
        }
        said
    }

    fn is_statistics_alone(&self) -> bool {
        self.found.case.kind == Prompt::Statistics
    }

    /// A message with the article that it rests on.
    fn by_article(&self, key: Key, article: &str) -> String {
        self.frame.messages().with(key, "article", article)
    }

    fn complaint(&self) -> Option<&ComplaintVersion> {
        self.found.complaints.last()
    }

    fn earlier(&self) -> impl Iterator<Item = &ComplaintVersion> {
        self.found.complaints.iter().rev().skip(1)
    }

    fn texts(&self, complaint: &Complaint) -> Vec<(Key, String)> {
        let mut texts = complaint.texts();
        texts.retain(|(_, text)| !text.is_empty());
        let choices = [
            (Key::ComplaintParticipant, complaint.participant),
            (Key::ComplaintObservation, complaint.observation),
        ];
        let said = |yes| self.frame.t(if yes { Key::ComplaintYes } else { Key::ComplaintNo });
        texts.extend(choices.into_iter().filter_map(|(label, choice)| Some((label, said(choice?)))));
        texts
    }

    /// The occasion of the case: of a complaint, when it was raised as it is written down now.
    fn prompt(&self) -> &'static str {
        let raised = self.complaint().map(|stated| stated.complaint.raised);
        match (self.found.case.kind.raised(), raised) {
            (Some(_), Some(raised)) => raised.into_str(),
            _ => self.found.case.kind.into_str(),
        }
    }

    /// What has to be asked about the complaint as it stands.
    fn questions(&self, complaint: &Complaint) -> Vec<Question> {
        complaint.questions(self.found.case.played().venue(), self.found.last_day(), &self.online_rules)
    }

    /// A question with its article.
    fn asked(&self, question: &Question) -> String {
        let hours = self.frame.count(&u64::from(self.online_rules.complaints.hours));
        let values = [("article", Arg::from(&question.article)), ("hours", Arg::from(&hours))];
        self.frame.messages().all(question.key, &values)
    }

    /// The labelled texts of an indication or a breach, and what its article says; `None` for other entries.
    fn statement(&self, entry: &Entry) -> Option<(Vec<(Key, String)>, String)> {
        match entry.what {
            EntryKind::Indication => {
                let said: Indication = serde_json::from_str(&entry.text).ok()?;
                Some((said.texts(), self.by_article(Key::CaseOnlinePlatform, &self.online_rules.platform)))
            }
            EntryKind::Breach => {
                let noted: Breach = serde_json::from_str(&entry.text).ok()?;
                let article = self.by_article(Key::CaseOtherBreaches, rules::OTHER_BREACHES);
                Some((noted.texts(&self.frame), article))
            }
            _ => None,
        }
    }

    fn is_online(&self) -> bool {
        self.found.case.played().venue() == Venue::Online
    }

    /// The sentence on the approval of the method, where no test on the page says it.
    fn approval(&self) -> String {
        reports::approval_sentence(self.frame.messages().texts().language()).unwrap_or_default()
    }

    /// The complaint as a form shows it to be completed.
    fn to_complete(&self) -> Complaint {
        let stated = self.complaint().map(|stated| stated.complaint.clone());
        stated.unwrap_or_else(|| Complaint::empty(Raised::InTournament))
    }

    /// The text of an entry as people read it.
    fn readable(&self, entry: &Entry) -> String {
        match self.statement(entry) {
            None => entry.text.clone(),
            Some((texts, _)) => texts.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n"),
        }
    }

    fn withdrawn(&self, entry: &Entry) -> Option<i64> {
        let mut all = self.found.entries.iter();
        all.find(|one| one.withdraws == Some(entry.id)).map(|one| one.made)
    }

    fn may_withdraw(&self, entry: &Entry) -> bool {
        self.frame.offers(Permission::WriteInCase)
            && matches!(entry.what, EntryKind::Note | EntryKind::Indication | EntryKind::Breach)
            && entry.person == self.reader
            && self.withdrawn(entry).is_none()
    }

    /// The proposal that waits for a second member.
    fn proposal(&self) -> Option<&Entry> {
        cases::open_proposal(&self.found.entries)
    }

    fn waits(&self, entry: &Entry) -> bool {
        self.proposal().is_some_and(|open| open.id == entry.id)
    }

    fn may_sign(&self, entry: &Entry) -> bool {
        self.waits(entry) && entry.person != self.reader && self.frame.offers(Permission::ReopenCase)
    }

    fn may_take_back(&self, entry: &Entry) -> bool {
        let may = entry.person == self.reader || self.frame.has(Permission::ManageCase);
        self.waits(entry) && may && self.frame.offers(Permission::ReopenCase)
    }

    fn documents(&self) -> &'static [&'static str] {
        DOCUMENTS
    }
}

/// The threshold that the rules set for an event that was played so; none where nobody says how.
fn threshold(frame: &Frame<'_>, played: EventMode, rules: &Regulations) -> Option<String> {
    let EventMode::Stated(mode) = played else { return None };
    let threshold = rules.thresholds.at(mode.venue());
    let level = frame.messages().texts().decimal(threshold.level.z, 2);
    let values = [("level", Arg::from(&level)), ("article", Arg::from(&threshold.level.article))];
    Some(frame.messages().all(Key::CaseThreshold, &values))
}

impl CaseContents {
    fn last_day(&self) -> Option<Day> {
        self.last.as_deref().and_then(Day::parse)
    }

    /// The day from which a limitation counts, and whether the complaint was filed on it: else the case was opened on it.
    fn counted_from(&self) -> Option<(Day, bool)> {
        let filed = self.complaints.last().and_then(|stated| stated.complaint.filed());
        let opened = timestamp(self.case.made).to_string();
        let opened = || opened.get(..10).and_then(Day::parse);
        filed.map(|day| (day, true)).or_else(|| opened().map(|day| (day, false)))
    }
}

/// The rules on the time since the event, on the day on which the complaint was filed or else the case was opened.
fn limitation(frame: &Frame<'_>, found: &CaseContents, (played, limitation): (Venue, &Limitation)) -> String {
    let m = frame.messages();
    let (passed, not, unknown) = match played {
        Venue::OverTheBoard => (Key::CaseBoardPassed, Key::CaseBoardNotPassed, Key::CaseBoardUnknown),
        Venue::Online | Venue::NotStated => {
            (Key::CaseOnlinePassed, Key::CaseOnlineNotPassed, Key::CaseOnlineUnknown)
        }
    };
    let date = |day: &str| m.texts().date(&day.replace('-', "."));
    let since = limitation.before.as_ref().map(|before| date(&before.until)).unwrap_or_default();
    let rule = [("article", Arg::from(&limitation.article)), ("since", Arg::from(&since))];
    let Some((last, (on, filed))) = found.last_day().zip(found.counted_from()) else {
        return m.all(unknown, &rule);
    };
    let has_passed = |years| rules::is_longer_ago(last, years, on);
    let now = has_passed(limitation.years);
    let key = match rules::years_before(limitation, last).map(has_passed) {
        None if now => passed,
        None => not,
        Some(before) if before && now => Key::CaseBoardBeforeBoth,
        Some(before) if before || now => Key::CaseBoardBeforeBetween,
        Some(_) => Key::CaseBoardBeforeNeither,
    };
    let [last, on] = [last, on].map(|day| date(&day.to_string()));
    let by = m.text(if filed { Key::CaseCountedFiled } else { Key::CaseCountedOpened });
    let values = [("last", &last), ("on", &on), ("by", &by)].map(|(name, value)| (name, Arg::from(value)));
    m.all(key, &values.into_iter().chain(rule).collect::<Vec<_>>())
}

/// Who decides: a panel, or online a number of investigators; and how many the case has.
fn deciding(frame: &Frame<'_>, found: &CaseContents, rules: &Regulations) -> String {
    let members = |role| {
        let members = found.members.iter().filter(|member| member.role == role);
        frame.count(&(members.count() as u64))
    };
    if found.case.played().venue() != Venue::Online {
        let (panel, three) = (members(Role::PanelMember), frame.count(&u64::from(rules.panel.number)));
        let article = Arg::from(&rules.panel.article);
        let values = [("three", Arg::from(&three)), ("article", article), ("members", Arg::from(&panel))];
        return frame.messages().all(Key::CasePanel, &values);
    }
    let investigators = &rules.online.investigation.investigators;
    let (members, number) = (members(Role::Investigator), frame.count(&u64::from(investigators.number)));
    let article = Arg::from(&investigators.article);
    let values = [("number", Arg::from(&number)), ("article", article), ("members", Arg::from(&members))];
    frame.messages().all(Key::CaseOnlineInvestigators, &values)
}

/// What the rules of online play say of a case, with the days that follow for it.
fn said_online(frame: &Frame<'_>, found: &CaseContents, online: &OnlineRules) -> Vec<String> {
    let m = frame.messages();
    let date = |day: Day| m.texts().date(&day.to_string().replace('-', "."));
    let OnlineComplaints { after_the_event, participants, hours } = &online.complaints;
    let (articles, shown) = (format!("{after_the_event}, {participants}"), frame.count(&u64::from(*hours)));
    let mut said =
        vec![m.all(
            Key::CaseOnlineComplaint,
            &[("hours", Arg::from(&shown)), ("article", Arg::from(&articles))],
        )];
    // Only the day of the last round is known, so the hours end on a later day.
    let until = found.last_day().and_then(|last| Some((last, later(last, hours.div_ceil(24))?)));
    said.extend(until.map(|(last, until)| {
        let [last, until] = [last, until].map(date);
        m.all(Key::CaseOnlineComplaintUntil, &[("last", Arg::from(&last)), ("until", Arg::from(&until))])
    }));
    let days = &online.investigation.days;
    let term = found.counted_from().and_then(|(from, filed)| Some((from, filed, later(from, days.number)?)));
    said.extend(term.map(|(from, filed, until)| {
        let [from, until] = [from, until].map(date);
        let by = m.text(if filed { Key::CaseCountedFiled } else { Key::CaseCountedOpened });
        let number = frame.count(&u64::from(days.number));
        let values =
            [("days", &number), ("article", &days.article), ("from", &from), ("by", &by), ("until", &until)];
        m.all(Key::CaseOnlineDays, &values.map(|(name, value)| (name, Arg::from(value))))
    }));
    said.extend([
        m.with(Key::CaseOnlineMonitoring, "article", &online.monitoring),
        m.with(Key::CaseOnlinePlatform, "article", &online.platform),
        m.with(Key::CaseOnlinePrizes, "article", &online.prizes),
    ]);
    said
}

/// The day that many days later; `None` beyond the calendar.
fn later(day: Day, days: u32) -> Option<Day> {
    let seconds = (day.ordinal() + i64::from(days)) * DAY;
    timestamp(seconds).to_string().get(..10).and_then(Day::parse)
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    let reader = ctx.person()?;
    let mut found = ctx.read(move |c, id| read(c, id, reader)).await?.ok_or(Problem::NotFound)?;
    let frame = ctx.frame();
    let rules = rules::in_force()?;
    let limitations = rules::limitations(found.case.played().venue(), &rules);
    let limitations = limitations.map(|one| limitation(&frame, &found, one)).collect();
    let tests = std::mem::take(&mut found.held).into_iter();
    let mut asked_anew = false;
    let tests = tests.map(|(held, test)| {
        if circumstances::counts_otherwise(&test, &found.stated) {
            return (held, None);
        }
        let (test, other) = circumstances::as_of_now(test, found.attention);
        asked_anew |= other;
        (held, Some(dossier::summary(&test, ctx.visit.language).fragment()))
    });
    let tests: Vec<_> = tests.collect();
    let threshold = threshold(&frame, found.case.played(), &rules);
    let is_online = found.case.played().venue() == Venue::Online;
    let online = if is_online { said_online(&frame, &found, &rules.online) } else { Vec::new() };
    let panel = deciding(&frame, &found, &rules);
    rendered(&Page {
        tests,
        asked_anew,
        threshold,
        frame,
        reader,
        limitations,
        online,
        online_rules: rules.online,
        panel,
        found,
    })
}

/// A test that the case does not hold is not there.
/// Leads to a full test on the page of the case that holds it.
pub(crate) async fn place(ctx: Ctx, Path((_, job)): Path<(i64, i64)>) -> Answer {
    let held = ctx.read(move |c, case| Ok(cases::tests(c, case)?.iter().any(|held| held.job == job))).await?;
    if !held {
        return Err(Problem::NotFound);
    }
    Ok(ctx.see(&format!("#full-test-{job}")))
}

pub(crate) async fn download(ctx: Ctx, Path((case, job, what)): Path<(i64, i64, String)>) -> Answer {
    let event = ctx.read(move |c, case| {
        let held = cases::tests(c, case)?.iter().any(|held| held.job == job);
        Ok(cases::by_id(c, case)?.filter(|_| held).map(|case| case.event))
    });
    let event = event.await?.ok_or(Problem::NotFound)?;
    let (what, bytes) = document(&ctx, (event, job), &what, Reader::OfCase).await?;
    let name = format!("case-{case}-test-{job}-{what}");
    ctx.export(format!("full test {job}"), what, ("application/octet-stream", &name), bytes).await
}
