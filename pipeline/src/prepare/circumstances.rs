//! What people state about an event beside its games: how and where it was played, how many rounds and players it has, who
//! came under attention.
//!
//! It is stated once, in a form of the server or in a file for the command line, and the sheet, the hints and every full
//! test take it from there. Mode, time class and time control decide which honest play a z is held to; the rest decides what the
//! rules say about one.

use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroU16, NonZeroU32};

use analyzer::full_test::{Circumstances, StatedEvent};
use analyzer::policy::{Attention, Mode};
use datasets::clocks::time_class::TimeClass;
use datasets::day::Day;
use datasets::players::find_people;
use datasets::text::{Backslashes, TextFault, read_toml};
use datasets::tournament::event_facts::{EventFacts, StatedPlay, StatedPlayError};
use datasets::tournament::venue::Venue;
use datasets::{AcceptedGame, Collection, Game, Roster, round_of};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Largest file of circumstances that is read, in bytes.
pub const MAX_BYTES: u64 = 1024 * 1024;

/// Why a file of circumstances cannot be used.
#[derive(Debug, Error)]
pub enum CircumstancesError {
    #[error("it is no file of circumstances: {0}")]
    Toml(#[from] TextFault),
    #[error("`{field}` is `{text}`; a day is written like 2026-05-31")]
    Day { field: &'static str, text: String },
    #[error("the last day, {last}, lies before the first, {first}")]
    Order { first: Day, last: Day },
    #[error("a complaint names no player")]
    NoPlayer,
    #[error("an accepted game needs `{0}`")]
    AcceptedGame(&'static str),
    #[error(transparent)]
    Play(#[from] StatedPlayError),
}

/// The circumstances of an event; a field that is absent was not stated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EventCircumstances {
    /// How it was played, which sets the threshold: `over_the_board`, `online`, `hybrid_over_the_board` or `hybrid_online`.
    #[serde(with = "mode_name", skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// `standard`, `rapid`, `blitz` or `correspondence`; where it is absent, the time control says it, else the games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_class: Option<TimeClass>,
    /// Online: whether an arbiter supervised the players (Online Chess Regulations, 6.1); a dossier says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supervised: Option<bool>,
    /// Players of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<NonZeroU32>,
    /// Rounds planned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<NonZeroU16>,
    /// `YYYY-MM-DD`, as the last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_day: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_day: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organiser: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chief_arbiter: Option<String>,
    /// In signs or words: `5400+30`, `90+30`, `90 min + 30 s`. It has the time class, unless that is stated beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// Players singled out before the event with physical or observational evidence, by name or FIDE number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub singled_out: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub complaints: Vec<StatedComplaint>,
    /// Games with an illegal move that stood on the board, which an arbiter accepts up to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accepted_games: Vec<AcceptedGame>,
    /// Complaints written down in cases about players of the event, which are no part of what was stated about it. Each counts in
    /// place of those above about the same player: what a complaint is stands in one place.
    #[serde(skip)]
    pub case_complaints: Vec<StatedComplaint>,
}

/// A formal complaint that was received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedComplaint {
    /// Whom it names, by name or FIDE number.
    pub player: String,
    /// Whether it states an observation beside the moves (notes on statistics, VII).
    pub observation: bool,
    /// Whether it was raised after the event, when there is nobody left to search. Online each is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub after_the_event: bool,
    /// When it was received, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
}

impl StatedComplaint {
    /// How it brings the player under attention.
    pub fn attention(&self) -> Attention {
        match (self.observation, self.after_the_event) {
            (false, _) => Attention::ComplaintWithoutObservation,
            (true, false) => Attention::Complaint,
            (true, true) => Attention::ComplaintAfterTheEvent,
        }
    }
}

mod mode_name {
    use analyzer::policy::Mode;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    // `serde` hands over a reference to the field.
    #[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
    pub(super) fn serialize<S: Serializer>(mode: &Option<Mode>, to: S) -> Result<S::Ok, S::Error> {
        mode.map(Mode::as_str).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Mode>, D::Error> {
        let Some(name) = Option::<String>::deserialize(from)? else { return Ok(None) };
        let known = || {
            let names: Vec<&str> = Mode::ALL.into_iter().map(Mode::as_str).collect();
            format!("`{name}` is no mode of play; there are {}", names.join(", "))
        };
        Mode::by_name(&name).map(Some).ok_or_else(|| D::Error::custom(known()))
    }
}

/// Who came under attention, by index into a roster, and whom the statements name that is nobody there or several people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatedAttention {
    pub players: BTreeMap<usize, Attention>,
    pub unclear: Vec<String>,
}

impl EventCircumstances {
    /// Reads a file of circumstances.
    ///
    /// # Errors
    /// What is wrong, with its line where it is no TOML of these fields.
    pub fn parse(text: &str) -> Result<Self, CircumstancesError> {
        let stated: Self = read_toml(text, Backslashes::OfText)?;
        stated.check()?;
        Ok(stated)
    }

    /// The same as a file that [`Self::parse`] reads.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// How it was played, as far as it is stated. A class that was stated elsewhere, as by a flag, goes first.
    pub fn played(&self, class: Option<TimeClass>) -> StatedPlay {
        StatedPlay { mode: self.mode, class: class.or(self.time_class), control: self.time_control.clone() }
    }

    /// Checks days and names, and that time class and time control agree.
    ///
    /// # Errors
    /// A day that is none or before the first, a complaint about nobody, an accepted game without names or arbiter, a time control of another class than the stated one.
    pub fn check(&self) -> Result<(), CircumstancesError> {
        // A control that has no class may stand beside a class that is stated elsewhere.
        match self.played(None).check() {
            Err(error @ StatedPlayError::ClassAgainstControl { .. }) => return Err(error.into()),
            Err(StatedPlayError::Unread { .. } | StatedPlayError::NoClass { .. }) | Ok(()) => {}
        }
        let day = |field, text: &Option<String>| match text {
            None => Ok(None),
            Some(text) => Day::parse(text)
                .map(Some)
                .ok_or_else(|| CircumstancesError::Day { field, text: text.clone() }),
        };
        if let (Some(first), Some(last)) =
            (day("first_day", &self.first_day)?, day("last_day", &self.last_day)?)
            && last < first
        {
            return Err(CircumstancesError::Order { first, last });
        }
        for complaint in &self.complaints {
            day("day", &complaint.day)?;
            if complaint.player.trim().is_empty() {
                return Err(CircumstancesError::NoPlayer);
            }
        }
        for game in &self.accepted_games {
            let needed = [("white", &game.white), ("black", &game.black), ("arbiter", &game.arbiter)];
            if let Some((field, _)) = needed.into_iter().find(|(_, text)| text.trim().is_empty()) {
                return Err(CircumstancesError::AcceptedGame(field));
            }
        }
        Ok(())
    }

    /// What the games themselves say, to be confirmed by a person: where they were played, players, rounds and days seen, the
    /// place and the time control of most games. Of a hybrid event nobody but a person can say as what it counts, nor of one with
    /// some games of a platform. `facts` are those of the same games.
    pub fn proposed(collection: &Collection, roster: &Roster, facts: &EventFacts) -> Self {
        let games = &collection.games;
        let venue = facts.sign.venue();
        // A control whose text means something else than the clocks show is proposed as they show it.
        let control = facts.control.as_ref().filter(|control| control.refuted.is_some());
        let days = || games.iter().filter_map(|game| Day::parse(&game.date));
        let rounds =
            games.iter().map(|game| &game.round).chain(collection.unscored.iter().map(|game| &game.round));
        let count = |n: usize| u32::try_from(n).ok().and_then(NonZeroU32::new);
        Self {
            mode: match venue {
                Venue::Online => Some(Mode::Online),
                Venue::Hybrid => None,
                Venue::Unknown if facts.sign.is_online() => None,
                Venue::OverTheBoard | Venue::Unknown => Some(Mode::OverTheBoard),
            },
            players: count(roster.people.len()),
            rounds: rounds.filter_map(|round| round_of(round)).max().and_then(NonZeroU16::new),
            first_day: days().min().map(|day| day.to_string()),
            last_day: days().max().map(|day| day.to_string()),
            place: if venue == Venue::Online { None } else { of_most(games, |game| game.site.as_deref()) },
            time_control: match control {
                Some(control) => Some(control.control.to_string()),
                None => of_most(games, |game| game.time_control.as_deref()),
            },
            ..Self::default()
        }
    }

    /// The same with the complaints of cases among the others, each in place of those about the same player of a roster.
    pub fn with_cases(&self, roster: &Roster) -> Self {
        let one = |complaint: &StatedComplaint| match find_people(roster, &complaint.player)[..] {
            [one] => Some(one),
            _ => None,
        };
        let in_cases: BTreeSet<usize> = self.case_complaints.iter().filter_map(one).collect();
        let others = self
            .complaints
            .iter()
            .filter(|complaint| one(complaint).is_none_or(|person| !in_cases.contains(&person)));
        Self {
            complaints: others.chain(&self.case_complaints).cloned().collect(),
            case_complaints: Vec::new(),
            ..self.clone()
        }
    }

    /// Who came under attention. A complaint with observation during the event is the strongest ground, then one after it, then
    /// whoever was singled out, then a complaint without observation.
    pub fn attention(&self, roster: &Roster) -> StatedAttention {
        let mut found = StatedAttention::default();
        let complaints = self.with_cases(roster).complaints;
        let such = |attention: Attention| {
            let such = complaints.iter().filter(move |complaint| complaint.attention() == attention);
            such.map(move |complaint| (&complaint.player, attention))
        };
        let singled_out = self.singled_out.iter().map(|who| (who, Attention::SingledOut));
        let stated = such(Attention::ComplaintWithoutObservation)
            .chain(singled_out)
            .chain(such(Attention::ComplaintAfterTheEvent))
            .chain(such(Attention::Complaint));
        for (who, attention) in stated {
            match find_people(roster, who)[..] {
                [one] => {
                    found.players.insert(one, attention);
                }
                _ => found.unclear.push(who.clone()),
            }
        }
        found
    }

    /// When and where it was played and who answered for it, for a dossier; `None` if nothing of that was stated.
    pub fn stated_event(&self) -> Option<StatedEvent> {
        let stated = StatedEvent {
            first_day: self.first_day.clone(),
            last_day: self.last_day.clone(),
            place: self.place.clone(),
            organiser: self.organiser.clone(),
            chief_arbiter: self.chief_arbiter.clone(),
            time_control: self.time_control.clone(),
            supervised: self.supervised,
        };
        Some(stated).filter(|stated| *stated != StatedEvent::default())
    }

    /// The circumstances of a full test of one player of the event.
    pub fn of_test(&self, roster: &Roster, person: usize) -> Circumstances {
        let attention = self.attention(roster).players.get(&person).copied();
        Circumstances {
            mode: self.mode.unwrap_or(Mode::OverTheBoard),
            attention: attention.unwrap_or(Attention::Nobody),
            players: self.players,
            ..Circumstances::default()
        }
    }
}

/// The text that at least half of the games have.
fn of_most<'a>(games: &'a [Game], text: impl Fn(&'a Game) -> Option<&'a str>) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for found in games.iter().filter_map(text).map(str::trim).filter(|text| !matches!(*text, "" | "?" | "-"))
    {
        *counts.entry(found).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, n)| *n).filter(|(_, n)| 2 * n >= games.len());
    most.map(|(text, _)| text.to_owned())
}

