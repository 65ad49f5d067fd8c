//! A complaint as its form states it, and what is still to be asked for.
//!
//! A missing part is asked for and is no offence (Fair Play Regulations 3, with the complaint forms); so is what does not fit
//! the rules, each with its article. Nothing here judges a complaint.

use analyzer::policy::{Attention, OnlineComplaints, OnlineRules};
use datasets::day::Day;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::cases::rules::{self, Venue};
use crate::keys::Key;
use crate::web::Problem;
use crate::web::problem::FieldFault;

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
    /// The day on which it was filed, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) filed: String,
    /// Whether the complainant took part in the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) participant: Option<bool>,
    /// Whether it states an observation, or argues from moves alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) observation: Option<bool>,
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
            filed: String::new(),
            participant: None,
            observation: None,
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
            (Key::ComplaintFiled, self.filed.clone()),
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

/// Refuses a complaint during an online event, which the rules do not know.
pub(crate) fn fitting(raised: Raised, venue: Venue, online: &OnlineRules) -> Result<(), Problem> {
    match (raised, venue) {
        (Raised::InTournament, Venue::Online) => Err(Problem::Refused {
            why: Key::RefusedOnlineInTournament,
            detail: Some(online.complaints.after_the_event.clone().into()),
        }),
        _ => Ok(()),
    }
}

/// Refuses a complaint that was filed before the first day of its event.
pub(crate) fn refuse_early(complaint: &Complaint, first: Option<Day>) -> Result<(), Problem> {
    match complaint.filed().zip(first).filter(|(filed, first)| filed < first) {
        None => Ok(()),
        Some((_, first)) => {
            let why = (Key::RefusedFiledEarly, vec![("first", first.to_string())]);
            Err(FieldFault::new("filed", Key::ComplaintFiled, why).into())
        }
    }
}

/// Something about a complaint that has to be asked about, and the article that it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) key: Key,
    pub(crate) article: String,
}

impl Complaint {
    pub(crate) fn filed(&self) -> Option<Day> {
        Day::parse(&self.filed)
    }

    /// How it brings the player under attention; `None` while it does not say whether it states an observation, and for one that
    /// argues from strength alone.
    pub(crate) fn attention(&self) -> Option<Attention> {
        match (self.observation.filter(|_| !self.only_strength)?, self.raised) {
            (false, _) => Some(Attention::ComplaintWithoutObservation),
            (true, Raised::InTournament) => Some(Attention::Complaint),
            (true, Raised::PostTournament) => Some(Attention::ComplaintAfterTheEvent),
        }
    }

    /// What does not fit the rules or each other, for an event played so that ended on `last`.
    pub(crate) fn questions(&self, venue: Venue, last: Option<Day>, online: &OnlineRules) -> Vec<Question> {
        let ask = |key, article: &str| Question { key, article: article.to_owned() };
        let OnlineComplaints { after_the_event, participants, hours } = &online.complaints;
        let mut questions = Vec::new();
        if self.only_strength && self.matching.is_some() {
            questions.push(ask(Key::ComplaintAskBoth, rules::ONLY_STRENGTH));
        }
        if self.only_strength && self.observation == Some(true) {
            questions.push(ask(Key::ComplaintAskObservationStrength, rules::ONLY_STRENGTH));
        }
        if self.observation.is_none() {
            questions.push(ask(Key::ComplaintAskObservation, rules::OBSERVATION));
        }
        if venue != Venue::Online {
            return questions;
        }
        if self.raised == Raised::InTournament {
            questions.push(ask(Key::ComplaintAskOnline, after_the_event));
        }
        match self.participant {
            Some(true) => {}
            Some(false) => questions.push(ask(Key::ComplaintNoParticipant, participants)),
            None => questions.push(ask(Key::ComplaintAskParticipant, participants)),
        }
        // Only days are known: 24 hours after a round are over by the end of the next day at the latest.
        let most = i64::from(hours.div_ceil(24));
        let days = self.filed().zip(last).map(|(filed, last)| filed.ordinal() - last.ordinal());
        match days {
            Some(days) if days > most => questions.push(ask(Key::ComplaintTooLate, participants)),
            Some(_) => {}
            None => questions.push(ask(Key::ComplaintAskHours, participants)),
        }
        questions
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

    fn asked(complaint: &Complaint, venue: Venue, last: &str) -> Vec<(Key, String)> {
        let rules = analyzer::policy::Regulations::shipped().expect("reads");
        let asked = complaint.questions(venue, Day::parse(last), &rules.online);
        asked.into_iter().map(|one| (one.key, one.article)).collect()
    }

    fn under(questions: &[(Key, &str)]) -> Vec<(Key, String)> {
        questions.iter().map(|(key, article)| (*key, (*article).to_owned())).collect()
    }

    #[test]
    fn online_a_complaint_comes_after_the_event_from_a_participant_within_24_hours() {
        let mut complaint = Complaint { observation: Some(true), ..stated() };
        assert_eq!(asked(&complaint, Venue::OverTheBoard, "2026-03-01"), []);
        assert_eq!(
            asked(&complaint, Venue::Online, "2026-03-01"),
            under(&[
                (Key::ComplaintAskOnline, "ON G.1.1"),
                (Key::ComplaintAskParticipant, "ON G.2.1"),
                (Key::ComplaintAskHours, "ON G.2.1"),
            ])
        );
        complaint.raised = Raised::PostTournament;
        complaint.participant = Some(true);
        for (filed, late) in [("2026-03-01", false), ("2026-03-02", false), ("2026-03-03", true)] {
            complaint.filed = filed.to_owned();
            let expected: &[(Key, &str)] = if late { &[(Key::ComplaintTooLate, "ON G.2.1")] } else { &[] };
            assert_eq!(asked(&complaint, Venue::Online, "2026-03-01"), under(expected), "{filed}");
        }
        complaint.participant = Some(false);
        complaint.filed = "2026-03-01".to_owned();
        assert_eq!(
            asked(&complaint, Venue::Online, "2026-03-01"),
            under(&[(Key::ComplaintNoParticipant, "ON G.2.1")])
        );
    }

    #[test]
    fn only_strength_and_an_engine_do_not_go_together() {
        let both = Complaint {
            only_strength: true,
            observation: Some(false),
            matching: Some(Procedure::default()),
            ..stated()
        };
        let question = under(&[(Key::ComplaintAskBoth, "AC 3.2.9, ON G.2.4")]);
        assert_eq!(asked(&both, Venue::OverTheBoard, ""), question);
        let alone = Complaint { matching: None, ..both };
        assert_eq!(asked(&alone, Venue::OverTheBoard, ""), []);
        assert_eq!(
            asked(&stated(), Venue::NotStated, ""),
            under(&[(Key::ComplaintAskObservation, "RN VII")])
        );
    }
}
