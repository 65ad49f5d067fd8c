//! The form of the circumstances on the settings page of an event, and the same as a file.

use std::num::{NonZeroU16, NonZeroU32};

use analyzer::policy::Mode;
use analyzer::screening::{PlayerResult, Screening};
use datasets::clocks::time_class::TimeClass;
use datasets::day::Day;
use datasets::players::find_people;
use datasets::tournament::event_facts::{StatedPlay, StatedPlayError};
use datasets::{Person, RatingSource, Roster};
use pipeline::{EventCircumstances, RatingChoice, StatedComplaint};
use rusqlite::Connection;

use super::{in_force, not_stated, played, proposed, state, stated};
use crate::accounts::people;
use crate::clock::latest_day;
use crate::events::absences::known_names::KnownNames;
use crate::events::{self, attachments, board_list, results};
use crate::jobs;
use crate::keys::Key;
use crate::store::Result;
use crate::store::audit::Action;
use crate::web::form::Fields;
use crate::web::problem::{FieldFault, Values};
use crate::web::{Answer, Ctx, Problem};

/// Most players that the form takes of each kind.
const MAX_NAMES: usize = 200;
/// Most players and rounds that the form takes.
const MAX_PLAYERS: u32 = 1_000_000;
const MAX_ROUNDS: u32 = 1_000;
/// Rows without a name that the form offers.
const FREE_ROWS: usize = 2;

/// The part of the settings page.
pub(crate) struct CircumstancesPart {
    /// As stated, or as proposed.
    pub(crate) known: EventCircumstances,
    pub(crate) confirmed: bool,
    /// Whether there is something for a file.
    pub(crate) written: bool,
    /// What a result waits for somebody to state.
    pub(crate) wanted: Option<Key>,
    /// Names that fit nobody in the results so far, or several players.
    unclear: Vec<String>,
    /// Names of the players in the results so far.
    pub(crate) players: Vec<String>,
    /// Whom complaints of open cases name, and whether they state an observation.
    pub(crate) of_cases: Vec<(String, bool)>,
}

impl CircumstancesPart {
    pub(crate) fn read(c: &Connection, event: i64) -> Result<Self> {
        let stated = stated(c, event)?;
        let written = stated.is_some();
        // Who accepts a game confirms nothing else.
        let stated = stated.filter(|stated| {
            let accepted_games = stated.accepted_games.clone();
            let alone = EventCircumstances { accepted_games, ..EventCircumstances::default() };
            stated.accepted_games.is_empty() || *stated != alone
        });
        let roster = roster(c, event)?;
        let of_cases = in_force(c, event)?.case_complaints;
        let name = |who: &str| {
            let roster = roster.as_ref()?;
            let [one] = find_people(roster, who)[..] else { return None };
            roster.people.get(one).map(|person| reports::visible(&person.name))
        };
        let of_cases = of_cases
            .iter()
            .map(|of| (name(&of.player).unwrap_or_else(|| reports::visible(&of.player)), of.observation));
        let of_cases = of_cases.collect();
        let unclear = stated.as_ref().zip(roster.as_ref());
        let players = roster.iter().flat_map(|roster| &roster.people);
        Ok(Self {
            unclear: unclear.map_or_else(Vec::new, |(stated, roster)| stated.attention(roster).unclear),
            players: players.map(|person| reports::visible(&person.name)).collect(),
            confirmed: stated.is_some(),
            written,
            of_cases,
            wanted: not_stated(c, event)?.map(|asked| asked.keys()[1]),
            known: EventCircumstances {
                time_class: played(c, event)?.class,
                ..match stated {
                    Some(stated) => stated,
                    None => proposed(c, event)?,
                }
            },
        })
    }

    /// The names that fit nobody so far, or several players, in one line.
    pub(crate) fn unclear(&self) -> Option<String> {
        let names: Vec<String> = self.unclear.iter().map(|name| reports::visible(name)).collect();
        (!names.is_empty()).then(|| names.join("; "))
    }

    /// The rows of players who were singled out, with some that are free.
    pub(crate) fn singled_out(&self) -> Vec<String> {
        let free = std::iter::repeat_n(String::new(), FREE_ROWS);
        self.known.singled_out.iter().cloned().chain(free).collect()
    }

