use super::*;
use crate::pgn::game::{Side, Stamp};

fn collection(games: &[(&str, Option<&str>)]) -> Collection {
    let games = games.iter().map(|(event, control)| Game {
        event: (*event).to_owned(),
        time_control: control.map(str::to_owned),
        ..Game::default()
    });
    Collection { games: games.collect(), ..Collection::default() }
}

/// The statement of a class alone.
fn given(class: Option<TimeClass>) -> StatedPlay {
    StatedPlay { class, ..StatedPlay::default() }
}

fn settled(games: &[(&str, Option<&str>)], class: Option<TimeClass>) -> (EventFacts, usize, usize) {
    let mut collection = collection(games);
    let class = settle(&mut collection, &given(class));
    (class, collection.games.len(), collection.unscored.len())
}

#[test]
fn nothing_said_is_standard_and_is_called_assumed() {
    let (class, kept, aside) = settled(&[("Summer Open", None), ("Summer Open", Some("?"))], None);
    assert_eq!((class.class, class.class_from), (TimeClass::Standard, ClassSource::Assumed));
    assert_eq!((kept, aside), (2, 0));
}

#[test]
fn nothing_said_on_a_platform_is_not_assumed() {
    let on = |site: &str, control: Option<&str>| Game {
        event: "Olympiad".to_owned(),
        site: Some(site.into()),
        time_control: control.map(str::to_owned),
        ..Game::default()
    };
    let from = |games: Vec<Game>, class| look_at(&games, &given(class)).0.class_from;
    let (online, board) = (on("Chess.com", None), on("Batumi GEO", None));
    assert_eq!(from(vec![online.clone(), online.clone()], None), ClassSource::NotStated);
    assert_eq!(from(vec![online.clone(), board.clone()], None), ClassSource::NotStated, "half of them");
    assert_eq!(from(vec![online.clone(), board.clone(), board], None), ClassSource::Assumed);
    assert_eq!(from(vec![online.clone()], Some(TimeClass::Rapid)), ClassSource::Given);
    assert_eq!(from(vec![on("Chess.com", Some("900+10"))], None), ClassSource::TimeControl);
    // A broadcast shows games that were played elsewhere.
    assert_eq!(
        from(vec![on("https://lichess.org/broadcast/-/-/gfXgh34J", None)], None),
        ClassSource::Assumed
    );
}

#[test]
fn most_games_decide_and_the_others_are_set_aside() {
    let slow = ("Summer Open", Some("5400+30"));
    let (class, kept, aside) =
        settled(&[slow, slow, ("Summer Open", Some("180+2")), ("Summer Open", None)], None);
    assert_eq!((class.class, class.class_from), (TimeClass::Standard, ClassSource::TimeControl));
    assert_eq!((kept, aside, class.set_aside), (3, 1, 1));
    let (class, ..) = settled(&[("City Rapid", None), ("City Rapid", None)], None);
    assert_eq!((class.class, class.class_from), (TimeClass::Rapid, ClassSource::Name));
}

#[test]
fn a_given_class_stands_and_special_games_never_count() {
    let (class, kept, aside) =
        settled(&[("City Rapid", None), ("Winter Open", None)], Some(TimeClass::Standard));
    assert_eq!((class.class, class.class_from), (TimeClass::Standard, ClassSource::Given));
    assert_eq!((kept, aside), (1, 1));
    let (_, kept, aside) = settled(&[("Simul of the year", None), ("Winter Open", None)], None);
    assert_eq!((kept, aside), (1, 1));
}

#[test]
fn nothing_vanishes() {
    let games = [("A Blitz", None), ("A Rapid", None), ("A", Some("40/7200:3600")), ("Blindfold", None)];
    let (class, kept, aside) = settled(&games, None);
    assert_eq!(kept + aside, games.len());
    assert_eq!(class.set_aside, aside);
    // One game each: the slower class is the more cautious one.
    assert_eq!(class.class, TimeClass::Standard);
}

/// Games from lines `event | round | date | white | black | control`.
fn event(lines: &[&str]) -> Vec<Game> {
    let game = |line: &&str| {
        let field: Vec<&str> = line.split('|').map(str::trim).collect();
        let [event, round, date, white, black, control] = field[..] else { panic!("{line}") };
        let side = |name: &str| Side { name: name.to_owned(), ..Side::default() };
        Game {
            event: event.to_owned(),
            round: round.to_owned(),
            date: date.to_owned(),
            white: side(white),
            black: side(black),
            time_control: Some(control.to_owned()).filter(|control| !control.is_empty()),
            ..Game::default()
        }
    };
    lines.iter().map(game).collect()
}

