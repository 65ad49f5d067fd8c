//! How an event was played, in words: its time control, what its class rests on, and what people have to state.

use analyzer::screening::{ControlEntry, EventSummary, PlayedEntry};
use datasets::clocks::time_control::{Stage, TimeControl};
use datasets::tournament::event_facts::{Asked, ClassSource, Unclear};
use datasets::tournament::venue::VenueSign;

use crate::language::Language;
use crate::messages::{Arg, Key, Messages};

/// What people have to state before there is an index, why, and what to do, for a terminal.
pub fn question(asked: &Asked, language: Language) -> String {
    let m = &Messages::for_terminal(language);
    format!("{} {}", m.text(Key::AskedTitle), question_text(m, Some(asked)))
}

/// The same of an event whose calibration is missing because it was not stated how it was played.
pub(super) fn event_question(m: &Messages, event: &EventSummary) -> String {
    let asked = event.played.as_ref().and_then(|played| played.asked.clone());
    // Documents of before say what is missing by the source of the class and the mode alone.
    let not_stated = event.time_class_from == ClassSource::NotStated.as_str();
    let of_before = || Asked { class: not_stated, mode: event.mode.is_none(), sign: None, unclear: None };
    question_text(m, Some(&asked.unwrap_or_else(of_before)))
}

fn question_text(m: &Messages, asked: Option<&Asked>) -> String {
    let Some(Asked { class, mode, sign, unclear }) = asked else { return String::new() };
    let what = match (class, mode) {
        (true, false) if sign.is_none() && unclear.is_some() => "clocks",
        (true, true) => "both",
        (true, false) => "class",
        (false, _) => "mode",
    };
    let said = m.label_with("asked", what, [("sign", venue_sign(m, sign.as_ref()))]);
    let unclear = unclear.iter().flat_map(|unclear| unclear_time(m, unclear));
    let sentences = std::iter::once(said).chain(unclear).chain([m.text(Key::AskedWhy), m.text(Key::AskedDo)]);
    sentences.collect::<Vec<_>>().join(" ")
}

