//! Time controls whose class rests on a rule that is newer than the games on which honest play was measured.
//!
//! Such a control is of a class by the rules, and nobody has measured what honest players find at it. The data file names the
//! rules with their months; nothing here changes a z.

use datasets::clocks::time_class::TimeClass;
use datasets::clocks::time_control::TimeControl;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::regulations::RegulationError;

const RATE_OF_PLAY: &str = include_str!("../../../regulations/rate-of-play.toml");

/// The rules on time controls, and how far the measured games reach.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateOfPlay {
    /// Month of the newest games that honest play was measured on, `YYYY-MM`.
    pub measured_through: String,
    pub rules: Vec<ControlRule>,
}

/// A rule that puts time controls into a class.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlRule {
    pub class: TimeClass,
    /// Month since which it holds, `YYYY-MM`.
    pub since: String,
    /// In seconds, as a PGN's tag.
    pub controls: Vec<String>,
    /// Where it is published.
    pub source: String,
}

/// A rule that the class of a control rests on, and that is newer than the measured games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewerRule {
    /// Month since which it holds, `YYYY-MM`.
    pub since: String,
    /// Where it is published.
    pub source: String,
    /// Month of the newest games that honest play was measured on, `YYYY-MM`.
    pub measured_through: String,
}

impl RateOfPlay {
    /// The file that comes with the program.
    ///
    /// # Errors
    /// If it does not read, which a test rules out.
    pub fn shipped() -> Result<Self, RegulationError> {
        Ok(toml::from_str(RATE_OF_PLAY)?)
    }

    /// The rule that the class of a control rests on, if it is newer than the measured games.
    pub fn newer(&self, class: TimeClass, control: &TimeControl) -> Option<NewerRule> {
        let text = control.to_string();
        let of = |rule: &&ControlRule| {
            // Months in this form are in order as text.
            rule.class == class && rule.since > self.measured_through && rule.controls.contains(&text)
        };
        self.rules.iter().find(of).map(|rule| NewerRule {
            since: rule.since.clone(),
            source: rule.source.clone(),
            measured_through: self.measured_through.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use datasets::clocks::time_control::{Source, read};

    use super::*;

    #[test]
    fn controls_of_a_newer_rule_are_named_however_they_are_written() {
        let rules = RateOfPlay::shipped().expect("reads");
        let newer = |text: &str, class| rules.newer(class, &read(text, Source::Tag).expect(text).control);
        let standard = TimeClass::Standard;
        for text in ["45+30", "2700+30", "45 min + 30 s", "60+30", "3600+30", "45'+30''", "60 мин + 30 сек"]
        {
            let rule = newer(text, standard).expect(text);
            assert_eq!((rule.since.as_str(), rule.measured_through.as_str()), ("2026-01", "2025-06"));
        }
        for text in ["90+30", "5400+30", "40/5400+30:1800+30", "45+15", "50+30", "2700", "60+60"] {
            assert_eq!(newer(text, standard), None, "{text}");
        }
        assert_eq!(newer("45+30", TimeClass::Rapid), None, "another class rests on other rules");
        // Once games of 2026 are measured, the rule is no newer any more.
        let later = RateOfPlay { measured_through: "2026-06".to_owned(), ..rules };
        assert_eq!(later.newer(standard, &read("45+30", Source::Tag).expect("reads").control), None);
    }

    #[test]
    fn every_control_of_the_file_reads_and_is_of_its_class() {
        for rule in RateOfPlay::shipped().expect("reads").rules {
            for text in rule.controls {
                let control: TimeControl = text.parse().expect("a control");
                assert_eq!(control.to_string(), text);
                assert_eq!(TimeClass::from_control(&control), Some(rule.class), "{text}");
            }
        }
    }
}
