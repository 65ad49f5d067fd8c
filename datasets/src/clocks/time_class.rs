//! Blitz, rapid, standard or correspondence, and what says so.
//!
//! The classes are those of the FIDE Laws of Chess: by the time one player has for 60 moves, rapid is *more than 10
//! minutes but less than 60* (A.1) and blitz *10 minutes or less* (B.1); the rest is standard. The Laws know no
//! bullet, so bullet is blitz. A day or more, in all or per move, is correspondence.
//!
//! A control wins over a name, and a name over what is known of a series. A name counts only where there is no control with a
//! class, and only by whole words: Rapid City and Grand Rapids are places. Nothing here guesses a class from who played or how.

use serde::{Deserialize, Serialize};

use crate::clocks::condition::{self, Condition};
use crate::clocks::time_control::{ParsedControl, Refused, Source, read};
use crate::clocks::time_control::{Stage, TimeControl, sixty_moves_ms};
use crate::clocks::words::words;
use crate::ratings::platform::platform;

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 86_400_000;

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum TimeClass {
    /// 10 minutes or less for 60 moves; bullet too.
    Blitz,
    /// More than 10 and less than 60 minutes.
    Rapid,
    /// 60 minutes or more.
    Standard,
    /// A day or more.
    Correspondence,
}

impl TimeClass {
    /// Every class, the usual one first, from slow to fast; games by post last.
    pub const ALL: [Self; 4] = [Self::Standard, Self::Rapid, Self::Blitz, Self::Correspondence];

    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The class of a control. `None` if it has none: unknown, no control, a sand clock, less than a day per move, or
    /// two sides with different classes (the Laws want the condition to hold *for each player*).
    pub fn from_control(control: &TimeControl) -> Option<Self> {
        if let TimeControl::PerMove { ms } = control {
            return (*ms >= DAY_MS).then_some(Self::Correspondence);
        }
        let (white, black) = control.stages()?;
        let class = Self::of_stages(white);
        (class == Self::of_stages(black)).then_some(class)
    }

    fn of_stages(stages: &[Stage]) -> Self {
        match sixty_moves_ms(stages) {
            ms if ms <= 10 * MINUTE_MS => Self::Blitz,
            ms if ms < 60 * MINUTE_MS => Self::Rapid,
            ms if ms < DAY_MS => Self::Standard,
            _ => Self::Correspondence,
        }
    }
}

