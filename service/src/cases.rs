//! Cases about one player in one event, visible to the members of the case only.
//!
//! A case is only added to: a wrong note is withdrawn by a further entry, a complaint is written down again. The software
//! writes no outcome; a person does, under their name.

use analyzer::hints::Who;
use analyzer::policy::Mode;
use rusqlite::{Connection, params};
use serde::Deserialize;
use strum::{EnumString, IntoStaticStr, VariantArray};

pub(crate) mod breach;
pub(crate) mod changes;
pub(crate) mod complaint;
mod form;
pub(crate) mod indication;
pub(crate) mod page;
pub(crate) mod rules;

use crate::accounts::members;
use crate::accounts::roles::{Permission, Role};
use crate::events::circumstances;
use crate::jobs::{self, full_tests};
use crate::keys::Key;
use crate::store::audit::{Action, Place, Seal};
use crate::store::change::Change;
use crate::store::{Result, StorageError, from_json, row, rows, to_json};
use crate::web::Problem;
use complaint::{Complaint, Raised};
use rules::Venue;

/// The occasion of a case: a complaint, when it was raised, or something else. The names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Prompt {
    InTournament,
    PostTournament,
    ArbiterReport,
    /// A breach of another rule than those on help.
    Breach,
    Statistics,
}

impl Prompt {
    pub(crate) fn raised(self) -> Option<Raised> {
        match self {
            Self::InTournament => Some(Raised::InTournament),
            Self::PostTournament => Some(Raised::PostTournament),
            Self::ArbiterReport | Self::Breach | Self::Statistics => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct NewCase {
    pub(crate) event: i64,
    /// The end of the address of the player.
    pub(crate) player: String,
    pub(crate) who: Who,
    pub(crate) title: String,
    pub(crate) kind: Prompt,
    pub(crate) prompted: String,
    pub(crate) venue: Venue,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) id: i64,
    pub(crate) event: i64,
    pub(crate) player: String,
    pub(crate) player_name: String,
    pub(crate) title: String,
    pub(crate) kind: Prompt,
    pub(crate) prompted: String,
    /// How the event was played, as its chief arbiter states it now.
    pub(crate) mode: Option<String>,
    /// As it was known when the case was opened.
    pub(crate) venue: Venue,
    pub(crate) event_name: String,
    pub(crate) by: String,
    pub(crate) made: i64,
    pub(crate) closed: Option<i64>,
}

impl Case {
    /// How the event was played: as its chief arbiter states it, else as it was known when the case was opened.
    pub(crate) fn played(&self) -> EventMode {
        let mode = self.mode.as_deref().and_then(Mode::by_name);
        mode.map_or(EventMode::AtOpening(self.venue), EventMode::Stated)
    }
}

/// How the event of a case was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventMode {
    Stated(Mode),
    AtOpening(Venue),
}

impl EventMode {
    pub(crate) fn venue(self) -> Venue {
        match self {
            Self::Stated(mode) => mode.venue().into(),
            Self::AtOpening(venue) => venue,
        }
    }
}

const LISTED: &str = "SELECT fair_play_case.id, fair_play_case.event, player, fair_play_case.name AS player_name, title, kind,
    prompted, played AS venue,
    (SELECT stated ->> 'mode' FROM event_circumstances WHERE event = fair_play_case.event ORDER BY id DESC LIMIT 1) AS mode, event.name AS event_name, person.name AS by, fair_play_case.made,
    (SELECT CASE what WHEN 'closed' THEN made END FROM case_entry
     WHERE case_id = fair_play_case.id AND what IN ('closed', 'reopened') ORDER BY id DESC LIMIT 1) AS closed
    FROM fair_play_case JOIN event ON event.id = fair_play_case.event JOIN person ON person.id = fair_play_case.person";

/// Opens a case, with its entry in the log; its number. Whoever opens it is its first member, with the role that they have
/// in the event.
pub(crate) fn open(c: &Change<'_>, new: &NewCase, person: i64, role: Role) -> Result<i64> {
    let NewCase { event, player, who, title, kind, prompted, venue } = new;
    let (kind, venue) = (kind.into_str(), venue.into_str());
    let seal = Seal::new(&format!("{title}\n{prompted}"))?;
    c.execute(
        "INSERT INTO fair_play_case (event, player, name, fide_id, title, kind, prompted, played, person, made, salt)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        params![event, player, who.name, who.fide_id, title, kind, prompted, venue, person, c.now, seal.salt],
    )?;
    let id = c.last_insert_rowid();
    // Before the entry, which holds what the tables say after the change.
    members::set(c, Place::Case(id), person, role)?;
    c.at(Place::Case(id)).log(Action::CaseOpened, format!("opening {id}"), seal.detail)?;
    Ok(id)
}

pub(crate) fn by_id(c: &Connection, id: i64) -> Result<Option<Case>> {
    row(c, &format!("{LISTED} WHERE fair_play_case.id = ?1"), [id])
}

/// The player of a case as it was opened.
pub(crate) fn who(c: &Connection, id: i64) -> Result<Who> {
    let (name, fide_id) = row(c, "SELECT name, fide_id FROM fair_play_case WHERE id = ?1", [id])?
        .ok_or(StorageError::Damaged { what: "a case" })?;
    Ok(Who { name, fide_id })
}

/// The cases that a person is a member of, newest first.
pub(crate) fn of_person(c: &Connection, person: i64) -> Result<Vec<Case>> {
    let joined = "JOIN case_member ON case_member.case_id = fair_play_case.id WHERE case_member.person = ?1";
    rows(c, &format!("{LISTED} {joined} ORDER BY fair_play_case.id DESC"), [person])
}

/// Whether a person is a member of a case or may open one in an event of theirs.
pub(crate) fn concern(c: &Connection, person: i64) -> Result<bool> {
    if c.prepare_cached("SELECT 1 FROM case_member WHERE person = ?1")?.exists([person])? {
        return Ok(true);
    }
    let roles: Vec<Role> = rows(c, "SELECT DISTINCT role FROM membership WHERE person = ?1", [person])?;
    Ok(roles.iter().any(|role| role.may(Permission::OpenCases)))
}

/// Cases without a manager who may sign in, each with the time when it was opened.
pub(crate) fn unmanaged(c: &Connection) -> Result<Vec<(i64, i64)>> {
    let mut unmanaged = Vec::new();
    for (case, made) in rows::<(i64, i64)>(c, "SELECT id, made FROM fair_play_case ORDER BY id", [])? {
        if members::managers(c, Place::Case(case))?.is_empty() {
            unmanaged.push((case, made));
        }
    }
    Ok(unmanaged)
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct HeldTest {
    pub(crate) job: i64,
    pub(crate) digest: String,
    pub(crate) by: String,
    pub(crate) made: i64,
}

/// The full tests that a case holds, in the order in which they came.
pub(crate) fn tests(c: &Connection, case: i64) -> Result<Vec<HeldTest>> {
    let sql = "SELECT job, digest, person.name AS by, case_test.made FROM case_test
               JOIN person ON person.id = case_test.person WHERE case_id = ?1 ORDER BY case_test.made, job";
    rows(c, sql, [case])
}

pub(crate) fn tests_of_player(c: &Connection, event: i64, player: &str) -> Result<Vec<(i64, i64)>> {
    let sql =
        "SELECT job, made FROM full_test_result JOIN full_test USING (job) WHERE event = ?1 AND player = ?2
               ORDER BY job";
    rows(c, sql, params![event, player])
}

/// Puts a full test into a case, with its entry in the log. Refused if it is none of that player that was made, or is there
/// already.
pub(crate) fn hold(c: &Change<'_>, job: i64) -> Result<(), Problem> {
    let added = c.execute(
        "INSERT INTO case_test (case_id, job, digest, person, made)
         SELECT fair_play_case.id, job, digest, ?3, ?4 FROM fair_play_case
         JOIN full_test ON full_test.event = fair_play_case.event AND full_test.player = fair_play_case.player
         JOIN full_test_result USING (job)
         WHERE fair_play_case.id = ?1 AND job = ?2 ON CONFLICT DO NOTHING",
        params![c.id(), job, c.person(), c.now],
    )?;
    if added == 0 {
        return Err(Problem::refused(Key::RefusedCaseTest));
    }
    let event = by_id(c, c.id())?.map_or(0, |case| case.event);
    let stated = circumstances::stated(c, event)?.unwrap_or_default();
    // One case, one threshold.
    if full_tests::test(c, event, job)?.is_some_and(|test| circumstances::counts_otherwise(&test, &stated)) {
        return Err(Problem::refused(Key::RefusedTestOtherwise));
    }
    Ok(c.log(Action::CaseTestHeld, format!("full test {job}"), "")?)
}

/// A complaint as it stood at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ComplaintVersion {
    pub(crate) complaint: Complaint,
    pub(crate) by: String,
    pub(crate) made: i64,
}

/// The complaint of a case as it stood each time, oldest first.
pub(crate) fn complaints(c: &Connection, case: i64) -> Result<Vec<ComplaintVersion>> {
    let sql = "SELECT complaint, person.name, case_complaint.made FROM case_complaint
               JOIN person ON person.id = case_complaint.person WHERE case_id = ?1 ORDER BY case_complaint.id";
    let versions: Vec<(String, String, i64)> = rows(c, sql, [case])?;
    let version = |(text, by, made): (String, _, _)| {
        Ok(ComplaintVersion { complaint: from_json(&text, "a complaint")?, by, made })
    };
    versions.into_iter().map(version).collect()
}

/// Writes down the complaint of a case, with its entry in the log, if it is not the newest one already.
pub(crate) fn state(c: &Change<'_>, complaint: &Complaint) -> Result<()> {
    let newest = complaints(c, c.id())?.pop();
    if newest.is_some_and(|newest| newest.complaint == *complaint) {
        return Ok(());
    }
    let text = to_json(complaint)?;
    let seal = Seal::new(&text)?;
    let sql =
        "INSERT INTO case_complaint (case_id, complaint, person, made, salt) VALUES (?1, ?2, ?3, ?4, ?5)";
    c.execute(sql, params![c.id(), text, c.person(), c.now, seal.salt])?;
    c.log(Action::CaseComplaintStated, format!("complaint {}", c.last_insert_rowid()), seal.detail)?;
    look_again(c)
}

/// Has the event of a case looked at again after its complaint began to count there, changed, or counts no more.
fn look_again(c: &Change<'_>) -> Result<()> {
    match by_id(c, c.id())? {
        Some(case) if !complaints(c, c.id())?.is_empty() => jobs::queue(c, case.event),
        _ => Ok(()),
    }
}

/// The kind of an entry. The names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum EntryKind {
    Note,
    /// What a platform found itself, as JSON of [`indication::Indication`].
    Indication,
    /// A breach of another rule, as JSON of [`breach::Breach`].
    Breach,
    OutcomeProposed,
    ReopeningProposed,
    /// The signature under a proposed outcome. From before proposals: an outcome itself, and so with reopening.
    Closed,
    Reopened,
    Withdrawn,
}

