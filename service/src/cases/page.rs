//! One case: what it was opened with, what is in it, who works on it.

use analyzer::full_test::FullTest;
use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use datasets::day::Day;
use reports::{Arg, dossier};
use rusqlite::Connection;

use crate::access::{InCase, Visit};
use crate::app::App;
use crate::cases::complaint::{Part, Raised};
use crate::cases::entries::{self, Entry, What};
use crate::cases::list_page::{played_key, prompt_key, raised_key};
use crate::cases::rules::{self, Limitation, Played};
use crate::cases::{self, Case, Held, Prompt, Stated};
use crate::clock::timestamp;
use crate::events;
use crate::jobs::full_tests::page;
use crate::keys::Key;
use crate::members::{self, Member, Place};
use crate::pages::{Frame, page as rendered};
use crate::problem::Problem;
use crate::roles::{Permission, Role};
use crate::storage::StorageError;

#[derive(Template)]
#[template(path = "case.html")]
struct Page<'a> {
    frame: Frame<'a>,
    inside: InCase,
    found: Found,
    limitations: Vec<String>,
    /// The full tests, each with its markup made by `reports`.
    tests: Vec<(Held, String)>,
    panel: String,
}

/// What is stored about a case.
struct Found {
    case: Case,
    members: Vec<Member>,
    /// The complaint as it stood each time; the newest is last.
    complaints: Vec<Stated>,
    held: Vec<(Held, FullTest)>,
    /// Full tests of the player that the case does not hold, each with its time.
    others: Vec<(i64, i64)>,
    entries: Vec<Entry>,
    /// The last day of the event, as its games say it.
    last: Option<String>,
    /// Whether the reader sees the event as well.
    sees_event: bool,
}

fn read(connection: &Connection, inside: InCase) -> Result<Option<Found>, StorageError> {
    let Some(case) = cases::by_id(connection, inside.case)? else {
        return Ok(None);
    };
    let event = case.opened.event;
    let mut held = Vec::new();
    for one in cases::tests(connection, inside.case)? {
        let test = crate::jobs::full_tests::test(connection, event, one.job)?;
        held.push((one, test.ok_or(StorageError::Damaged { what: "a full test of a case" })?));
    }
    let mut others = cases::tests_of(connection, event, &case.opened.player)?;
    others.retain(|(job, _)| held.iter().all(|(one, _)| one.job != *job));
    let role = members::role(connection, Place::Event(event), inside.person)?;
    Ok(Some(Found {
        members: members::list(connection, Place::Case(inside.case))?,
        complaints: cases::complaints(connection, inside.case)?,
        held,
        others,
        entries: entries::of_case(connection, inside.case)?,
        last: events::account(connection, event)?.last_date,
        sees_event: role.is_some_and(|role| role.may(Permission::SeeEvent)),
        case,
    }))
}