/// What the games hold of the players' time without saying the class, a sentence each.
fn unclear_time(m: &Messages, unclear: &Unclear) -> Vec<String> {
    let Unclear { written, refuted, begin } = unclear;
    let said = |key, name: &'static str, text: &Option<String>| Some(m.with(key, [(name, text.clone()?)]));
    [
        said(Key::UnclearWritten, "written", written),
        said(Key::UnclearRefuted, "written", refuted),
        said(Key::UnclearBegin, "begin", begin),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn venue_sign(m: &Messages, sign: Option<&VenueSign>) -> String {
    let count = |games: &usize, of: &usize| {
        vec![("games", Arg::from(m.numbers().count(*games))), ("of", m.numbers().count(*of).into())]
    };
    let Some(sign) = sign else { return m.text(Key::VenueSignUnknown) };
    let values = match sign {
        VenueSign::Platform { name }
        | VenueSign::OnlineWord { name }
        | VenueSign::ModeTag { name }
        | VenueSign::Study { name }
        | VenueSign::Address { name }
        | VenueSign::Place { name } => {
            vec![("name", name.clone().into())]
        }
        VenueSign::FineClocks { games, of }
        | VenueSign::HighRatings { games, of }
        | VenueSign::Handles { games, of }
        | VenueSign::SomeOnline { games, of, .. } => count(games, of),
        VenueSign::Hybrid | VenueSign::Nothing => Vec::new(),
    };
    m.label_with("venue-sign", sign, values)
}

/// The time control of an event and what says it.
pub(super) fn control(m: &Messages, control: &ControlEntry) -> String {
    let from = m.label("control-from", &control.from);
    m.with(Key::EventControl, [("control", control_text(&control.control)), ("from", from)])
}

/// What has to be known of the time class: that it is assumed, a meaning of the control that the clocks refute, one that they do not
/// fit, a class that rests on a rule newer than the measured games.
pub(crate) fn control_cautions(m: &Messages, event: &EventSummary) -> Vec<String> {
    let assumed = (event.time_class_from == ClassSource::Assumed.as_str())
        .then(|| m.with(Key::ClassAssumed, [("class", m.label("time-class", &event.time_class))]));
    let played = event.played.as_ref().map(|played| control_notes(m, event, played));
    assumed.into_iter().chain(played.into_iter().flatten()).collect()
}

fn control_notes(m: &Messages, event: &EventSummary, played: &PlayedEntry) -> Vec<String> {
    let n = m.numbers();
    let control = played.control.as_ref();
    let refuted = control.and_then(|control| Some((control, control.refuted.as_ref()?)));
    let refuted = refuted.map(|(control, refuted)| {
        let values = [
            ("written", control.written.clone()),
            ("control", control_text(&control.control)),
            ("refuted", control_text(refuted)),
            ("games", n.count(control.by_clocks)),
        ];
        m.with(Key::ControlRefuted, values)
    });
    let unfit = played.unfit.as_ref().map(|unfit| {
        let said = [("written", unfit.written.clone()), ("games", n.count(unfit.games))];
        let begin = unfit.begin.clone().map(|begin| m.with(Key::ControlUnfitBegin, [("begin", begin)]));
        std::iter::once(m.with(Key::ControlUnfit, said)).chain(begin).collect::<Vec<_>>().join(" ")
    });
    let unclear = played.unclear.iter().flat_map(|unclear| unclear_time(m, unclear));
    let newer = control.zip(played.newer_rule.as_ref()).map(|(control, rule)| {
        let values = [
            ("control", control_text(&control.control)),
            ("class", m.label("time-class", &event.time_class)),
            ("since", rule.since.clone()),
            ("source", rule.source.clone()),
            ("through", rule.measured_through.clone()),
        ];
        m.with(Key::ControlNewer, values)
    });
    unclear.chain([refuted, unfit, newer].into_iter().flatten()).collect()
}

/// A control in minutes and seconds as organisers of every language write it: `40/90′ + 30″, 30′ + 30″`. `text` is in seconds, as
/// in a document; what does not read stands as it is.
pub(crate) fn control_text(text: &str) -> String {
    let stages = |stages: &[Stage]| stages.iter().map(stage_text).collect::<Vec<_>>().join(", ");
    match text.parse::<TimeControl>() {
        Ok(TimeControl::Stages(both)) => stages(&both),
        Ok(TimeControl::Sides { white, black }) => format!("{} / {}", stages(&white), stages(&black)),
        _ => text.to_owned(),
    }
}

fn stage_text(stage: &Stage) -> String {
    let moves = stage.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
    let mut text = format!("{moves}{}", time_text(stage.base_ms));
    if stage.increment_ms > 0 {
        text = format!("{text} + {}", time_text(stage.increment_ms));
    }
    if stage.delay_ms > 0 {
        text = format!("{text} d{}", time_text(stage.delay_ms));
    }
    text
}

fn time_text(ms: u64) -> String {
    let (minutes, seconds, rest) = (ms / 60_000, ms / 1_000 % 60, ms % 1_000);
    let minutes = if minutes > 0 { format!("{minutes}′") } else { String::new() };
    match (seconds, rest) {
        (0, 0) if !minutes.is_empty() => minutes,
        (_, 0) => format!("{minutes}{seconds}″"),
        _ => format!("{minutes}{seconds}.{}″", format!("{rest:03}").trim_end_matches('0')),
    }
}

#[cfg(test)]
mod tests {
    use analyzer::policy::{Mode, NewerRule};
    use datasets::tournament::event_facts::{ControlSource, UnfitControl};

    use super::*;
    use crate::words;

    fn event(played: PlayedEntry) -> EventSummary {
        let time_class_from = ClassSource::Given.as_str().to_owned();
        EventSummary { played: Some(played), time_class_from, ..crate::example::screening().event }
    }

    #[test]
    fn controls_in_minutes_and_seconds() {
        for (text, shown) in [
            ("5400+30", "90′ + 30″"),
            ("40/5400+30:1800+30", "40/90′ + 30″, 30′ + 30″"),
            ("90", "1′30″"),
            ("3600d5", "60′ d5″"),
            ("W300-B240", "5′ / 4′"),
            ("10+0.05", "10″ + 0.05″"),
            ("0+1", "0″ + 1″"),
            ("1/86400", "1/86400"),
            ("<b>", "<b>"),
        ] {
            assert_eq!(control_text(text), shown, "{text}");
        }
    }

    #[test]
    fn every_question_says_why_and_what_to_do_in_every_language() {
        let signs = [
            VenueSign::Platform { name: "Lichess".to_owned() },
            VenueSign::Hybrid,
            VenueSign::OnlineWord { name: "online".to_owned() },
            VenueSign::FineClocks { games: 3, of: 4 },
            VenueSign::HighRatings { games: 3, of: 4 },
            VenueSign::Handles { games: 3, of: 4 },
            VenueSign::SomeOnline { name: None, games: 1, of: 4 },
            VenueSign::Study { name: "https://lichess.org/study/x".to_owned() },
            VenueSign::Address { name: "vint.ee".to_owned() },
            VenueSign::ModeTag { name: "ICS".to_owned() },
        ];
        for language in Language::all() {
            for sign in &signs {
                for (class, mode) in [(true, true), (true, false), (false, true)] {
                    let text =
                        question(&Asked { class, mode, sign: Some(sign.clone()), unclear: None }, language);
                    assert!(text.contains("--mode") && text.contains("--time-class"), "{text}");
                    assert!(!text.contains(['{', '$', '_']), "{language}: {text}");
                    if let VenueSign::Platform { name } = sign {
                        assert!(text.contains(name.as_str()), "{text}");
                    }
                }
            }
        }
    }

    /// The clocks are named with the time they begin at, and nothing is said of online play where nothing speaks for it.
    #[test]
    fn clocks_that_leave_the_class_open_are_named() {
        let text = |text: &str| Some(text.to_owned());
        let unclear = Unclear { written: text("as usual"), refuted: text("5400+30"), begin: text("0:03:02") };
        let asked = Asked { class: true, mode: false, sign: None, unclear: Some(unclear.clone()) };
        for language in Language::all() {
            let said = question(&asked, language);
            assert!(["as usual", "5400+30", "0:03:02"].iter().all(|part| said.contains(part)), "{said}");
            assert!(!said.contains(&Messages::for_terminal(language).text(Key::VenueSignUnknown)), "{said}");
            let played = PlayedEntry { unclear: Some(unclear.clone()), ..PlayedEntry::default() };
            let cautions = control_cautions(&Messages::new(language), &event(played));
            assert_eq!(cautions.len(), 3, "{language}: {cautions:?}");
        }
    }

    #[test]
    fn a_document_of_before_asks_without_a_sign() {
        let m = Messages::new(Language::ENGLISH);
        let mut event = crate::example::screening().event;
        event.time_class_from = "not_stated".to_owned();
        let both = event_question(&m, &event);
        assert!(both.contains("nor how much time"), "{both}");
        event.mode = Some(Mode::Online);
        assert!(!event_question(&m, &event).contains("whether"));
    }

    #[test]
    fn what_has_to_be_known_of_a_control_is_said_with_its_numbers() {
        let control = ControlEntry {
            control: "2700+30".to_owned(),
            written: "45+30".to_owned(),
            from: ControlSource::Tag,
            refuted: Some("45+30".to_owned()),
            by_clocks: 5,
        };
        let played = PlayedEntry {
            control: Some(control),
            unfit: Some(UnfitControl {
                written: "180+2".to_owned(),
                games: 7,
                begin: Some("1:30:30".to_owned()),
            }),
            unclear: None,
            asked: None,
            newer_rule: Some(NewerRule {
                since: "2026-01".to_owned(),
                source: "FIDE".to_owned(),
                measured_through: "2025-06".to_owned(),
            }),
        };
        for language in Language::all() {
            let m = Messages::new(language);
            let said = control_cautions(&m, &event(played.clone()));
            for (text, parts) in said.iter().zip([
                &["45+30", "45′ + 30″", "45″ + 30″", "5"][..],
                &["180+2", "7", "1:30:30"],
                &["45′ + 30″", "2026-01", "2025-06"],
            ]) {
                assert!(parts.iter().all(|part| text.contains(part)), "{language}: {text}");
            }
            assert_eq!(said.len(), 3);
            let line = words::event_conditions(&m, &event(played.clone()));
            assert!(line.contains("45′ + 30″"), "{line}");
        }
        assert!(
            control_cautions(&Messages::new(Language::ENGLISH), &event(PlayedEntry::default())).is_empty()
        );
    }
}
