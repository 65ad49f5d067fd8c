//! A complaint as its form states it, and what is still to be asked for.
//!
//! A missing part is asked for and is no offence (Anti-Cheating Regulations III, with the complaint forms); nothing here
//! judges a complaint.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::keys::Key;

/// When a complaint was raised. The names are stored.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Raised {
    /// During the tournament, to the chief arbiter.
    InTournament,
    /// Afterwards, to the Commission.
    PostTournament,
}

/// A complaint. A text that is empty was not stated. The names are stored; they are never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Complaint {
    pub(crate) raised: Raised,
    pub(crate) complainant: String,
    pub(crate) fide_id: Option<u32>,
    /// Why it was not raised during the tournament.
    pub(crate) late: String,
    pub(crate) facts: String,
    pub(crate) only_strength: bool,
    /// The procedure, if it argues from agreement with an engine.
    pub(crate) matching: Option<Procedure>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Procedure {
    pub(crate) engine: String,
    pub(crate) version: String,
    /// Its settings, with hash size and number of lines.
    pub(crate) settings: String,
    pub(crate) gui: String,
    /// For each game the moves compared, why these, and how many agreed.
    pub(crate) games: String,
}

impl Complaint {
    pub(crate) fn empty(raised: Raised) -> Self {
        Self {
            raised,
            complainant: String::new(),
            fide_id: None,
            late: String::new(),
            facts: String::new(),
            only_strength: false,
            matching: None,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::empty(self.raised)
    }

    /// Its texts with their labels, in the order of the form; one that was not stated is empty.
    pub(crate) fn texts(&self) -> Vec<(Key, String)> {
        let mut texts = vec![
            (Key::ComplaintComplainant, self.complainant.clone()),
            (Key::ComplaintFideId, self.fide_id.map(|id| id.to_string()).unwrap_or_default()),
            (Key::ComplaintLate, self.late.clone()),
            (Key::ComplaintFacts, self.facts.clone()),
        ];
        if let Some(procedure) = &self.matching {
            texts.extend([
                (Key::ComplaintEngine, procedure.engine.clone()),
                (Key::ComplaintVersion, procedure.version.clone()),
                (Key::ComplaintSettings, procedure.settings.clone()),
                (Key::ComplaintGui, procedure.gui.clone()),
                (Key::ComplaintGames, procedure.games.clone()),
            ]);
        }
        texts
    }

    /// Labels of the texts to ask for. A reason for being late is needed after the tournament only.
    pub(crate) fn missing(&self) -> Vec<Key> {
        let needed = |key| key != Key::ComplaintLate || self.raised == Raised::PostTournament;
        let missing = self.texts().into_iter().filter(|(key, text)| text.is_empty() && needed(*key));
        missing.map(|(key, _)| key).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stated() -> Complaint {
        Complaint {
            complainant: "Oak, Boris".to_owned(),
            fide_id: Some(1_503_014),
            facts: "Left the board after each move.".to_owned(),
            ..Complaint::empty(Raised::InTournament)
        }
    }

    #[test]
    fn it_is_stored_under_names_that_stay() {
        let mut complaint = stated();
        complaint.matching = Some(Procedure::default());
        let stored = serde_json::to_string(&complaint).expect("JSON");
        let names = r#"{"raised":"in_tournament","complainant":"Oak, Boris","fide_id":1503014,"late":"","facts":"Left the board after each move.","only_strength":false,"matching":{"engine":"","version":"","settings":"","gui":"","games":""}}"#;
        assert_eq!(stored, names);
        assert_eq!(serde_json::from_str::<Complaint>(names).expect("reads"), complaint);
        for raised in Raised::VARIANTS {
            assert_eq!(serde_json::to_value(raised).expect("JSON"), raised.into_str());
        }
    }
}