#[cfg(test)]
mod tests {
    use analyzer::policy::Venue;
    use datasets::Side;
    use datasets::tournament::event_facts::look_at;

    use super::*;

    fn side(name: &str) -> Side {
        Side { name: name.to_owned(), ..Side::default() }
    }

    fn collection(site: &str) -> Collection {
        let game = |white: &str, black: &str, round: &str, date: &str| Game {
            white: side(white),
            black: side(black),
            round: round.to_owned(),
            date: date.to_owned(),
            site: Some(site.into()),
            time_control: Some("5400+30".to_owned()),
            ..Game::default()
        };
        let games = vec![
            game("Oak, Ann", "Elm, Bo", "1.1", "2026.05.02"),
            game("Elm, Bo", "Ash, Cy", "2.1", "2026.05.03"),
            game("Ash, Cy", "Oak, Ann", "3.1", "????.??.??"),
        ];
        Collection { games, ..Collection::default() }
    }

    fn proposed(collection: &Collection) -> EventCircumstances {
        let (facts, _) = look_at(&collection.games, &StatedPlay::default());
        EventCircumstances::proposed(collection, &datasets::roster(collection), &facts)
    }

    #[test]
    fn the_games_propose_what_they_say() {
        let board = collection("Batumi GEO");
        let found = proposed(&board);
        assert_eq!(
            found.to_toml().expect("written"),
            "mode = \"over_the_board\"\nplayers = 3\nrounds = 3\nfirst_day = \"2026-05-02\"\nlast_day = \"2026-05-03\"\n\
             place = \"Batumi GEO\"\ntime_control = \"5400+30\"\n"
        );
        let online = collection("https://www.chess.com/live/game/1");
        let found = proposed(&online);
        assert_eq!((found.mode, found.place), (Some(Mode::Online), None));
        let hybrid = collection("Batumi GEO (hybrid)");
        assert_eq!(proposed(&hybrid).mode, None);
        assert_eq!(proposed(&Collection::default()).players, None);
    }

