//! The fields of a form about a case; a field that cannot be taken is named by its label.

use datasets::day::Day;

use crate::accounts::people;
use crate::cases::complaint::{Complaint, Procedure, Raised};
use crate::clock::latest_day;
use crate::keys::Key;
use crate::messages::Messages;
use crate::web::form::Fields;
use crate::web::problem::FieldFault;
use crate::web::{Ctx, Problem};

/// Longest texts of a case, in characters. All texts of one form together fit into its bytes, in any alphabet.
pub(crate) const MAX_NOTE: usize = 4_000;
pub(crate) const MAX_PROMPT: usize = 2_000;
const MAX_FACTS: usize = 3_000;
const MAX_LATE: usize = 1_000;
const MAX_SETTINGS: usize = 1_000;
const MAX_GAMES: usize = 2_000;

pub(crate) struct CaseFields<'a> {
    fields: &'a Fields,
    /// The time of the request, in seconds since 1970-01-01 UTC.
    now: i64,
    messages: &'a Messages,
}

impl<'a> CaseFields<'a> {
    pub(crate) fn new(ctx: &'a Ctx) -> Self {
        Self { fields: &ctx.fields, now: ctx.app.now(), messages: ctx.app.texts.get(ctx.visit.language) }
    }

    pub(crate) fn refused(&self, why: Key, label: Key) -> Problem {
        Problem::Refused { why, detail: Some(self.messages.text(label).into()) }
    }

    pub(crate) fn line(&self, name: &'static str, label: Key) -> Result<String, Problem> {
        match self.fields.one(name).trim() {
            "" => Ok(String::new()),
            _ => self.fields.line(name, label),
        }
    }

    /// A text of at most `most` characters; it may be empty.
    fn text(&self, name: &'static str, label: Key, most: usize) -> Result<String, Problem> {
        let text = people::checked_lines(self.fields.one(name), most);
        text.map_err(|why| FieldFault::new(name, label, why).into())
    }

    pub(crate) fn needed(&self, name: &'static str, label: Key, most: usize) -> Result<String, Problem> {
        let text = self.text(name, label, most)?;
        if text.is_empty() {
            return Err(FieldFault::new(name, label, (Key::RefusedEmpty, Vec::new())).into());
        }
        Ok(text)
    }

    /// A day up to tomorrow, which it is somewhere already; empty if none was given.
    pub(crate) fn day(&self, name: &str, label: Key) -> Result<String, Problem> {
        let text = self.fields.one(name).trim();
        if text.is_empty() {
            return Ok(String::new());
        }
        let day = Day::parse(text).filter(|day| latest_day(self.now).is_some_and(|most| *day <= most));
        day.map(|day| day.to_string()).ok_or_else(|| self.refused(Key::RefusedDay, label))
    }

    /// Yes, no, or not stated.
    fn choice(&self, name: &str) -> Option<bool> {
        match self.fields.one(name) {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }

    pub(crate) fn complaint(&self, raised: Raised) -> Result<Complaint, Problem> {
        let stated = Procedure {
            engine: self.line("engine", Key::ComplaintEngine)?,
            version: self.line("version", Key::ComplaintVersion)?,
            settings: self.text("settings", Key::ComplaintSettings, MAX_SETTINGS)?,
            gui: self.line("gui", Key::ComplaintGui)?,
            games: self.text("games", Key::ComplaintGames, MAX_GAMES)?,
        };
        // Who states a procedure argues from it, whether the box is ticked or not.
        let argues = self.fields.one("matching") == "yes" || stated != Procedure::default();
        let fide_id = match self.fields.one("fide_id").trim() {
            "" => None,
            text => {
                let number = text.parse::<u32>().ok().filter(|number| *number > 0);
                Some(number.ok_or_else(|| self.refused(Key::RefusedNumber, Key::ComplaintFideId))?)
            }
        };
        Ok(Complaint {
            raised,
            complainant: self.line("complainant", Key::ComplaintComplainant)?,
            fide_id,
            filed: self.day("filed", Key::ComplaintFiled)?,
            participant: self.choice("participant"),
            observation: self.choice("observation"),
            late: self.text("late", Key::ComplaintLate, MAX_LATE)?,
            facts: self.text("facts", Key::ComplaintFacts, MAX_FACTS)?,
            only_strength: self.fields.one("only_strength") == "yes",
            matching: argues.then_some(stated),
        })
    }
}
