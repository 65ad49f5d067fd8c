//! Divides events by a hash of their names, so that parameters fitted to some are measured on others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// One half of the events: parameters fitted to one are measured on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "snake_case")]
pub enum Half {
    /// Events whose hash begins with 0 to 7.
    #[cfg_attr(feature = "clap", value(help = "The first"))]
    First,
    /// The others.
    #[cfg_attr(feature = "clap", value(help = "The second"))]
    Second,
}

impl Half {
    /// Its name, as the command line knows it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// Whether an event belongs to it. What else is in the collection makes no difference.
    pub fn holds(self, seed: &str, name: &str) -> bool {
        let first = shuffled(&format!("{seed}, halves"), name).starts_with(|c| ('0'..='7').contains(&c));
        first == (self == Self::First)
    }
}

/// Sort key of a name under a seed: SHA-256 of both, which no name or result can steer.
pub fn shuffled(seed: &str, name: &str) -> String {
    uci_pool::hex(&Sha256::digest(format!("{seed}\n{name}").as_bytes()))
}

#[cfg(test)]
mod tests {
    /// The digests of "fairplay, halves\nEvent 1" and "... 2" begin with b and 0 (sha256sum).
    #[test]
    fn every_event_is_in_one_half_and_company_makes_no_difference() {
        use super::Half;
        assert!(Half::Second.holds("fairplay", "Event 1") && Half::First.holds("fairplay", "Event 2"));
        let names: Vec<String> = (0..1000).map(|k| format!("Event {k}")).collect();
        let first = names.iter().filter(|n| Half::First.holds("fairplay", n)).count();
        let second = names.iter().filter(|n| Half::Second.holds("fairplay", n)).count();
        assert_eq!(first + second, 1000);
        // A fair coin: within four standard deviations of 500.
        assert!(first.abs_diff(500) < 64, "{first}");
    }
}