    #[test]
    fn a_file_comes_back_as_it_was_and_a_wrong_one_says_what_is_wrong() {
        let stated = EventCircumstances {
            mode: Some(Mode::Hybrid { counted_as: Venue::Online }),
            time_class: Some(TimeClass::Rapid),
            time_control: Some("15 мин + 10 сек".to_owned()),
            supervised: Some(true),
            players: NonZeroU32::new(60),
            rounds: NonZeroU16::new(9),
            singled_out: vec!["Oak".to_owned()],
            complaints: vec![StatedComplaint {
                player: "Elm, Bo".to_owned(),
                observation: false,
                after_the_event: false,
                day: Some("2026-05-02".to_owned()),
            }],
            accepted_games: vec![AcceptedGame {
                white: "Elm, Bo".to_owned(),
                black: "Oak, Ann".to_owned(),
                round: Some("3.1".to_owned()),
                game: Some(7),
                word: Some("Ke3".to_owned()),
                arbiter: "Roe, Jane".to_owned(),
                ..AcceptedGame::default()
            }],
            ..EventCircumstances::default()
        };
        let text = stated.to_toml().expect("written");
        assert_eq!(EventCircumstances::parse(&text).expect("reads"), stated);
        let wrong = |text: &str| EventCircumstances::parse(text).expect_err(text).to_string();
        for (text, part) in [
            ("mode = \"by_post\"", "there are over_the_board, online, hybrid_over_the_board, hybrid_online"),
            ("colour = 1", "unknown field `colour`"),
            ("players = 0", "nonzero"),
            ("first_day = \"1.5.2026\"", "a day is written like 2026-05-31"),
            ("first_day = \"2026-05-02\"\nlast_day = \"2026-05-01\"", "lies before the first"),
            ("[[complaints]]\nplayer = \" \"\nobservation = true", "names no player"),
            ("[[complaints]]\nplayer = \"Elm\"", "missing field `observation`"),
            ("time_class = \"slow\"", "unknown variant `slow`"),
            ("[[accepted_games]]\nwhite = \"Elm\"\nblack = \"Oak\"", "missing field `arbiter`"),
            ("[[accepted_games]]\nwhite = \"Elm\"\nblack = \"Oak\"\narbiter = \" \"", "needs `arbiter`"),
            ("[[accepted_games]]\nwhite = \"\"\nblack = \"Oak\"\narbiter = \"Roe\"", "needs `white`"),
            (
                "[[accepted_games]]\nwhite = \"Elm\"\nblack = \"Oak\"\narbiter = \"Roe\"\nby = 1",
                "unknown field `by`",
            ),
            (
                "time_class = \"blitz\"\ntime_control = \"90+30\"",
                "is standard, and the time class is stated as blitz",
            ),
            (&format!("players = {}", "[".repeat(100_000)), "too many brackets are open"),
        ] {
            assert!(wrong(text).contains(part), "{text}: {}", wrong(text));
        }
    }