fn aside(lines: &[&str]) -> Vec<Option<Unscored>> {
    look_at(&event(lines), &StatedPlay::default()).1
}

#[test]
fn every_game_under_other_conditions_has_its_own_reason() {
    let found = aside(&[
        "Cup|1|2025.05.01|Oak|Elm|5400+30",
        "Cup|2|2025.05.02|Elm|Oak|5400+30",
        "Cup|3 rapid|2025.05.03|Gum|Nut|900+10",
        "Cup|4 Armageddon|2025.05.03|Oak|Elm|",
        "Cup|5|2025.05.03|Ash|Fir|W300-B240",
        "Cup, blindfold|6|2025.05.03|Ash|Fir|5400+30",
        "Cup, simul|7|2025.05.03|Ash|Fir|5400+30",
        "Cup|8 tie-break|2025.05.03|Yew|Box|",
    ]);
    let reasons = [
        None,
        None,
        Some(Unscored::OtherTimeClass),
        Some(Unscored::Armageddon),
        Some(Unscored::UnequalTimes),
        Some(Unscored::Blindfold),
        Some(Unscored::Simultaneous),
        Some(Unscored::TieBreak),
    ];
    assert_eq!(found, reasons);
}

#[test]
fn faster_games_of_a_pair_that_met_at_the_events_own_control_are_tie_breaks() {
    let found = aside(&[
        "Cup|1.1|2025.05.01|Oak|Elm|5400+30",
        "Cup|1.2|2025.05.02|Elm|Oak|5400+30",
        "Cup|1.3|2025.05.03|Oak|Elm|1500+10",
        "Cup|1.4|2025.05.03|Elm|Oak|300+3",
        "Cup|1.1|2025.05.01|Fir|Ash|5400+30",
        // These two met in a rapid game only, so it decides nothing.
        "Cup|1.5|2025.05.03|Yew|Box|1500+10",
    ]);
    let (tie, other) = (Some(Unscored::TieBreak), Some(Unscored::OtherTimeClass));
    assert_eq!(found, [None, None, tie, tie, None, other]);
}

/// Without time controls the days tell it: one game a day, and then several.
#[test]
fn several_games_of_a_pair_on_its_last_day_are_tie_breaks() {
    let lines = [
        "Cup|1.1|2025.05.01|Oak|Elm|",
        "Cup|1.2|2025.05.02|Elm|Oak|",
        "Cup|1.3|2025.05.03|Oak|Elm|",
        "Cup|1.4|2025.05.03|Elm|Oak|",
        "Cup|1.1|2025.05.01|Fir|Ash|",
        "Cup|1.2|2025.05.02|Ash|Fir|",
    ];
    let tie = Some(Unscored::TieBreak);
    assert_eq!(aside(&lines), [None, None, tie, tie, None, None]);
    // Two a day all the time is the event's own pace.
    let pace = [
        "Match|1|2025.05.01|Oak|Elm|",
        "Match|2|2025.05.01|Elm|Oak|",
        "Match|3|2025.05.02|Oak|Elm|",
        "Match|4|2025.05.02|Elm|Oak|",
    ];
    assert_eq!(aside(&pace), [None; 4]);
    // Two on one day that begin and end the match.
    assert_eq!(aside(&pace[..2]), [None; 2]);
    // At known controls nothing has to be guessed.
    let known: Vec<String> = lines.iter().map(|line| format!("{line}5400+30")).collect();
    assert_eq!(aside(&known.iter().map(String::as_str).collect::<Vec<_>>()), [None; 6]);
}

#[test]
fn a_stage_that_is_named_play_off_and_played_as_the_event_stays() {
    let known = aside(&[
        "League|1|2025.05.01|Oak|Elm|900+10",
        "League|2|2025.05.02|Fir|Ash|900+10",
        "League Playoff|1|2025.05.03|Oak|Fir|900+10",
        "League Playoff|2|2025.05.03|Elm|Ash|180+2",
        "League|3|2025.05.02|Fir|Elm|900+10",
    ]);
    assert_eq!(known, [None, None, None, Some(Unscored::TieBreak), None]);
    let all = aside(&["Playoffs|1|2025.05.03|Oak|Fir|", "Playoffs|2|2025.05.03|Elm|Ash|"]);
    assert_eq!(all, [None, None]);
}

