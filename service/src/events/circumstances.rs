//! Circumstances of an event: how it was played, how large it is, who came under attention. Stated once, on its settings page.
//!
//! Until a person has confirmed them, the page proposes what the games say. What was stated before is kept: a test rests on
//! what was stated when it was made. The log has a hash of them, because they name players.

use analyzer::full_test::FullTest;
use analyzer::hints::Who;
use analyzer::policy::{Attention, Mode};
use datasets::day::Day;
use datasets::tournament::event_facts::{Asked, StatedPlay};
use datasets::{Person, RatingSource, Roster};
use pipeline::{EventCircumstances, StatedComplaint};
use rusqlite::{Connection, params};

pub(crate) mod accepted;
pub(crate) mod page;

use crate::accounts::members;
use crate::accounts::roles::Role;
use crate::events::{self, attachments};
use crate::keys::Key;
use crate::store::audit::{Action, Place, Seal};
use crate::store::change::Change;
use crate::store::{Result, from_json, row, rows, to_json};

/// What people stated last, if they did.
pub(crate) fn stated(c: &Connection, event: i64) -> Result<Option<EventCircumstances>> {
    let sql = "SELECT stated FROM event_circumstances WHERE event = ?1 ORDER BY id DESC LIMIT 1";
    let text: Option<String> = row(c, sql, [event])?;
    text.map(|text| from_json(&text, "the circumstances of an event")).transpose()
}

/// What people stated last, with the complaints that are written down in open cases about players of the event. Of a complaint nothing
/// is taken but whom it names, whether it states an observation and whether it was raised after the event: everything else stays
/// in the case. One that argues from strength alone is manifestly unfounded and is none here; one that does not say whether it
/// states an observation counts as one without.
pub(crate) fn in_force(c: &Connection, event: i64) -> Result<EventCircumstances> {
    let sql = "SELECT coalesce(CAST(fide_id AS TEXT), name) AS player,
               coalesce(complaint ->> 'observation', 0) AS observation,
               complaint ->> 'raised' = 'post_tournament' AS after_the_event
               FROM fair_play_case JOIN case_complaint ON case_complaint.id =
                 (SELECT max(id) FROM case_complaint WHERE case_id = fair_play_case.id)
               WHERE event = ?1 AND NOT complaint ->> 'only_strength' AND 'closed' <> coalesce(
                 (SELECT what FROM case_entry WHERE case_id = fair_play_case.id AND what IN ('closed', 'reopened')
                  ORDER BY id DESC LIMIT 1), '')
               ORDER BY fair_play_case.id";
    let of_cases: Vec<(String, bool, bool)> = rows(c, sql, [event])?;
    let complaint = |(player, observation, after_the_event)| StatedComplaint {
        player,
        observation,
        after_the_event,
        day: None,
    };
    Ok(EventCircumstances {
        case_complaints: of_cases.into_iter().map(complaint).collect(),
        ..stated(c, event)?.unwrap_or_default()
    })
}

/// How one player of an event came under attention.
pub(crate) fn attention_to(in_force: &EventCircumstances, who: &Who) -> Attention {
    let person = Person {
        name: who.name.clone(),
        fide_id: who.fide_id,
        rating: None,
        rating_source: RatingSource::None,
        title: None,
    };
    let roster = Roster { people: vec![person], ..Roster::default() };
    in_force.attention(&roster).players.get(&0).copied().unwrap_or(Attention::Nobody)
}

/// A test as a page shows it: with what the rules of today say of it, for a player who is under this attention today. True if that is
/// another one than on the day on which the test was made.
pub(crate) fn as_of_now(mut test: FullTest, attention: Attention) -> (FullTest, bool) {
    let mut other = false;
    if let Some(rules) = &mut test.rules {
        other = rules.circumstances.attention != attention;
        let mode = rules.circumstances.mode;
        match rules.as_of_now(mode, attention) {
            Ok(now) => *rules = now,
            Err(error) => tracing::error!(%error, "what the rules say of a full test"),
        }
    }
    (test, other)
}