    #[test]
    fn the_strongest_ground_counts_and_nobody_is_guessed() {
        let games = collection("Batumi GEO");
        let roster = datasets::roster(&games);
        let person = |name: &str| roster.people.iter().position(|one| one.name == name).expect("there");
        let complaint = |player: &str, observation| StatedComplaint {
            player: player.to_owned(),
            observation,
            after_the_event: false,
            day: None,
        };
        let stated = EventCircumstances {
            singled_out: vec!["Oak, Ann".to_owned(), "Elm, Bo".to_owned(), "Yew, Di".to_owned()],
            complaints: vec![complaint("Elm", true), complaint("Oak", false), complaint("Ash", false)],
            ..EventCircumstances::default()
        };
        let found = stated.attention(&roster);
        assert_eq!(found.unclear, ["Yew, Di"]);
        let of = |name: &str| found.players.get(&person(name)).copied();
        assert_eq!(of("Elm, Bo"), Some(Attention::Complaint));
        assert_eq!(of("Oak, Ann"), Some(Attention::SingledOut));
        assert_eq!(of("Ash, Cy"), Some(Attention::ComplaintWithoutObservation));
        let test = stated.of_test(&roster, person("Ash, Cy"));
        assert_eq!((test.mode, test.attention), (Mode::OverTheBoard, Attention::ComplaintWithoutObservation));
    }

