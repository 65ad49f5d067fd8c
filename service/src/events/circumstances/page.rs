//! The form of the circumstances on the settings page of an event, and the same as a file.

use std::num::{NonZeroU16, NonZeroU32};

use analyzer::policy::Mode;
use datasets::clocks::time_class::TimeClass;
use datasets::day::Day;
use datasets::players::find_people;
use datasets::{Person, RatingSource, Roster};
use pipeline::{EventCircumstances, RatingChoice, StatedComplaint};
use rusqlite::Connection;

use super::{asks_for_venue, in_force, played, proposed, state, stated};
use crate::accounts::people;
use crate::events::{self, attachments, results};
use crate::jobs;
use crate::keys::Key;
use crate::store::Result;
use crate::store::audit::Action;
use crate::web::form::Fields;
use crate::web::{Answer, Ctx, Problem};

/// Most players that the form takes of each kind.
const MAX_NAMES: usize = 200;
/// Rows without a name that the form offers.
const FREE_ROWS: usize = 2;

/// The part of the settings page.
pub(crate) struct CircumstancesPart {
    /// As stated, or as proposed.
    pub(crate) known: EventCircumstances,
    pub(crate) confirmed: bool,
    /// Whether there is something for a file.
    pub(crate) written: bool,
    /// Whether a result waits for somebody to state class and venue.
    pub(crate) wanted: bool,
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
            wanted: asks_for_venue(c, event)?,
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

/// The players in the results of an event so far.
fn roster(c: &Connection, event: i64) -> Result<Option<Roster>> {
    let of_results = |found: results::StoredResult| {
        let person = |player: &analyzer::screening::PlayerResult| Person {
            name: player.name.clone(),
            fide_id: player.fide_id,
            rating: player.rating,
            rating_source: RatingSource::None,
            title: None,
        };
        let people = found.screening.players.iter().map(person).collect();
        Roster { people, ..Roster::default() }
    };
    Ok(results::latest(c, event)?.map(of_results))
}

/// The fields of the form, each with what it is called there.
struct Form<'a> {
    ctx: &'a Ctx,
}

impl Form<'_> {
    fn fields(&self) -> &Fields {
        &self.ctx.fields
    }

    fn refused(&self, label: Key) -> Problem {
        let label = self.ctx.frame().t(label);
        Problem::Refused { why: Key::RefusedCircumstances, detail: Some(label.into()) }
    }

    fn number<T: std::str::FromStr>(
        &self,
        name: &str,
        label: Key,
    ) -> std::result::Result<Option<T>, Problem> {
        match self.fields().one(name).trim() {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| self.refused(label)),
        }
    }

    fn line(&self, text: &str, label: Key) -> std::result::Result<Option<String>, Problem> {
        match text.trim() {
            "" => Ok(None),
            text => people::line(text).map(Some).ok_or_else(|| self.refused(label)),
        }
    }

    fn day(&self, text: &str, label: Key) -> std::result::Result<Option<String>, Problem> {
        match text.trim() {
            "" => Ok(None),
            text => Day::parse(text).map(|day| Some(day.to_string())).ok_or_else(|| self.refused(label)),
        }
    }

    fn singled_out(&self) -> std::result::Result<Vec<String>, Problem> {
        let label = Key::CircumstancesSingledOut;
        let mut names = Vec::new();
        for text in self.fields().all("singled_out") {
            names.extend(self.line(text, label)?);
        }
        if names.len() > MAX_NAMES { Err(self.refused(label)) } else { Ok(names) }
    }

    /// A row without a player is a free one.
    fn complaints(&self) -> std::result::Result<Vec<StatedComplaint>, Problem> {
        let label = Key::CircumstancesComplaints;
        let all = |name| self.fields().all(name).collect::<Vec<_>>();
        let (players, observations, days) =
            (all("complaint_player"), all("complaint_observation"), all("complaint_day"));
        if players.len() != observations.len() || players.len() != days.len() || players.len() > MAX_NAMES {
            return Err(self.refused(label));
        }
        let mut complaints = Vec::new();
        for ((player, observation), day) in players.into_iter().zip(observations).zip(days) {
            let (Some(player), day) = (self.line(player, label)?, self.day(day, label)?) else { continue };
            let observation = match observation {
                "with" => true,
                "without" => false,
                _ => return Err(self.refused(label)),
            };
            complaints.push(StatedComplaint { player, observation, after_the_event: false, day });
        }
        Ok(complaints)
    }

    fn read(&self) -> std::result::Result<EventCircumstances, Problem> {
        let one = |name| self.fields().one(name);
        let mode = match one("mode") {
            "" => None,
            name => Some(Mode::by_name(name).ok_or_else(|| self.refused(Key::CircumstancesMode))?),
        };
        let supervised = match one("supervised") {
            "" => None,
            "yes" => Some(true),
            "no" => Some(false),
            _ => return Err(self.refused(Key::CircumstancesSupervised)),
        };
        let time_class = match one("time_class") {
            "" => None,
            text => {
                let class = TimeClass::ALL.into_iter().find(|class| class.as_str() == text);
                Some(class.ok_or_else(|| self.refused(Key::RatingClass))?)
            }
        };
        let stated = EventCircumstances {
            mode,
            time_class,
            supervised,
            players: self.number::<NonZeroU32>("players", Key::CircumstancesPlayers)?,
            rounds: self.number::<NonZeroU16>("rounds", Key::CircumstancesRounds)?,
            first_day: self.day(one("first_day"), Key::CircumstancesFirstDay)?,
            last_day: self.day(one("last_day"), Key::CircumstancesLastDay)?,
            place: self.line(one("place"), Key::CircumstancesPlace)?,
            organiser: self.line(one("organiser"), Key::CircumstancesOrganiser)?,
            chief_arbiter: self.line(one("chief_arbiter"), Key::CircumstancesChief)?,
            time_control: self.line(one("time_control"), Key::CircumstancesControl)?,
            singled_out: self.singled_out()?,
            complaints: self.complaints()?,
            accepted_games: Vec::new(),
            case_complaints: Vec::new(),
        };
        stated.played(None).check().map_err(|_| self.refused(Key::CircumstancesControl))?;
        stated.check().map_err(|_| self.refused(Key::CircumstancesLastDay))?;
        Ok(stated)
    }
}

/// States the circumstances as the form has them. The event is read again; nothing is searched anew.
pub(crate) async fn set(ctx: Ctx) -> Answer {
    let form = Form { ctx: &ctx };
    let stated = form.read()?;
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