    /// The rows of complaints, with some that are free.
    pub(crate) fn complaints(&self) -> Vec<StatedComplaint> {
        let free =
            StatedComplaint { player: String::new(), observation: false, after_the_event: false, day: None };
        let free = std::iter::repeat_n(free, FREE_ROWS);
        self.known.complaints.iter().cloned().chain(free).collect()
    }
}

/// Names in what is stated that fit nobody in the results so far, or several players: they have no effect yet.
pub(crate) fn unclear_names(c: &Connection, event: i64) -> Result<Vec<String>> {
    let Some(stated) = stated(c, event)? else { return Ok(Vec::new()) };
    let names_somebody = !stated.singled_out.is_empty() || !stated.complaints.is_empty();
    let roster = if names_somebody { roster(c, event)? } else { None };
    Ok(roster.map_or_else(Vec::new, |roster| stated.attention(&roster).unclear))
}

/// The players in the results of an event so far.
fn roster(c: &Connection, event: i64) -> Result<Option<Roster>> {
    Ok(results::latest(c, event)?.map(|found| roster_of(&found.screening)))
}

fn roster_of(screening: &Screening) -> Roster {
    let person = |player: &PlayerResult| Person {
        name: player.name.clone(),
        fide_id: player.fide_id,
        rating: player.rating,
        rating_source: RatingSource::None,
        title: None,
    };
    Roster { people: screening.players.iter().map(person).collect(), ..Roster::default() }
}

/// The fields of the form, and which of them cannot be taken.
struct Form<'a> {
    fields: &'a Fields,
    faults: Vec<FieldFault>,
    /// The instant of the request, in seconds since 1970 began.
    now: i64,
    /// Complaints that are stated already; their rows come first, and one of them is taken back by leaving out its name.
    complaints: usize,
}

