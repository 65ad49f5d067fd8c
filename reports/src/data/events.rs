//! Several events of one player, for JSON.

use analyzer::full_test::Several;
use schemars::JsonSchema;
use serde::Serialize;

/// Several events of one player.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Events<'a> {
    /// [`Events::SCHEMA`]
    pub schema: &'a str,
    /// The player.
    pub player: &'a str,
    /// FIDE identity number.
    pub fide_id: Option<u32>,
    /// Every event, and all of them together.
    pub several: &'a Several,
    /// The folder of each event's dossier, in the order of `several.events`.
    pub folders: &'a [String],
    /// Events that could not be tested.
    pub left_out: &'a [LeftOut],
}

/// An event that could not be tested.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LeftOut {
    /// Its name.
    pub event: String,
    /// Why.
    pub reason: String,
}

impl Events<'_> {
    /// Version of the layout.
    pub const SCHEMA: &'static str = "fairplay/events/1";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_names_what_was_left_out() {
        let test = crate::paper::dossier::example::full_test();
        let several = test.several.expect("two events");
        let left_out = [LeftOut { event: "Blitz".to_owned(), reason: "no calibration".to_owned() }];
        let events = Events {
            schema: Events::SCHEMA,
            player: "O'Connor, Ann",
            fide_id: Some(4_102_400),
            several: &several,
            folders: &["1-hillside-open".to_owned(), "2-riverside-open".to_owned()],
            left_out: &left_out,
        };
        let json: serde_json::Value =
            serde_json::from_str(&crate::json(&events).expect("JSON")).expect("JSON");
        assert_eq!(json["several"]["combined"]["rows"][0]["way"]["kind"], "sums");
        assert_eq!(json["several"]["events"][0]["combined_z"], 0.41);
        assert_eq!(json["left_out"][0]["reason"], "no calibration");
    }
}
