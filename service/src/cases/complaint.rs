//! A complaint as its form states it, and what is still to be asked for.
//!
//! A missing part is asked for and is no offence (Anti-Cheating Regulations III, with the complaint forms); nothing here
//! judges a complaint.

use serde::{Deserialize, Serialize};

/// When a complaint was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Raised {
    /// During the tournament, to the chief arbiter.
    InTournament,
    /// Afterwards, to the Commission.
    PostTournament,
}

impl Raised {
    pub(crate) const ALL: [Self; 2] = [Self::InTournament, Self::PostTournament];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::InTournament => "in_tournament",
            Self::PostTournament => "post_tournament",
        }
    }
}

/// A complaint. A text that is empty was not stated. The names are stored; they are never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Complaint {
    /// When it was raised.
    pub(crate) raised: Raised,
    pub(crate) complainant: String,
    pub(crate) fide_id: Option<u32>,
    /// Why it was not raised during the tournament.
    pub(crate) late: String,
    /// Brief description of the facts.
    pub(crate) facts: String,
    /// It argues only from the player being stronger than the rating.
    pub(crate) only_strength: bool,
    /// The procedure, if it argues from agreement with an engine.
    pub(crate) matching: Option<Procedure>,
}

/// The procedure of a complaint that argues from agreement with an engine, as its maker states it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Procedure {
    pub(crate) engine: String,
    pub(crate) version: String,
    /// Its settings, with hash size and number of lines.
    pub(crate) settings: String,
    /// The program around it and the platform.
    pub(crate) gui: String,
    /// For each game the moves compared, why these, and how many agreed.
    pub(crate) games: String,
}

/// A part of a complaint that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Complainant,
    FideId,
    /// Why it was not raised during the tournament.
    Late,
    Facts,
    Engine,
    Version,
    Settings,
    /// The program and the platform.
    Gui,
    /// Moves and matches per game.
    Games,
}

impl Complaint {
    /// One that states nothing yet.
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

    /// Whether it states nothing.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::empty(self.raised)
    }

    /// What is to be asked for, in the order of the form.
    pub(crate) fn missing(&self) -> Vec<Part> {
        let late = self.raised == Raised::PostTournament && self.late.is_empty();
        let mut parts = vec![
            (Part::Complainant, self.complainant.is_empty()),
            (Part::FideId, self.fide_id.is_none()),
            (Part::Late, late),
            (Part::Facts, self.facts.is_empty()),
        ];
        if let Some(stated) = &self.matching {
            parts.extend([
                (Part::Engine, stated.engine.is_empty()),
                (Part::Version, stated.version.is_empty()),
                (Part::Settings, stated.settings.is_empty()),
                (Part::Gui, stated.gui.is_empty()),
                (Part::Games, stated.games.is_empty()),
            ]);
        }
        parts.retain(|(_, missing)| *missing);
        parts.into_iter().map(|(part, _)| part).collect()
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
    fn what_is_missing_depends_on_what_it_argues_from() {
        assert_eq!(stated().missing(), []);
        let mut late = stated();
        late.raised = Raised::PostTournament;
        assert_eq!(late.missing(), [Part::Late]);
        late.late = "The games were published afterwards.".to_owned();
        assert_eq!(late.missing(), []);
        let mut matching = stated();
        matching.matching = Some(Procedure::default());
        let all = [Part::Engine, Part::Version, Part::Settings, Part::Gui, Part::Games];
        assert_eq!(matching.missing(), all);
        matching.matching = Some(Procedure {
            engine: "Stockfish".to_owned(),
            version: "15.1".to_owned(),
            gui: "own".to_owned(),
            ..Procedure::default()
        });
        assert_eq!(matching.missing(), [Part::Settings, Part::Games]);
        let nothing = Complaint::empty(Raised::PostTournament);
        assert!(nothing.is_empty() && !stated().is_empty());
        let parts = [Part::Complainant, Part::FideId, Part::Late, Part::Facts];
        assert_eq!(nothing.missing(), parts);
    }

    #[test]
    fn it_is_stored_under_names_that_stay() {
        let mut complaint = stated();
        complaint.matching = Some(Procedure::default());
        let stored = serde_json::to_string(&complaint).expect("JSON");
        let names = r#"{"raised":"in_tournament","complainant":"Oak, Boris","fide_id":1503014,"late":"","facts":"Left the board after each move.","only_strength":false,"matching":{"engine":"","version":"","settings":"","gui":"","games":""}}"#;
        assert_eq!(stored, names);
        assert_eq!(serde_json::from_str::<Complaint>(names).expect("reads"), complaint);
        for raised in Raised::ALL {
            assert_eq!(serde_json::to_value(raised).expect("JSON"), raised.name());
        }
    }
}