impl Form<'_> {
    fn refuse(&mut self, field: (&'static str, usize), label: Key, why: (Key, Values)) {
        self.faults.push(FieldFault::new(field.0, label, why).at(field.1));
    }

    fn number(&mut self, name: &'static str, label: Key, (least, most): (u32, u32)) -> Option<NonZeroU32> {
        let text = self.fields.one(name).trim();
        if text.is_empty() {
            return None;
        }
        let number = text.parse::<NonZeroU32>().ok().filter(|number| (least..=most).contains(&number.get()));
        if number.is_none() {
            let values = vec![("least", least.to_string()), ("most", most.to_string())];
            self.refuse((name, 0), label, (Key::RefusedWholeNumber, values));
        }
        number
    }

    fn line(&mut self, field: (&'static str, usize), text: &str, label: Key) -> Option<String> {
        if text.trim().is_empty() {
            return None;
        }
        people::checked_line(text).map_err(|why| self.refuse(field, label, why)).ok()
    }

    fn one_line(&mut self, name: &'static str, label: Key) -> Option<String> {
        let fields = self.fields;
        self.line((name, 0), fields.one(name), label)
    }

    fn day(&mut self, field: (&'static str, usize), text: &str, label: Key) -> Option<Day> {
        if text.trim().is_empty() {
            return None;
        }
        let day = Day::parse(text.trim());
        if day.is_none() {
            self.refuse(field, label, (Key::RefusedDayWritten, Vec::new()));
        }
        day
    }

    fn choice<T>(&mut self, name: &'static str, label: Key, of: impl Fn(&str) -> Option<T>) -> Option<T> {
        let text = self.fields.one(name);
        if text.is_empty() {
            return None;
        }
        let chosen = of(text);
        if chosen.is_none() {
            self.refuse((name, 0), label, (Key::RefusedChoice, Vec::new()));
        }
        chosen
    }

    /// A player as the event writes the name, or somebody who is not among its players yet.
    fn player(&mut self, field: (&'static str, usize), name: &str, (label, known): (Key, &KnownPlayers)) {
        // Before the first result nobody knows all players; who fits nobody then is said once there is one.
        let nobody = known.roster.as_ref().is_some_and(|roster| find_people(roster, name).is_empty())
            && !known.names.iter().any(|known| known == name);
        let likely = if nobody { known.names.likely(name) } else { Vec::new() };
        if !likely.is_empty() {
            let values = vec![("name", reports::visible(name)), ("likely", likely.join("; "))];
            self.refuse(field, label, (Key::RefusedUnknownNameLikely, values));
        }
    }

    fn singled_out(&mut self, known: &KnownPlayers) -> Vec<String> {
        let (fields, label) = (self.fields, Key::CircumstancesSingledOut);
        let mut names = Vec::new();
        for (place, text) in fields.all("singled_out").enumerate() {
            let field = ("singled_out", place);
            if let Some(name) = self.line(field, text, label) {
                self.player(field, &name, (label, known));
                names.push(name);
            }
        }
        if names.len() > MAX_NAMES {
            let most = vec![("most", MAX_NAMES.to_string())];
            self.refuse(("singled_out", 0), label, (Key::RefusedManyNames, most));
        }
        names
    }

    /// A row without a player is a free one.
    fn complaints(&mut self, known: &KnownPlayers, first: Option<Day>) -> Vec<StatedComplaint> {
        let (fields, label) = (self.fields, Key::CircumstancesComplaints);
        let all = |name| fields.all(name).collect::<Vec<_>>();
        let (players, observations, days) =
            (all("complaint_player"), all("complaint_observation"), all("complaint_day"));
        let whole = [observations.len(), days.len()] == [players.len(); 2];
        if !whole || players.len() > MAX_NAMES {
            let most = vec![("most", MAX_NAMES.to_string())];
            self.refuse(("complaint_player", 0), label, (Key::RefusedManyNames, most));
            return Vec::new();
        }
        let rows = players.into_iter().zip(observations).zip(days).enumerate();
        let mut complaints = Vec::new();
        for (place, ((name, observation), day)) in rows {
            let player = self.line(("complaint_player", place), name, label);
            let day = self.day(("complaint_day", place), day, Key::CircumstancesReceived);
            let Some(player) = player else {
                // A name that cannot be taken was refused above; a complaint that was stated is taken back without one.
                let says_something = observation == "with" || day.is_some();
                if name.trim().is_empty() && place >= self.complaints && says_something {
                    let why = (Key::RefusedComplaintNoName, Vec::new());
                    self.refuse(("complaint_player", place), label, why);
                }
                continue;
            };
            if day.is_some_and(|day| latest_day(self.now).is_some_and(|latest| day > latest)) {
                let why = (Key::RefusedDay, Vec::new());
                self.refuse(("complaint_day", place), Key::CircumstancesReceived, why);
            }
            self.player(("complaint_player", place), &player, (label, known));
            if let Some((first, _)) = first.zip(day).filter(|(first, day)| day < first) {
                let why = (Key::RefusedFiledEarly, vec![("first", first.to_string())]);
                self.refuse(("complaint_day", place), Key::CircumstancesReceived, why);
            }
            if !matches!(observation, "with" | "without") {
                let why = (Key::RefusedChoice, Vec::new());
                self.refuse(("complaint_observation", place), Key::CircumstancesObservation, why);
            }
            let (observation, day) = (observation == "with", day.map(|day| day.to_string()));
            complaints.push(StatedComplaint { player, observation, after_the_event: false, day });
        }
        complaints
    }

    fn read(&mut self, known: &KnownPlayers) -> EventCircumstances {
        let fields = self.fields;
        let yes_or_no = |text: &str| match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        let class = |text: &str| TimeClass::ALL.into_iter().find(|class| class.as_str() == text);
        let mode = self.choice("mode", Key::CircumstancesMode, Mode::by_name);
        let supervised = self.choice("supervised", Key::CircumstancesSupervised, yes_or_no);
        let time_class = self.choice("time_class", Key::RatingClass, class);
        let time_control = self.one_line("time_control", Key::CircumstancesControl);
        let play = StatedPlay { mode, class: time_class, control: time_control.clone() };
        if let Err(error) = play.check() {
            let why = match error {
                StatedPlayError::Unread { .. } => Key::RefusedControlUnread,
                StatedPlayError::NoClass { .. } => Key::RefusedControlNoClass,
                StatedPlayError::ClassAgainstControl { .. } => Key::RefusedControlClass,
            };
            self.refuse(("time_control", 0), Key::CircumstancesControl, (why, Vec::new()));
        }
        let least = known.roster.as_ref().map_or(1, |roster| roster.people.len());
        let least = u32::try_from(least).unwrap_or(MAX_PLAYERS).clamp(1, MAX_PLAYERS);
        let players = self.number("players", Key::CircumstancesPlayers, (least, MAX_PLAYERS));
        let rounds = self.number("rounds", Key::CircumstancesRounds, (1, MAX_ROUNDS));
        let first_day = self.day(("first_day", 0), fields.one("first_day"), Key::CircumstancesFirstDay);
        let last_day = self.day(("last_day", 0), fields.one("last_day"), Key::CircumstancesLastDay);
        if let Some((first, _)) = first_day.zip(last_day).filter(|(first, last)| last < first) {
            let why = (Key::RefusedLastDay, vec![("first", first.to_string())]);
            self.refuse(("last_day", 0), Key::CircumstancesLastDay, why);
        }
        EventCircumstances {
            mode,
            time_class,
            supervised,
            players,
            rounds: rounds.and_then(|rounds| NonZeroU16::try_from(rounds).ok()),
            first_day: first_day.map(|day| day.to_string()),
            last_day: last_day.map(|day| day.to_string()),
            place: self.one_line("place", Key::CircumstancesPlace),
            organiser: self.one_line("organiser", Key::CircumstancesOrganiser),
            chief_arbiter: self.one_line("chief_arbiter", Key::CircumstancesChief),
            time_control,
            singled_out: self.singled_out(known),
            complaints: self.complaints(known, first_day),
            accepted_games: Vec::new(),
            case_complaints: Vec::new(),
        }
    }
}

/// Players that an event knows.
struct KnownPlayers {
    names: KnownNames,
    /// Of the newest result.
    roster: Option<Roster>,
}

/// States the circumstances as the form has them. The event is read again; nothing is searched anew.
pub(crate) async fn set(ctx: Ctx) -> Answer {
    let result = ctx.app.results.newest(&ctx.app.storage, ctx.id()).await?;
    let boards = board_list::current(&ctx).await?.boards;
    let roster = result.as_ref().map(|shown| roster_of(&shown.found.screening));
    let known = KnownPlayers { names: KnownNames::new(&boards, result.as_deref()), roster };
    let complaints = ctx.read(|c, event| Ok(stated(c, event)?.unwrap_or_default().complaints.len())).await?;
    let mut form = Form { fields: &ctx.fields, faults: Vec::new(), now: ctx.app.now(), complaints };
    let stated = form.read(&known);
    if !form.faults.is_empty() {
        return Err(Problem::Fields(form.faults));
    }
    stated.check().map_err(|_| Problem::Inside)?;
    ctx.change(move |c| {
        events::open_or_refused(c, c.id())?;
        let rating = attachments::rating(c, c.id())?;
        // Events of before keep their class there.
        let new = RatingChoice { time_class: None, ..rating };
        let class_moves = new != rating;
        if class_moves {
            attachments::set_rating(c, c.id(), &new)?;
            let detail = serde_json::to_string(&new).map_err(|_| Problem::Inside)?;
            c.log(Action::RatingSet, format!("event {}", c.id()), detail)?;
        }
        // They stand in a form of their own.
        let known = self::stated(c, c.id())?.unwrap_or_default();
        let stated = EventCircumstances { accepted_games: known.accepted_games, ..stated };
        if state(c, &stated)? || class_moves {
            jobs::queue(c, c.id())?;
        }
        Ok(())
    })
    .await?;
    ctx.app.work.interrupt();
    Ok(ctx.see("/settings#circumstances"))
}

/// The circumstances as the file that `fairplay screen`, `test` and `watch` take; an empty one before anything is stated.
pub(crate) async fn download(ctx: Ctx) -> Answer {
    let known = ctx.read(|c, event| Ok((in_force(c, event)?, roster(c, event)?)));
    let (in_force, roster) = known.await?;
    let text = in_force.with_cases(&roster.unwrap_or_default()).to_toml().map_err(|_| Problem::Inside)?;
    let name = format!("event-{}-circumstances.toml", ctx.id());
    ctx.export("circumstances", "circumstances.toml", ("application/octet-stream", &name), text.into_bytes())
        .await
}
