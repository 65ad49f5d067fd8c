//! Series of online events whose organiser states one time control for all of them, while collections of their games most
//! often lack the tag. Only what a source says counts: a series, its platform, the days that the source covers.
//!
//! A control in the tags and a class in a name go before it.

use crate::clocks::words::words;
use crate::day::Day;
use crate::pgn::game::Game;

/// What is known of a series for some years.
pub(crate) struct Series {
    pub(crate) name: &'static str,
    /// As [`Game::platform`] names it.
    platform: &'static str,
    /// Words that follow one another in the `Event` tag, in lower case; one of the phrases is enough.
    phrases: &'static [&'static [&'static str]],
    /// First and last day that the source covers: year, month, day.
    days: [(u16, u8, u8); 2],
    /// In seconds, as a PGN's tag.
    pub(crate) control: &'static str,
    /// The address of a page that states the control.
    pub(crate) source: &'static str,
}

const TITLED_TUESDAY: &[&[&str]] = &[&["titled", "tuesday"], &["titled", "tue"]];
/// The knock-out stage had faster tie-breaks, so it does not count.
const PRO_LEAGUE: &[&[&str]] = &[&["pro", "league", "group", "stage"]];

const SERIES: [Series; 4] = [
    Series {
        name: "Titled Tuesday",
        platform: "Chess.com",
        phrases: TITLED_TUESDAY,
        // It was first held on 30 December 2014.
        days: [(2014, 12, 30), (2020, 2, 29)],
        control: "180+2",
        source: "https://www.questtogm.com/chess/titled-tuesdaychess-coms-online-blitz-tournament/",
    },
    Series {
        name: "Titled Tuesday",
        platform: "Chess.com",
        phrases: TITLED_TUESDAY,
        // "New time control: 3 minutes plus 1 second increment, starting in March 2020"
        // (https://www.chess.com/article/view/titled-tuesday-what-you-need-to-know).
        days: [(2020, 3, 1), (2026, 1, 31)],
        control: "180+1",
        source: "https://www.chess.com/article/view/titled-tuesday",
    },
    Series {
        name: "PRO Chess League, group stage",
        platform: "Chess.com",
        phrases: PRO_LEAGUE,
        // Seasons 2 and 3; the source says of the control that it "remains".
        days: [(2018, 1, 18), (2019, 3, 14)],
        control: "900+2",
        source: "https://www.chess.com/news/view/stronger-than-ever-pro-chess-league-takes-off-tomorrow",
    },
    Series {
        name: "PRO Chess League, group stage",
        platform: "Chess.com",
        phrases: PRO_LEAGUE,
        days: [(2020, 1, 6), (2020, 3, 31)],
        control: "600+2",
        source: "https://blog.chessbomb.com/2020/09/pro-chess-league-finals-2020.html",
    },
];

/// The series of a game, by platform, event and day.
pub(crate) fn series(game: &Game) -> Option<&'static Series> {
    let day = Day::parse(&game.date)?;
    let day = (day.year, day.month, day.day);
    let platform = game.platform()?;
    let event = words(&game.event);
    let event: Vec<&str> = event.iter().map(String::as_str).collect();
    SERIES.iter().find(|series| {
        let [first, last] = series.days;
        let named = |phrase: &&[&str]| event.windows(phrase.len()).any(|part| part == *phrase);
        series.platform == platform && (first..=last).contains(&day) && series.phrases.iter().any(named)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocks::time_class::{ClassEvidence, TimeClass};
    use crate::clocks::time_control::{Source, read};

    fn game(event: &str, site: &str, date: &str) -> Game {
        Game { event: event.to_owned(), site: Some(site.into()), date: date.to_owned(), ..Game::default() }
    }

    /// The days and controls are those of the sources; a class follows from the minutes of 60 moves: 3 + 2 and 3 + 1 are 5 and 4
    /// minutes, 15 + 2 and 10 + 2 are 17 and 12.
    #[test]
    fn a_series_has_its_control_on_its_days_and_its_platform() {
        for (event, site, date, class, control) in [
            ("Titled Tuesday 11th Jan", "chess.com INT", "2022.01.11", Some(TimeClass::Blitz), "180+1"),
            ("Titled Tue 21st Nov Early", "chess.com INT", "2023.11.21", Some(TimeClass::Blitz), "180+1"),
            ("Titled Tuesday", "https://www.chess.com/x", "2019.05.07", Some(TimeClass::Blitz), "180+2"),
            ("PRO League Group Stage", "chess.com INT", "2019.02.05", Some(TimeClass::Rapid), "900+2"),
            ("PRO League Group Stage", "chess.com INT", "2020.01.30", Some(TimeClass::Rapid), "600+2"),
            ("PRO League KO Stage 2019", "chess.com INT", "2019.03.21", None, ""),
            ("PRO League Group Stage", "chess.com INT", "2019.06.01", None, ""),
            // Later than the source, on another platform, without a day, and other words.
            ("Titled Tuesday", "chess.com INT", "2031.01.07", None, ""),
            ("Titled Tuesday", "lichess.org", "2022.01.11", None, ""),
            ("Titled Tuesday", "Berlin GER", "2022.01.11", None, ""),
            ("Titled Tuesday", "chess.com INT", "2022.??.??", None, ""),
            ("Tuesday, titled players", "chess.com INT", "2022.01.11", None, ""),
        ] {
            let found = game(event, site, date).time_class();
            assert_eq!(found.class, class, "{event} {site} {date}");
            match found.from {
                ClassEvidence::Series { control: known, .. } => assert_eq!(known, control, "{event} {date}"),
                from => assert_eq!((from, control), (ClassEvidence::Nothing, ""), "{event} {site} {date}"),
            }
        }
    }

    #[test]
    fn tags_and_names_go_before_a_series() {
        let titled = game("Titled Tuesday", "chess.com INT", "2022.03.08");
        let tagged = Game { time_control: Some("900+10".to_owned()), ..titled.clone() };
        assert_eq!(tagged.time_class().class, Some(TimeClass::Rapid));
        let named = Game { event: "Titled Tuesday Rapid".to_owned(), ..titled.clone() };
        assert_eq!(named.time_class().from, ClassEvidence::EventName { word: "rapid".to_owned() });
        let unreadable = Game { time_control: Some("?".to_owned()), ..titled };
        assert_eq!(unreadable.time_class().class, Some(TimeClass::Blitz));
    }

    #[test]
    fn every_row_can_be_read() {
        for series in &SERIES {
            let control = read(series.control, Source::OnlineTag).expect(series.control).control;
            assert_eq!(control.to_string(), series.control);
            assert!(
                series.days[0] < series.days[1] && series.source.starts_with("https://"),
                "{}",
                series.name
            );
            for (year, month, day) in series.days {
                assert!(Day::new(year, month, day).is_some(), "{year}-{month}-{day}");
            }
        }
    }
}
