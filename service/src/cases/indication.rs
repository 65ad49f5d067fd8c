//! What an online platform found or decided itself about a player. It is an indication and no decision of the Commission. It is
//! not final, but the chief arbiter or the panel of experts may consider it enough for a penalty (Online Chess Regulations, Appendix I,
//! A.3), which is theirs to say: nothing that is allowed here depends on it.

use serde::{Deserialize, Serialize};

use crate::cases::form::{CaseFields, MAX_NOTE};
use crate::keys::Key;
use crate::web::{Ctx, Problem};

/// An indication of a platform. The names are stored; they are never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Indication {
    pub(crate) platform: String,
    /// What the platform says, in its own words.
    pub(crate) says: String,
    /// The day on which it said so, `YYYY-MM-DD`; empty if not known.
    pub(crate) day: String,
    /// Under which number, address or letter it can be found; empty if there is none.
    pub(crate) reference: String,
}

impl Indication {
    pub(crate) fn from_form(ctx: &Ctx) -> Result<Self, Problem> {
        let form = CaseFields::new(ctx);
        let platform = ctx.fields.line("platform", Key::IndicationPlatform)?;
        Ok(Self {
            platform,
            says: form.needed("says", Key::IndicationSays, MAX_NOTE)?,
            day: form.day("day", Key::IndicationDay)?,
            reference: form.line("reference", Key::IndicationReference)?,
        })
    }

    /// Its texts with their labels; those that were not stated are left out.
    pub(crate) fn texts(&self) -> Vec<(Key, String)> {
        let texts = [
            (Key::IndicationPlatform, self.platform.clone()),
            (Key::IndicationSays, self.says.clone()),
            (Key::IndicationDay, self.day.clone()),
            (Key::IndicationReference, self.reference.clone()),
        ];
        texts.into_iter().filter(|(_, text)| !text.is_empty()).collect()
    }
}
