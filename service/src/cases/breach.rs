//! Breaches of other rules than those on help, as an arbiter noted them: technical ones of online and hybrid play (Online Chess
//! Regulations 11 to 14), a device, a refused check. They are judged by themselves (AC 1.4), so no number and nothing that is
//! allowed depends on them.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::cases::form::{CaseFields, MAX_NOTE};
use crate::keys::Key;
use crate::web::problem::FieldFault;
use crate::web::{Ctx, Frame, Problem};

/// Kinds of breach. The names are stored.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum BreachKind {
    Connection,
    Camera,
    Microphone,
    /// The screen is not shared, or not all of it.
    Screen,
    /// Another program or window.
    Program,
    /// Somebody else in the room, or the player out of it.
    Room,
    Device,
    /// A check or search was refused.
    Check,
    Other,
}

/// A breach as it was noted. The names are stored; they are never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Breach {
    pub(crate) about: BreachKind,
    /// Round, board and move, as the arbiter writes them; empty if not known.
    pub(crate) moment: String,
    /// The day on which it was noted, `YYYY-MM-DD`; empty if not known.
    pub(crate) day: String,
    pub(crate) facts: String,
    /// What was done about it, such as a warning; empty if nothing was.
    pub(crate) measures: String,
}

impl Breach {
    pub(crate) fn from_form(ctx: &Ctx) -> Result<Self, Problem> {
        let form = CaseFields::new(ctx);
        let about = ctx.fields.one("about").parse();
        Ok(Self {
            about: about
                .map_err(|_| FieldFault::new("about", Key::BreachAbout, (Key::RefusedChoice, Vec::new())))?,
            moment: form.line("moment", Key::BreachMoment)?,
            day: form.day("day", Key::BreachDay)?,
            facts: form.needed("facts", Key::BreachFacts, MAX_NOTE)?,
            measures: form.line("measures", Key::BreachMeasures)?,
        })
    }

    /// Its texts with their labels; those that were not stated are left out.
    pub(crate) fn texts(&self, frame: &Frame<'_>) -> Vec<(Key, String)> {
        let texts = [
            (Key::BreachAbout, frame.label("breach", self.about.into_str())),
            (Key::BreachMoment, self.moment.clone()),
            (Key::BreachDay, self.day.clone()),
            (Key::BreachFacts, self.facts.clone()),
            (Key::BreachMeasures, self.measures.clone()),
        ];
        texts.into_iter().filter(|(_, text)| !text.is_empty()).collect()
    }
}
