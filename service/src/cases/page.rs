//! One case: what it was opened with, what is in it, who works on it.

use analyzer::full_test::FullTest;
use askama::Template;
use axum::extract::Path;
use datasets::day::Day;
use reports::{Arg, dossier};
use rusqlite::Connection;
use strum::VariantArray as _;

use crate::accounts::members::{self, Member};
use crate::accounts::roles::{Permission, Role};
use crate::cases::complaint::{Complaint, Raised};
use crate::cases::entries::{self, Entry, What};
use crate::cases::rules::{self, Limitation, Venue};
use crate::cases::{self, Case, ComplaintVersion, HeldTest, Prompt};
use crate::clock::timestamp;
use crate::events;
use crate::jobs::full_tests;
use crate::jobs::full_tests::page::{DOCUMENTS, Reader, document};
use crate::keys::Key;
use crate::store::audit::{Action, Place};
use crate::store::{Result, StorageError};
use crate::web::{Answer, Ctx, Frame, Problem, file, page as rendered};

#[derive(Template)]
#[template(path = "case.html")]
struct Page<'a> {
    frame: Frame<'a>,
    reader: i64,
    found: CaseContents,
    limitations: Vec<String>,
    /// The full tests, each with its markup made by `reports`.
    tests: Vec<(HeldTest, String)>,
    panel: String,
}

struct CaseContents {
    case: Case,
    members: Vec<Member>,
    /// The complaint as it stood each time; the newest is last.
    complaints: Vec<ComplaintVersion>,
    held: Vec<(HeldTest, FullTest)>,
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
        entries: entries::of_case(c, id)?,
        last: events::summary(c, case.event)?.last_date,
        sees_event: role.is_some_and(|role| role.may(Permission::SeeEvent)),
        case,
    }))
}

impl Page<'_> {
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

    /// How it stood before, newest first.
    fn earlier(&self) -> impl Iterator<Item = &ComplaintVersion> {
        self.found.complaints.iter().rev().skip(1)
    }

    /// Texts of a complaint that were stated, each with its label.
    fn texts(complaint: &Complaint) -> Vec<(Key, String)> {
        let mut texts = complaint.texts();
        texts.retain(|(_, text)| !text.is_empty());
        texts
    }

    /// The complaint as a form shows it to be completed.
    fn to_complete(&self) -> Complaint {
        let stated = self.complaint().map(|stated| stated.complaint.clone());
        stated.unwrap_or_else(|| Complaint::empty(Raised::InTournament))
    }

    fn withdrawn(&self, entry: &Entry) -> Option<i64> {
        let mut all = self.found.entries.iter();
        all.find(|one| one.withdraws == Some(entry.id)).map(|one| one.made)
    }

    fn may_withdraw(&self, entry: &Entry) -> bool {
        self.frame.offers(Permission::WriteInCase)
            && entry.what == What::Note
            && entry.person == self.reader
            && self.withdrawn(entry).is_none()
    }

    fn documents(&self) -> &'static [&'static str] {
        DOCUMENTS
    }
}

/// The rules on the time since the event, on the day on which the case was opened.
fn limitation(frame: &Frame<'_>, found: &CaseContents, limitation: Limitation) -> String {
    let m = frame.messages();
    let opened = timestamp(found.case.made).to_string();
    let on = opened.get(..10).and_then(Day::parse);
    let last = found.last.as_deref().and_then(Day::parse);
    let (passed, not, unknown) = match limitation.venue {
        Venue::OverTheBoard => (Key::CaseBoardPassed, Key::CaseBoardNotPassed, Key::CaseBoardUnknown),
        Venue::Online | Venue::NotStated => {
            (Key::CaseOnlinePassed, Key::CaseOnlineNotPassed, Key::CaseOnlineUnknown)
        }
    };
    let Some((last, on)) = last.zip(on) else {
        return m.with(unknown, "article", limitation.article);
    };
    let key = if limitation.has_passed(last, on) { passed } else { not };
    let last = m.texts().date(&last.to_string().replace('-', "."));
    m.all(key, &[("last", Arg::from(&last)), ("article", Arg::from(limitation.article))])
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    let reader = ctx.person()?;
    let mut found = ctx.read(move |c, id| read(c, id, reader)).await?.ok_or(Problem::NotFound)?;
    let frame = ctx.frame();
    let limitations = rules::limitations(found.case.venue);
    let limitations = limitations.map(|one| limitation(&frame, &found, one)).collect();
    let tests = std::mem::take(&mut found.held).into_iter();
    let tests = tests.map(|(held, test)| (held, dossier::summary(&test, ctx.visit.language).fragment()));
    let panel = found.members.iter().filter(|member| member.role == Role::PanelMember);
    let [panel, three] = [panel.count() as u64, rules::PANEL].map(|number| frame.count(&number));
    let panel = [
        ("three", Arg::from(&three)),
        ("article", Arg::from(rules::PANEL_ARTICLE)),
        ("members", Arg::from(&panel)),
    ];
    let panel = frame.messages().all(Key::CasePanel, &panel);
    rendered(&Page { tests: tests.collect(), frame, reader, limitations, panel, found })
}

/// It is logged before the first byte leaves. A test that the case does not hold is not there.
pub(crate) async fn download(ctx: Ctx, Path((case, job, what)): Path<(i64, i64, String)>) -> Answer {
    let event = ctx.read(move |c, case| {
        let held = cases::tests(c, case)?.iter().any(|held| held.job == job);
        Ok(cases::by_id(c, case)?.filter(|_| held).map(|case| case.event))
    });
    let event = event.await?.ok_or(Problem::NotFound)?;
    let (what, bytes) = document(&ctx, (event, job), &what, Reader::OfCase).await?;
    ctx.change(move |c| Ok(c.log(Action::Exported, format!("full test {job}"), what)?)).await?;
    Ok(file("application/octet-stream", &format!("case-{case}-test-{job}-{what}"), bytes))
}
