//! The time class and the conditions of a whole game.

use crate::clocks::condition::{self, Condition};
use crate::clocks::series::series;
use crate::clocks::time_class::{ClassEvidence, Classified, TimeClass, time_class};
use crate::clocks::time_control::{Source, TimeControl, read};
use crate::clocks::words::words;
use crate::pgn::game::Game;

impl Game {
    /// The class of the game by its control, else by a word of its event or site, else by the series it belongs to; and the
    /// conditions that its event, round, site and control name. Its clocks are not looked at.
    pub fn time_class(&self) -> Classified {
        let mut found = time_class(&self.event, self.site.as_deref(), self.time_control.as_deref());
        let named = |text: &str| condition::conditions_in(&words(text));
        found.conditions.extend(named(&self.round));
        found.conditions.extend(named(self.site.as_deref().unwrap_or_default()));
        if let Some(Ok(reading)) = &found.reading
            && let TimeControl::Sides { white, black } = &reading.control
            && white != black
            && !found.conditions.contains(&Condition::Armageddon)
        {
            found.conditions.push(Condition::UnequalTimes);
        }
        found.conditions.sort_unstable();
        found.conditions.dedup();
        let Some(series) = series(self).filter(|_| found.class.is_none() && found.conditions.is_empty())
        else {
            return found;
        };
        let Ok(reading) = read(series.control, Source::OnlineTag) else { return found };
        let [name, control, source] = [series.name, series.control, series.source].map(str::to_owned);
        Classified {
            class: TimeClass::from_control(&reading.control),
            from: ClassEvidence::Series { name, control, source },
            reading: Some(Ok(reading)),
            ..found
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(event: &str, round: &str, control: Option<&str>) -> Vec<Condition> {
        let (event, round) = (event.to_owned(), round.to_owned());
        Game { event, round, time_control: control.map(str::to_owned), ..Game::default() }
            .time_class()
            .conditions
    }

    #[test]
    fn event_round_and_control_name_conditions() {
        use Condition::{Armageddon, Simultaneous, TieBreak, UnequalTimes};
        for (event, round, control, expected) in [
            ("Cup", "3", Some("5400+30"), vec![]),
            ("Cup", "3 Armageddon", None, vec![Armageddon]),
            ("Cup", "Final (tie-break)", None, vec![TieBreak]),
            ("Cup play-off", "1", None, vec![TieBreak]),
            ("Кубок, тай-брейк", "1", None, vec![TieBreak]),
            ("Cup, Armageddon playoff", "1", Some("W300-B240"), vec![Armageddon, TieBreak]),
            ("Cup", "1", Some("W300-B240"), vec![UnequalTimes]),
            ("Cup", "1", Some("5+0|4+0"), vec![UnequalTimes]),
            ("Cup", "1", Some("5+0|5+0"), vec![]),
            ("Clock simul", "1", None, vec![Simultaneous]),
            // Words of two fields are no phrase.
            ("Tie", "break", None, vec![]),
            ("Play offensive chess", "1", None, vec![]),
        ] {
            assert_eq!(conditions(event, round, control), expected, "{event} {round} {control:?}");
        }
    }
}