/// The series is blitz by its organiser's control, and says so.
#[test]
fn a_series_gives_its_events_their_class() {
    let mut games = event(&["Titled Tuesday|1|2022.01.11|Oak|Elm|", "Titled Tuesday|2|2022.01.11|Fir|Ash|"]);
    for game in &mut games {
        game.site = Some("chess.com INT".into());
    }
    let (class, reasons) = look_at(&games, &StatedPlay::default());
    assert_eq!((class.class, class.class_from), (TimeClass::Blitz, ClassSource::Series));
    assert_eq!(reasons, [None, None]);
}

/// A game of 25 moves whose players begin with so many seconds and spend a sixtieth of them a move.
fn clocked(control: Option<&str>, start: u64) -> Game {
    let stamp = |ply: u64| {
        let left = start.saturating_sub(ply / 2 * (start / 60) + ply % 3);
        let clk = format!("{}:{:02}:{:02}", left / 3600, left / 60 % 60, left % 60);
        Stamp { clk: Some(clk.into()), emt: None }
    };
    Game {
        event: "Open".to_owned(),
        site: Some("Riga LAT".into()),
        time_control: control.map(str::to_owned),
        stamps: (0..50).map(stamp).collect(),
        ..Game::default()
    }
}

fn facts(games: &[Game]) -> EventFacts {
    look_at(games, &StatedPlay::default()).0
}

/// `90` and `5400` with the same clocks are one control; the sheet is told which meaning the clocks refute.
#[test]
fn clocks_show_which_of_two_controls_was_meant() {
    let read = |control: &str, start| facts(&vec![clocked(Some(control), start); 3]);
    for (text, start, control, class, refuted) in [
        ("90", 5_390, "5400", TimeClass::Standard, Some("90")),
        ("5400", 5_390, "5400", TimeClass::Standard, None),
        ("60", 3_590, "3600", TimeClass::Standard, Some("60")),
        ("15", 890, "900", TimeClass::Rapid, Some("15")),
        ("180+2", 179, "180+2", TimeClass::Blitz, None),
    ] {
        let found = read(text, start);
        assert_eq!((found.class, found.class_from), (class, ClassSource::TimeControl), "{text}");
        let shown = found.control.expect("a control");
        assert_eq!(shown.control.to_string(), control, "{text}");
        assert_eq!(shown.refuted.map(|other| other.to_string()).as_deref(), refuted, "{text}");
        assert_eq!(shown.by_clocks, if refuted.is_some() { 3 } else { 0 });
    }
}

/// One text means one thing in an event: games without clocks, or too short, follow those whose clocks speak.
#[test]
fn games_without_clocks_follow_those_with_the_same_text() {
    let mut games = vec![clocked(Some("60"), 3_590); 2];
    games.push(Game { stamps: Vec::new(), ..clocked(Some("60"), 3_590) });
    let (found, aside) = look_at(&games, &StatedPlay::default());
    assert_eq!((found.class, aside), (TimeClass::Standard, vec![None; 3]));
}

#[test]
fn clocks_overrule_a_control_that_does_not_fit_in_any_meaning() {
    // The control of the event stands on its rapid tie-breaks too.
    let mut games = vec![clocked(Some("40/5400+30:1800+30"), 5_390); 3];
    games.push(clocked(Some("40/5400+30:1800+30"), 1_490));
    let (found, aside) = look_at(&games, &StatedPlay::default());
    assert_eq!((found.class, found.class_from), (TimeClass::Standard, ClassSource::TimeControl));
    assert_eq!(aside, [None, None, None, Some(Unscored::OtherTimeClass)]);
    assert_eq!(found.unfit.map(|unfit| unfit.games), Some(1));
    // A name that says something else does not help it.
    let named = |game: Game| Game { event: "Classical Cup".to_owned(), ..game };
    let found = facts(&vec![named(clocked(Some("5400+30"), 890)); 3]);
    assert_eq!((found.class, found.class_from), (TimeClass::Rapid, ClassSource::Clocks));
    assert_eq!(found.unfit.map(|unfit| unfit.written), Some("5400+30".to_owned()));
}

/// Clocks of so many moves of each player, in seconds, each move taking about so many.
fn short(control: Option<&str>, start: u64, spent: u64, moves: u64) -> Game {
    let stamp = |ply: u64| {
        let left = start - (ply / 2) * spent - ply % 2;
        Stamp {
            clk: Some(format!("{}:{:02}:{:02}", left / 3600, left / 60 % 60, left % 60).into()),
            emt: None,
        }
    };
    Game { stamps: (0..2 * moves).map(stamp).collect(), ..clocked(control, start) }
}