impl EntryKind {
    /// Its words; none for a withdrawal, which shows at its note.
    pub(crate) fn key(self) -> Option<Key> {
        match self {
            Self::Note => Some(Key::CaseNote),
            Self::Indication => Some(Key::IndicationTitle),
            Self::Breach => Some(Key::BreachTitle),
            Self::OutcomeProposed => Some(Key::CaseOutcome),
            Self::ReopeningProposed => Some(Key::CaseReopening),
            Self::Closed => Some(Key::CaseEntryClosed),
            Self::Reopened => Some(Key::CaseEntryReopened),
            Self::Withdrawn => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Entry {
    pub(crate) id: i64,
    pub(crate) what: EntryKind,
    pub(crate) text: String,
    pub(crate) withdraws: Option<i64>,
    /// The proposal that it signs.
    pub(crate) signs: Option<i64>,
    pub(crate) person: i64,
    pub(crate) by: String,
    pub(crate) made: i64,
}

pub(crate) fn entries(c: &Connection, case: i64) -> Result<Vec<Entry>> {
    let sql = "SELECT case_entry.id, what, body AS text, withdraws, signs, person, person.name AS by, case_entry.made
               FROM case_entry JOIN person ON person.id = case_entry.person WHERE case_id = ?1 ORDER BY case_entry.id";
    rows(c, sql, [case])
}

/// Since when a case is closed; `None` if it is open or not there.
pub(crate) fn closed(c: &Connection, case: i64) -> Result<Option<i64>> {
    let sql = "SELECT CASE what WHEN 'closed' THEN made END FROM case_entry
               WHERE case_id = ?1 AND what IN ('closed', 'reopened') ORDER BY id DESC LIMIT 1";
    Ok(row::<Option<i64>>(c, sql, [case])?.flatten())
}

/// Adds a text to a case, with its entry in the log.
pub(crate) fn add_entry(c: &Change<'_>, what: EntryKind, text: &str, action: Action) -> Result<()> {
    let seal = Seal::new(text)?;
    let sql =
        "INSERT INTO case_entry (case_id, what, body, person, made, salt) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    c.execute(sql, params![c.id(), what.into_str(), text, c.person(), c.now, seal.salt])?;
    c.log(action, format!("entry {}", c.last_insert_rowid()), seal.detail)
}

/// The proposal of an outcome or a reopening that is neither signed nor taken back.
pub(crate) fn open_proposal(entries: &[Entry]) -> Option<&Entry> {
    let proposals = [EntryKind::OutcomeProposed, EntryKind::ReopeningProposed];
    let open = |id| entries.iter().all(|later| later.signs != Some(id) && later.withdraws != Some(id));
    entries.iter().find(|entry| proposals.contains(&entry.what) && open(entry.id))
}

/// Proposes an outcome or a reopening, with its entry in the log. It counts once a second member signs it.
pub(crate) fn propose(c: &Change<'_>, what: EntryKind, text: &str, action: Action) -> Result<(), Problem> {
    match open_proposal(&entries(c, c.id())?) {
        Some(_) => Err(Problem::refused(Key::RefusedProposalOpen)),
        None => Ok(add_entry(c, what, text, action)?),
    }
}

fn proposal(c: &Change<'_>, id: i64) -> Result<Entry, Problem> {
    let entries = entries(c, c.id())?;
    let open = open_proposal(&entries).filter(|open| open.id == id).cloned();
    open.ok_or(Problem::refused(Key::RefusedProposalGone))
}

/// Signs a proposal of somebody else, which counts from now on. What is sealed names the proposal.
pub(crate) fn sign(c: &Change<'_>, id: i64) -> Result<(), Problem> {
    let proposal = proposal(c, id)?;
    if c.person() == Some(proposal.person) {
        return Err(Problem::refused(Key::RefusedOwnProposal));
    }
    let (what, action) = match proposal.what {
        EntryKind::OutcomeProposed => (EntryKind::Closed, Action::CaseClosed),
        _ => (EntryKind::Reopened, Action::CaseReopened),
    };
    let text = format!("entry {id}");
    let seal = Seal::new(&text)?;
    let sql = "INSERT INTO case_entry (case_id, what, body, signs, person, made, salt)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    c.execute(sql, params![c.id(), what.into_str(), text, id, c.person(), c.now, seal.salt])?;
    c.log(action, format!("entry {}", c.last_insert_rowid()), seal.detail)?;
    Ok(look_again(c)?)
}

/// Takes a proposal back: one's own, or one of a case that the person manages.
pub(crate) fn take_back(c: &Change<'_>, id: i64, manages: bool) -> Result<(), Problem> {
    let proposal = proposal(c, id)?;
    if !manages && c.person() != Some(proposal.person) {
        return Err(Problem::refused(Key::RefusedProposalGone));
    }
    let sql = "INSERT INTO case_entry (case_id, what, body, withdraws, person, made)
               VALUES (?1, 'withdrawn', '', ?2, ?3, ?4)";
    c.execute(sql, params![c.id(), id, c.person(), c.now])?;
    Ok(c.log(Action::CaseProposalWithdrawn, format!("entry {id}"), "")?)
}

/// Withdraws a note or an indication of a person's own. Says whether there was one that is not withdrawn yet.
pub(crate) fn withdraw_note(c: &Change<'_>, note: i64) -> Result<bool> {
    let added = c.execute(
        "INSERT INTO case_entry (case_id, what, body, withdraws, person, made)
         SELECT case_id, 'withdrawn', '', id, person, ?4 FROM case_entry
         WHERE case_id = ?1 AND id = ?2 AND person = ?3 AND what IN ('note', 'indication', 'breach') ON CONFLICT DO NOTHING",
        params![c.id(), note, c.person(), c.now],
    )?;
    Ok(added == 1)
}

pub(crate) fn open_or_refused(c: &Connection, case: i64) -> Result<(), Problem> {
    match closed(c, case)? {
        Some(_) => Err(Problem::refused(Key::RefusedCaseClosed)),
        None => Ok(()),
    }
}