    /// One complaint, stated once: what the case says counts, whatever else the event lists about the same player, under any name.
    #[test]
    fn a_complaint_of_a_case_counts_in_place_of_others_about_the_same_player() {
        let games = collection("Batumi GEO");
        let roster = datasets::roster(&games);
        let person = |name: &str| roster.people.iter().position(|one| one.name == name).expect("there");
        let complaint = |player: &str, observation, after_the_event| StatedComplaint {
            player: player.to_owned(),
            observation,
            after_the_event,
            day: None,
        };
        let stated = EventCircumstances {
            singled_out: vec!["Ash, Cy".to_owned()],
            complaints: vec![complaint("elm", true, false), complaint("Oak, Ann", false, false)],
            ..EventCircumstances::default()
        };
        let of = |cases: &[StatedComplaint]| {
            let stated = EventCircumstances { case_complaints: cases.to_vec(), ..stated.clone() };
            let by_name = |stated: &EventCircumstances| {
                let found = stated.attention(&roster).players;
                ["Elm, Bo", "Oak, Ann", "Ash, Cy"].map(|name| found.get(&person(name)).copied())
            };
            let together = by_name(&stated);
            // The file for the command says the same.
            let text = stated.with_cases(&roster).to_toml().expect("written");
            assert_eq!(by_name(&EventCircumstances::parse(&text).expect("reads")), together, "{text}");
            assert!(
                !stated.to_toml().expect("written").contains("Yew"),
                "a case is no part of what was stated"
            );
            together
        };
        use Attention::{Complaint, ComplaintAfterTheEvent, ComplaintWithoutObservation, SingledOut};
        assert_eq!(of(&[]), [Some(Complaint), Some(ComplaintWithoutObservation), Some(SingledOut)]);
        let weaker = complaint("Elm, Bo", false, false);
        assert_eq!(of(&[weaker])[0], Some(ComplaintWithoutObservation), "the case says less");
        let stronger = [complaint("Oak", true, false), complaint("Ash, Cy", true, true)];
        assert_eq!(of(&stronger), [Some(Complaint), Some(Complaint), Some(ComplaintAfterTheEvent)]);
        // Two cases about one player: the stronger ground of the two.
        let two = [complaint("Elm, Bo", true, true), complaint("Elm, Bo", false, false)];
        assert_eq!(of(&two)[0], Some(ComplaintAfterTheEvent));
        assert_eq!(of(&[complaint("Yew, Di", true, false)]), of(&[]), "nobody is guessed");
    }
}