impl Page<'_> {
    fn kind(&self) -> Key {
        prompt_key(self.found.case.opened.kind)
    }

    fn is_statistics_alone(&self) -> bool {
        self.found.case.opened.kind == Prompt::Statistics
    }

    fn played(&self) -> Key {
        played_key(self.found.case.opened.played)
    }

    fn raised(raised: &Raised) -> Key {
        raised_key(*raised)
    }

    /// A message with the article that it rests on.
    fn by_article(&self, key: Key, article: &str) -> String {
        self.frame.messages().with(key, "article", article)
    }

    /// The complaint as it stands.
    fn complaint(&self) -> Option<&Stated> {
        self.found.complaints.last()
    }

    /// How it stood before, newest first.
    fn earlier(&self) -> impl Iterator<Item = &Stated> {
        self.found.complaints.iter().rev().skip(1)
    }

    fn missing(stated: &Stated) -> Vec<Key> {
        let word = |part: Part| match part {
            Part::Complainant => Key::ComplaintComplainant,
            Part::FideId => Key::ComplaintFideId,
            Part::Late => Key::ComplaintLate,
            Part::Facts => Key::ComplaintFacts,
            Part::Engine => Key::ComplaintEngine,
            Part::Version => Key::ComplaintVersion,
            Part::Settings => Key::ComplaintSettings,
            Part::Gui => Key::ComplaintGui,
            Part::Games => Key::ComplaintGames,
        };
        stated.complaint.missing().into_iter().map(word).collect()
    }

    /// Texts of a complaint that were stated, each with its label.
    fn texts(stated: &Stated) -> Vec<(Key, String)> {
        let one = &stated.complaint;
        let mut texts = vec![
            (Key::ComplaintComplainant, one.complainant.clone()),
            (Key::ComplaintFideId, one.fide_id.map(|id| id.to_string()).unwrap_or_default()),
            (Key::ComplaintLate, one.late.clone()),
            (Key::ComplaintFacts, one.facts.clone()),
        ];
        if let Some(procedure) = &one.matching {
            texts.extend([
                (Key::ComplaintEngine, procedure.engine.clone()),
                (Key::ComplaintVersion, procedure.version.clone()),
                (Key::ComplaintSettings, procedure.settings.clone()),
                (Key::ComplaintGui, procedure.gui.clone()),
                (Key::ComplaintGames, procedure.games.clone()),
            ]);
        }
        texts.retain(|(_, text)| !text.is_empty());
        texts
    }

    /// The complaint as a form shows it to be completed.
    fn to_complete(&self) -> cases::complaint::Complaint {
        let stated = self.complaint().map(|stated| stated.complaint.clone());
        stated.unwrap_or_else(|| cases::complaint::Complaint::empty(Raised::InTournament))
    }

    /// What an entry is; nothing for a withdrawal, which shows at its note.
    fn what(entry: &Entry) -> Option<Key> {
        match entry.what {
            What::Note => Some(Key::CaseNote),
            What::Closed => Some(Key::CaseEntryClosed),
            What::Reopened => Some(Key::CaseEntryReopened),
            What::Withdrawn => None,
        }
    }

    /// When a note was withdrawn.
    fn withdrawn(&self, entry: &Entry) -> Option<i64> {
        let mut all = self.found.entries.iter();
        all.find(|one| one.withdraws == Some(entry.id)).map(|one| one.made)
    }

    /// Whether the reader may withdraw an entry.
    fn may_withdraw(&self, entry: &Entry) -> bool {
        self.inside.offers(Permission::WriteInCase)
            && entry.what == What::Note
            && entry.person == self.inside.person
            && self.withdrawn(entry).is_none()
    }

    fn documents(&self) -> &'static [&'static str] {
        page::DOCUMENTS
    }
}

/// What the rules say about the time since the event, on the day on which the case was opened.
fn limitation(frame: &Frame<'_>, found: &Found, limitation: Limitation) -> String {
    let m = frame.messages();
    let opened = timestamp(found.case.made).to_string();
    let on = opened.get(..10).and_then(Day::parse);
    let last = found.last.as_deref().and_then(Day::parse);
    let (passed, not, unknown) = match limitation.played {
        Played::Board => (Key::CaseBoardPassed, Key::CaseBoardNotPassed, Key::CaseBoardUnknown),
        Played::Online | Played::NotStated => {
            (Key::CaseOnlinePassed, Key::CaseOnlineNotPassed, Key::CaseOnlineUnknown)
        }
    };
    let Some((last, on)) = last.zip(on) else {
        return m.with(unknown, "article", limitation.article);
    };
    let key = if limitation.has_passed(last, on) { passed } else { not };
    let last = m.texts().date(&last.to_string().replace('-', "."));
    m.all(key, &[("last", Arg::Text(&last)), ("article", Arg::Text(limitation.article))])
}

/// `GET /cases/{case}`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InCase>,
) -> Result<Response, Problem> {
    let found = app.storage.read(move |c| read(c, inside)).await?;
    let mut found = found.ok_or(Problem::NotFound)?;
    let frame = Frame::new(&app, &visit, format!("/cases/{}", inside.case));
    let limitations = rules::limitations(found.case.opened.played);
    let limitations = limitations.map(|one| limitation(&frame, &found, one)).collect();
    let tests = std::mem::take(&mut found.held).into_iter();
    let tests = tests.map(|(held, test)| (held, dossier::summary(&test, visit.language)));
    let panel = found.members.iter().filter(|member| member.role == Role::PanelMember);
    let [panel, three] = [panel.count() as u64, rules::PANEL].map(|number| frame.count(&number));
    let panel = frame.messages().all(
        Key::CasePanel,
        &[
            ("three", Arg::Text(&three)),
            ("article", Arg::Text(rules::PANEL_ARTICLE)),
            ("members", Arg::Text(&panel)),
        ],
    );
    rendered(&Page { tests: tests.collect(), frame, inside, limitations, panel, found })
}