#[cfg(feature = "clap")]
impl clap::ValueEnum for TimeClass {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        let help = match self {
            Self::Standard => "60 minutes or more for 60 moves",
            Self::Rapid => "More than 10 and less than 60 minutes",
            Self::Blitz => "10 minutes or less",
            Self::Correspondence => "A day or more",
        };
        Some(clap::builder::PossibleValue::new(self.as_str()).help(help))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ClassEvidence {
    TimeControlTag,
    /// The clocks of the game.
    Clocks,
    EventName {
        /// The word, in lower case.
        word: String,
    },
    SiteName {
        /// The word, in lower case.
        word: String,
    },
    /// The event belongs to a series whose organiser states one control for all.
    Series {
        name: String,
        /// In seconds, as a PGN's tag.
        control: String,
        /// The address of a page that states it.
        source: String,
    },
    Nothing,
}

impl ClassEvidence {
    /// The word of the event's or the site's name, or the name of the series.
    pub fn word(&self) -> Option<String> {
        match self {
            Self::EventName { word } | Self::SiteName { word } => Some(word.clone()),
            Self::Series { name, .. } => Some(name.clone()),
            Self::TimeControlTag | Self::Clocks | Self::Nothing => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classified {
    pub class: Option<TimeClass>,
    pub from: ClassEvidence,
    /// The class by the other reading of an ambiguous control, where it differs.
    pub other_class: Option<TimeClass>,
    /// The class in the event's name, else in the site's, if it names one.
    pub named: Option<(TimeClass, ClassEvidence)>,
    /// The control and a name say different things; the control won.
    pub contradiction: bool,
    /// Special conditions named by the event, each once, in order.
    pub conditions: Vec<Condition>,
    /// How the control was read, or why not. `None` if there was none.
    pub reading: Option<Result<ParsedControl, Refused>>,
}

/// The class of a game by its event, site and `TimeControl` tag; of a whole game see [`crate::Game::time_class`].
pub fn time_class(event: &str, site: Option<&str>, control: Option<&str>) -> Classified {
    let source = if site.and_then(platform).is_some() { Source::OnlineTag } else { Source::Tag };
    let reading = control.filter(|c| !c.trim().is_empty()).map(|c| read(c, source));
    let (tagged, other) = match &reading {
        Some(Ok(found)) => (
            TimeClass::from_control(&found.control),
            found.ambiguity.as_ref().and_then(|a| TimeClass::from_control(&a.other)),
        ),
        // `rapid` in place of a control is no control, and says the class.
        Some(Err(_)) => match class_in_words(&words(control.unwrap_or_default())) {
            NamedClass::One(class, _) => (Some(class), None),
            NamedClass::Several | NamedClass::Nothing => (None, None),
        },
        None => (None, None),
    };
    let event_words = words(event);
    let named = match class_in_words(&event_words) {
        NamedClass::One(class, word) => Some((class, ClassEvidence::EventName { word })),
        // "Rapid and Blitz": nothing that the site says could settle it.
        NamedClass::Several => None,
        NamedClass::Nothing => match class_in_words(&words(site.unwrap_or_default())) {
            NamedClass::One(class, word) => Some((class, ClassEvidence::SiteName { word })),
            NamedClass::Several | NamedClass::Nothing => None,
        },
    };
    let (class, from) = match (tagged, &named) {
        (Some(class), _) => (Some(class), ClassEvidence::TimeControlTag),
        (None, Some((class, evidence))) => (Some(*class), evidence.clone()),
        (None, None) => (None, ClassEvidence::Nothing),
    };
    Classified {
        class,
        from,
        other_class: other.filter(|_| other != tagged),
        contradiction: tagged.is_some_and(|tagged| named.as_ref().is_some_and(|(c, _)| *c != tagged)),
        named,
        conditions: condition::conditions_in(&event_words),
        reading,
    }
}

/// Words by class, in lower case. A word ending in `*` stands for those that begin so; words joined by `_` follow one another.
const CLASSES: [(TimeClass, &str); 4] = [
    (
        TimeClass::Blitz,
        "blitz blitzschach* blitzturnier* blitzmeister* blitzeinzel* blitzmannschaft* blitzpokal blitzcup \
         blitzu blitza blitzem blicu blicem blicturnir* bullet hyperbullet ultrabullet superblitz \
         lightning speed armageddon lampo relámpago relampago relâmpago éclair blixt blixtschack* lynsjakk* \
         lynskak* pikashakki* villám villámverseny* bleskový bleskového bleskovém bleskovy błyskawiczny błyskawiczne \
         błyskawiczna błyskawicznych błyskawicznym błyskawicznego yıldırım snelschaak* brzopotezni brzopotezno \
         brzopoteznom блиц блица блицу блицем блице блицтурнир* бліц бліцу бліца бліцем бліці бліцтурнір* пуля \
         молниеносные молниеносным молниеносных",
    ),
    (
        TimeClass::Rapid,
        "rapid rapids rapidplay rapidschach* rapidschaak* rapidtoernooi* rapidverseny* rapidu rapidem rapidom \
         schnellschach* schnellturnier* aktivschach* activechess actionchess semirapid semirapide rapide rapides \
         rápido rápida rápidas rápidos rapidas rapidos semirrápido semirrápidas semilampo snabbschack* hurtigsjakk* \
         hurtigskak* rapidshakki* szybki szybkie szybkich szybkim szybkiego hızlı ubrzani ubrzanom рапид рапида \
         рапиду рапидом рапиде рапидтурнир* рапід рапіда рапіду рапідом рапіді швидкі швидких швидким швидкими \
         быстрые быстрым быстрыми быстрых_шахмат быстрых_шахматах",
    ),
    (
        TimeClass::Standard,
        "classical standard klassisch klassische klassischen klassischem classique clásico clásica klasyczny \
         klasyczne klasycznych klasycznym классика классики классике классические классическим классических \
         классический классическому класика класики класиці класичні класичним класичних класичний",
    ),
    (
        TimeClass::Correspondence,
        "corr correspondence daily iccf fernschach* fernpartie email postal correspondance \
         corrispondenza correspondencia korespondencyjne korespondencyjny заочный заочные заочных переписке \
         листуванням листування",
    ),
];
/// Names of towns and clubs with a word of a class: Rapid City in South Dakota, Grand Rapids in Michigan, Rapid of Vienna and of
/// Bucharest. They say nothing of the time.
const NAMES: [(&str, &str); 16] = [
    ("rapid", "city"),
    ("rapid", "wien"),
    ("rapid", "vienna"),
    ("rapid", "bucurești"),
    ("rapid", "bucureşti"),
    ("rapid", "bucuresti"),
    ("rapid", "bucharest"),
    ("sk", "rapid"),
    ("sc", "rapid"),
    ("fc", "rapid"),
    ("cs", "rapid"),
    ("grand", "rapids"),
    ("cedar", "rapids"),
    ("coon", "rapids"),
    ("big", "rapids"),
    ("wisconsin", "rapids"),
];

enum NamedClass {
    One(TimeClass, String),
    Several,
    Nothing,
}

fn class_in_words(words: &[String]) -> NamedClass {
    let mut found: Option<(TimeClass, String)> = None;
    for (index, word) in words.iter().enumerate() {
        let from_here = words.get(index..).unwrap_or_default();
        let stands = |known: &str| match known.strip_suffix('*') {
            Some(start) => word.starts_with(start),
            None => known.split('_').eq(from_here.iter().take(known.split('_').count()).map(String::as_str)),
        };
        let Some((class, _)) = CLASSES.iter().find(|(_, known)| known.split_whitespace().any(stands)) else {
            continue;
        };
        let before = index.checked_sub(1).and_then(|i| words.get(i)).map(String::as_str);
        let after = words.get(index + 1).map(String::as_str);
        let is_name = |(first, second): &(&str, &str)| {
            (word == first && after == Some(second)) || (word == second && before == Some(first))
        };
        if NAMES.iter().any(is_name) {
            continue;
        }
        match &found {
            Some((before, _)) if before != class => return NamedClass::Several,
            Some(_) => {}
            None => found = Some((*class, word.clone())),
        }
    }
    found.map_or(NamedClass::Nothing, |(class, word)| NamedClass::One(class, word))
}

#[cfg(test)]
mod tests {
    use super::{ClassEvidence, Condition, TimeClass, time_class};
    use crate::clocks::time_control::TimeControl;

    fn class(text: &str) -> Option<TimeClass> {
        TimeClass::from_control(&text.parse::<TimeControl>().expect(text))
    }

    #[test]
    fn the_edges_of_the_laws() {
        for (text, expected) in [
            // 10 minutes is blitz, a second more is not.
            ("600", Some(TimeClass::Blitz)),
            ("601", Some(TimeClass::Rapid)),
            // 3 + 2 is 5 minutes, 5 + 5 is 10, 5 + 6 is 11.
            ("180+2", Some(TimeClass::Blitz)),
            ("300+5", Some(TimeClass::Blitz)),
            ("300+6", Some(TimeClass::Rapid)),
            ("60", Some(TimeClass::Blitz)),
            ("900+10", Some(TimeClass::Rapid)),
            // 59:59 is rapid, an hour is not.
            ("3599", Some(TimeClass::Rapid)),
            ("3600", Some(TimeClass::Standard)),
            ("1800+30", Some(TimeClass::Standard)),
            ("1799+30", Some(TimeClass::Rapid)),
            ("1800d30", Some(TimeClass::Standard)),
            ("40/5400+30:1800+30", Some(TimeClass::Standard)),
            ("40/300", Some(TimeClass::Blitz)),
            ("86399", Some(TimeClass::Standard)),
            ("86400", Some(TimeClass::Correspondence)),
            ("1/86400", Some(TimeClass::Correspondence)),
            ("1/60", None),
            ("*180", None),
            ("-", None),
            ("?", None),
            ("W300-B240", Some(TimeClass::Blitz)),
            ("W900-B300", None),
        ] {
            assert_eq!(class(text), expected, "{text}");
        }
    }

    #[test]
    fn a_control_wins_and_a_contradiction_is_said() {
        let found = time_class("Rated Classical game", Some("https://lichess.org/abcd1234"), Some("1500+0"));
        assert_eq!(found.class, Some(TimeClass::Rapid));
        assert_eq!(found.from, ClassEvidence::TimeControlTag);
        assert!(found.contradiction);
        let found = time_class("Rated Bullet game", Some("https://lichess.org/abcd1234"), Some("60+0"));
        assert_eq!((found.class, found.contradiction), (Some(TimeClass::Blitz), false));
    }

    #[test]
    fn without_a_control_a_word_decides_and_is_named() {
        let event = |word: &str| ClassEvidence::EventName { word: word.to_owned() };
        for (name, expected, evidence) in [
            ("World Rapid 2019", Some(TimeClass::Rapid), event("rapid")),
            ("12. Offenes Schnellschach-Turnier", Some(TimeClass::Rapid), event("schnellschach")),
            ("Кубок города, блиц", Some(TimeClass::Blitz), event("блиц")),
            ("Чемпіонат, швидкі шахи", Some(TimeClass::Rapid), event("швидкі")),
            ("Первенство по блицу", Some(TimeClass::Blitz), event("блицу")),
            ("Чемпіонат з бліцу", Some(TimeClass::Blitz), event("бліцу")),
            ("Шахи бліцем", Some(TimeClass::Blitz), event("бліцем")),
            ("Mistrzostwa w szachach błyskawicznych", Some(TimeClass::Blitz), event("błyskawicznych")),
            ("Deutsche Blitzmeisterschaft", Some(TimeClass::Blitz), event("blitzmeisterschaft")),
            ("Prvenstvo u blicu", Some(TimeClass::Blitz), event("blicu")),
            ("Турнир по рапиду", Some(TimeClass::Rapid), event("рапиду")),
            ("Кубок з рапіду", Some(TimeClass::Rapid), event("рапіду")),
            ("Turniej szybki", Some(TimeClass::Rapid), event("szybki")),
            ("Szachy szybkie 2024", Some(TimeClass::Rapid), event("szybkie")),
            ("Schnellschachmeisterschaft", Some(TimeClass::Rapid), event("schnellschachmeisterschaft")),
            ("Кубок быстрых шахмат", Some(TimeClass::Rapid), event("быстрых")),
            ("Мемориал Быстрых", None, ClassEvidence::Nothing),
            ("Мемориал Блицмана", None, ClassEvidence::Nothing),
            ("SK Rapid Open", None, ClassEvidence::Nothing),
            ("Rapid Wien Open", None, ClassEvidence::Nothing),
            ("Rapid Wien Blitz", Some(TimeClass::Blitz), event("blitz")),
            ("Memorial Rapidity", None, ClassEvidence::Nothing),
            ("Классический турнир", Some(TimeClass::Standard), event("классический")),
            ("Bullet Shield Arena", Some(TimeClass::Blitz), event("bullet")),
            ("EU/WC corr final", Some(TimeClass::Correspondence), event("corr")),
            ("Rapid City Open", None, ClassEvidence::Nothing),
            ("Grand Rapids Classic", None, ClassEvidence::Nothing),
            ("Rapid City Blitz", Some(TimeClass::Blitz), event("blitz")),
            ("Rapid and Blitz 2020", None, ClassEvidence::Nothing),
            ("Correa Memorial", None, ClassEvidence::Nothing),
            ("Open 2024 https://example.org/blitz", None, ClassEvidence::Nothing),
            ("", None, ClassEvidence::Nothing),
        ] {
            for control in [None, Some("?"), Some("-"), Some(""), Some("as announced")] {
                let found = time_class(name, Some("Vienna"), control);
                assert_eq!((found.class, &found.from), (expected, &evidence), "{name}");
                assert!(!found.contradiction);
            }
        }
        let found = time_class("Cup final", Some("Vienna rapid"), None);
        assert_eq!(found.from, ClassEvidence::SiteName { word: "rapid".to_owned() });
    }

    /// Some files have a word in place of a control.
    #[test]
    fn a_word_in_place_of_a_control_says_the_class() {
        for (control, expected) in [
            ("rapid", Some(TimeClass::Rapid)),
            ("Blitz", Some(TimeClass::Blitz)),
            ("Standard", Some(TimeClass::Standard)),
            ("classical", Some(TimeClass::Standard)),
            ("Рапид, как в положении", Some(TimeClass::Rapid)),
            ("as announced", None),
            ("rapid and blitz", None),
        ] {
            let found = time_class("Open", Some("Vienna"), Some(control));
            let from =
                if expected.is_some() { ClassEvidence::TimeControlTag } else { ClassEvidence::Nothing };
            assert_eq!((found.class, found.from), (expected, from), "{control}");
            assert!(found.reading.is_some_and(|reading| reading.is_err()), "{control} is no control");
        }
        let found = time_class("City Blitz", None, Some("rapid"));
        assert_eq!((found.class, found.contradiction), (Some(TimeClass::Rapid), true));
    }

    #[test]
    fn the_other_reading_is_told_where_it_matters() {
        let found = time_class("Open", Some("Vienna"), Some("90+30"));
        assert_eq!((found.class, found.other_class), (Some(TimeClass::Standard), Some(TimeClass::Rapid)));
        let found = time_class("Open", Some("Vienna"), Some("3+2"));
        assert_eq!((found.class, found.other_class), (Some(TimeClass::Blitz), None));
        let found = time_class("Live Chess", Some("Chess.com"), Some("90+30"));
        assert_eq!((found.class, found.other_class), (Some(TimeClass::Rapid), None));
    }

    #[test]
    fn conditions_are_no_classes() {
        let found = time_class("Simul, blindfold", None, None);
        assert_eq!(found.class, None);
        assert_eq!(found.conditions, [Condition::Simultaneous, Condition::Blindfold]);
        let found = time_class("Armageddon game", None, Some("W300-B240"));
        assert_eq!((found.class, found.contradiction), (Some(TimeClass::Blitz), false));
        assert_eq!(found.conditions, [Condition::Armageddon]);
    }
}