/// Ten moves do not show an increment alone, and those of several games do.
#[test]
fn short_games_of_one_event_show_its_class_together() {
    for (control, start, spent, class) in [
        (None, 182, 9, TimeClass::Blitz),
        (None, 602, 20, TimeClass::Rapid),
        (None, 599, 20, TimeClass::Blitz),
        (Some("5400+30"), 182, 9, TimeClass::Blitz),
        (Some("5400+30"), 1_500, 40, TimeClass::Rapid),
        (Some("180+2"), 5_430, 60, TimeClass::Standard),
    ] {
        let found = facts(&vec![short(control, start, spent, 10); 3]);
        assert_eq!((found.class, found.class_from), (class, ClassSource::Clocks), "{control:?} {start}");
        assert_eq!(found.asked(), None);
        let unfit = found.unfit.map(|unfit| (unfit.games, unfit.begin.expect("a time")));
        let text = format!("{}:{:02}:{:02}", start / 3600, start / 60 % 60, start % 60);
        assert_eq!(unfit, control.map(|_| (3, text)), "{control:?} {start}");
        assert_eq!(found.control, None, "a control that the clocks refute is not shown as the event's");
    }
}

/// One short game leaves the class open; what its clocks refute is not taken, and somebody is asked.
#[test]
fn clocks_that_refute_a_class_and_show_none_make_somebody_state_it() {
    let cases: [(Option<&str>, u64, u64); 4] =
        [(None, 182, 9), (None, 600, 20), (Some("5400+30"), 182, 9), (Some("Classical"), 300, 9)];
    for (control, start, spent) in cases {
        let found = facts(&[short(control, start, spent, 10)]);
        assert_eq!(found.class_from, ClassSource::NotStated, "{control:?} {start}");
        let asked = found.asked().expect("a question");
        assert_eq!((asked.class, asked.mode, asked.sign), (true, false, None));
        let unclear = asked.unclear.expect("what the games hold");
        assert_eq!(unclear.refuted.as_deref(), control, "{start}");
        assert!(unclear.begin.is_some() && found.control.is_none());
        let stated = look_at(&[short(control, start, spent, 10)], &given(Some(TimeClass::Blitz))).0;
        assert_eq!(stated.asked(), None);
    }
    // Half an hour may be rapid or standard: standard is assumed as without clocks, and the clocks are named.
    let open = facts(&[short(None, 1_800, 60, 10)]);
    assert_eq!((open.class_from, open.asked()), (ClassSource::Assumed, None));
    assert_eq!(open.unclear.and_then(|unclear| unclear.begin).as_deref(), Some("0:30:00"));
    // A few such games among many decide nothing against the tags.
    let mut games = vec![Game { stamps: Vec::new(), ..clocked(Some("5400+30"), 0) }; 9];
    games.push(short(Some("5400+30"), 182, 9, 10));
    assert_eq!(facts(&games).class_from, ClassSource::TimeControl);
    // What is not understood is named.
    let words = facts(&[Game { stamps: Vec::new(), ..clocked(Some("as announced"), 0) }]);
    assert_eq!(words.unclear.and_then(|unclear| unclear.written).as_deref(), Some("as announced"));
}

/// Every row of the table: file and statements, and what they give.
#[test]
fn the_table_of_files_and_statements_holds() {
    let rows = include_str!("../../../tests/how_played.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let cells: Vec<Option<&str>> = row.split('\t').map(|cell| Some(cell).filter(|c| *c != "-")).collect();
        let [event, site, control, clocks, mode, class, stated, expected, from, asked] = cells[..] else {
            panic!("{row}")
        };
        let start = clocks.map(|start| start.parse::<u64>().expect("seconds"));
        let game = Game {
            event: event.expect("a name").to_owned(),
            site: site.map(Into::into),
            ..start
                .map_or_else(|| Game { stamps: Vec::new(), ..clocked(control, 0) }, |s| clocked(control, s))
        };
        let stated = StatedPlay {
            mode: mode.map(|name| Mode::by_name(name).expect("a mode")),
            class: TimeClass::ALL.into_iter().find(|known| Some(known.as_str()) == class),
            control: stated.map(str::to_owned),
        };
        let found = look_at(&vec![game; 4], &stated).0;
        let asks = found.asked().map(|asked| match (asked.class, asked.mode) {
            (true, true) => "both",
            (true, false) => "class",
            _ => "mode",
        });
        assert_eq!(
            (Some(found.class.as_str()), Some(found.class_from.as_str()), asks),
            (expected, from, asked),
            "{row}"
        );
        count += 1;
    }
    assert!(count >= 24, "{count}");
}
