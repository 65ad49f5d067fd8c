use analyzer::calibration::null_certificate::{Passes, SCHEMA};

use super::*;

fn figures(mean: f64) -> Figures {
    let rate = |level: f64, seen: usize, predicted: f64, limits| Rate { level, seen, predicted, limits };
    Figures {
        mean: Some(Figure { value: mean, error: 0.04 }),
        sd: Some(Figure { value: 1.012, error: 0.02 }),
        rates: vec![rate(2.0, 31, 27.25, [17, 38]), rate(2.5, 7, 8.04, [3, 14]), rate(3.0, 2, 2.27, [0, 6])],
    }
}

/// Two populations, one of them too small for errors; one bar of each result.
pub(crate) fn example() -> NullCertificate {
    let population = |name: &str, performances: usize| Population {
        name: name.to_owned(),
        performances,
        tournaments: 120,
        people: 900,
        largest: 0.01,
        alone: figures(0.021),
        field: figures(-0.004),
        leading: figures(-0.07),
    };
    let none = || Figures { mean: None, sd: None, rates: Vec::new() };
    let few = Population { alone: none(), field: none(), leading: none(), ..population("1990-1999", 1) };
    let bar = |name: &str, found: Option<f64>, result: BarResult| Bar {
        name: name.to_owned(),
        asked: [-0.1, 0.1],
        range: [-0.12, 0.12],
        found,
        result,
        performances: [1020, 1000],
        passes: found.map(|_| Passes { right: 0.981, wider: 0.12, thrice: 0.9 }),
    };
    let reading = |model: Model| Reading {
        model,
        populations: vec![population("all", 1020), few.clone(), population("juniors", 160)],
        slope: Some(Figure { value: -0.031, error: 0.029 }),
        fields: vec![Field {
            tournament: "0123456789abcdef".to_owned(),
            players: 41,
            mean: 0.31,
            within: false,
        }],
        bars: vec![
            bar("recent_mean", Some(0.042), BarResult::Met),
            bar("recent_sd", Some(1.084), BarResult::NotMet),
            bar("youth_mean", None, BarResult::TooFewData),
        ],
        at_sixty: Rate { level: 2.0, seen: 3, predicted: 1.14, limits: [0, 4] },
        sealed: Some(population("sealed", 204)),
        all: Passes { right: 0.953, wider: 0.11, thrice: 0.15 },
    };
    NullCertificate {
        schema: SCHEMA.to_owned(),
        strength: "strength-1".to_owned(),
        conditions: Some(["rapid".to_owned(), "online".to_owned()]),
        helped: Some(HelpedShare { value: 0.021, low: 0.0, high: 0.064 }),
        days: ["2005-01-02".to_owned(), "2025-03-04".to_owned()],
        ratings: [1412, 2831],
        decisions: [100, 641],
        openings: 2,
        parts: vec![Part {
            tournaments: 24,
            performances: 204,
            event_sd: 52.4,
            player_sd: 84.6,
            today: 61.2,
        }],
        readings: vec![reading(Model::Primary), reading(Model::DepthAware)],
    }
}

#[test]
fn markdown_of_the_example() {
    insta::assert_snapshot!("null_certificate", document(&example(), Language::ENGLISH).markdown());
}

#[test]
fn every_language_has_the_words_of_every_label() {
    for language in Language::all() {
        let text = document(&example(), language).markdown();
        let code = ["recent_mean", "not_met", "too_few_data", "depth_aware", "juniors"];
        assert!(!code.iter().any(|code| text.contains(code)), "{text}");
    }
}

#[test]
fn a_certificate_of_nothing_is_a_page() {
    let c = NullCertificate { readings: Vec::new(), parts: Vec::new(), ..example() };
    let text = document(&c, Language::ENGLISH).markdown();
    assert!(text.contains("Bars met: 0. Not met: 0. Too few data: 0.") && !text.contains("NaN"), "{text}");
}