/// What the games say, and who answers for the event here.
pub(crate) fn proposed(c: &Connection, event: i64) -> Result<EventCircumstances> {
    let members = members::list(c, Place::Event(event))?;
    let chief = members.into_iter().find(|member| member.role == Role::ChiefArbiter);
    let games = events::summary(c, event)?.proposed;
    Ok(EventCircumstances { chief_arbiter: chief.map(|chief| chief.name), ..games })
}

/// How the event was played, as far as people stated it. The class of events of before lies with the choice of ratings.
pub(crate) fn played(c: &Connection, event: i64) -> Result<StatedPlay> {
    let class = attachments::rating(c, event)?.time_class;
    Ok(stated(c, event)?.unwrap_or_default().played(class))
}

/// What people have to state about games that may have been played online, and have not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotStated {
    Mode,
    Class,
    ModeAndClass,
}

impl NotStated {
    fn new(mode: bool, class: bool) -> Option<Self> {
        match (mode, class) {
            (true, true) => Some(Self::ModeAndClass),
            (true, false) => Some(Self::Mode),
            (false, true) => Some(Self::Class),
            (false, false) => None,
        }
    }

    /// The question on the pages of the event, on its settings page, and in a list.
    pub(crate) fn keys(self) -> [Key; 3] {
        match self {
            Self::Mode => {
                [Key::CircumstancesBannerMode, Key::CircumstancesWantedMode, Key::CircumstancesMarkMode]
            }
            Self::Class => {
                [Key::CircumstancesBannerClass, Key::CircumstancesWantedClass, Key::CircumstancesMarkClass]
            }
            Self::ModeAndClass => {
                [Key::CircumstancesBanner, Key::CircumstancesWanted, Key::CircumstancesMark]
            }
        }
    }
}

/// The first day of an event, as people state it, else as its games say it.
pub(crate) fn first_day(c: &Connection, event: i64) -> Result<Option<Day>> {
    let day = stated(c, event)?.and_then(|stated| stated.first_day);
    let by_games = || Ok::<_, crate::store::StorageError>(events::summary(c, event)?.first_date);
    Ok(match day {
        Some(day) => Day::parse(&day),
        None => by_games()?.and_then(|day| Day::parse(&day)),
    })
}

/// What is asked about an event, whose games may have been played online: how they were played, or at which time class.
pub(crate) fn not_stated(c: &Connection, event: i64) -> Result<Option<NotStated>> {
    let sql = "SELECT coalesce(summary -> 'asked', '') FROM event_summary WHERE event = ?1";
    let asked: Option<String> = row(c, sql, [event])?.filter(|text: &String| !text.is_empty());
    let asked: Option<Asked> = asked.map(|text| from_json(&text, "a summary of files")).transpose()?;
    let played = played(c, event)?;
    if let Some(asked) = asked {
        let class_stated = played.class.is_some() || played.control.is_some();
        return Ok(NotStated::new(asked.mode && played.mode.is_none(), asked.class && !class_stated));
    }
    // Of a summary of before, only what it proposes is known.
    let sql = "SELECT coalesce(summary -> 'proposed' ->> 'mode', '') = 'online' FROM event_summary WHERE event = ?1";
    Ok(NotStated::new(row(c, sql, [event])?.unwrap_or(false) && played.mode.is_none(), false))
}

/// Whether a test counts the event in another way than people state it now.
pub(crate) fn counts_otherwise(test: &FullTest, stated: &EventCircumstances) -> bool {
    let stated = stated.mode.unwrap_or(Mode::OverTheBoard);
    test.rules.as_ref().is_some_and(|rules| rules.circumstances.mode.venue() != stated.venue())
}

/// States the circumstances, with an entry in the log, unless they are stated like this already.
fn state(c: &Change<'_>, new: &EventCircumstances) -> Result<bool> {
    if stated(c, c.id())?.as_ref() == Some(new) {
        return Ok(false);
    }
    let text = to_json(new)?;
    let seal = Seal::new(&text)?;
    let sql =
        "INSERT INTO event_circumstances (event, stated, person, made, salt) VALUES (?1, ?2, ?3, ?4, ?5)";
    c.execute(sql, params![c.id(), text, c.person(), c.now, seal.salt])?;
    let id = c.last_insert_rowid();
    c.log(
        Action::CircumstancesStated,
        format!("event {}", c.id()),
        format!("circumstances {id}, {}", seal.detail),
    )?;
    Ok(true)
}
