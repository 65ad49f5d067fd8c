//! `custody.json`: what was done to the evidence, by whom, when and at whose request.
//!
//! Nothing here is a number of the dossier and nothing here is in its digest: times change from run to run, and the numbers
//! do not. Nothing is filled in that nobody said: who ran it is stated or is not, and a login name is no statement.
//! Confidential notes never stand here; they are a file of their own, which a copy for the defence cannot hold.

use analyzer::full_test::FullTest;
use analyzer::screening::EngineEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Language;
use crate::bundle::{Signer, Timestamp};

/// The file of confidential notes.
pub const NOTES: &str = "notes.txt";

/// What was done to the evidence. The names of the fields are a contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Custody {
    /// [`Custody::SCHEMA`]
    pub schema: String,
    /// Digest over the numbers of the dossier that this belongs to.
    pub numbers: String,
    /// At whose request, as stated.
    pub requested_by: Option<CustodyText>,
    /// Why this player, as stated.
    pub reason: Option<CustodyText>,
    /// Who ran the program, as stated.
    pub operator: Option<CustodyText>,
    /// Language of the pages.
    #[schemars(with = "String")]
    pub language: Language,
    /// The files that were read.
    pub inputs: Vec<InputRead>,
    /// What the engines did, the engine of the test first.
    pub runs: Vec<EngineRun>,
    /// When the dossier was made.
    #[schemars(with = "String")]
    pub made: Timestamp,
    /// Name and version of the software that made it.
    pub software: String,
    /// The key that signed this copy; absent where it is unsigned.
    pub signed_by: Option<Signer>,
    /// Where a copy for the defence comes from; absent in a complete one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copied: Option<Copied>,
    /// Head of the audit log of the server that made this copy, `NUMBER:HASH`, when it was made; absent without a server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audit_head: Option<String>,
}

/// Something that was stated when the test was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CustodyText {
    /// In these words.
    As(String),
    /// In words that name somebody else than the player, or may, so that this copy leaves them out.
    LeftOut,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InputRead {
    /// Its name without the folders above it; absent if it names somebody and this copy leaves it out.
    pub name: Option<String>,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// When it had been read.
    #[schemars(with = "String")]
    pub read: Timestamp,
}

/// What an engine did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EngineRun {
    /// Which.
    pub engine: EngineEntry,
    /// When it was asked the first position.
    #[schemars(with = "String")]
    pub from: Timestamp,
    /// When the last answer was there.
    #[schemars(with = "String")]
    pub to: Timestamp,
    /// Processes side by side on the machine of the run; 0 if workers elsewhere searched.
    pub processes: u64,
    /// Searches made anew.
    pub searched: u64,
    /// Answers taken from the store of earlier searches.
    pub stored: u64,
}

/// Where a copy for the defence comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Copied {
    /// SHA-256 of the manifest `bundle.json` of the complete copy.
    pub manifest: String,
    /// When that one was made.
    #[schemars(with = "String")]
    pub created: Timestamp,
    /// Whose key signed that one; absent where it is unsigned.
    pub signed_by: Option<Signer>,
    /// When this copy was made.
    #[schemars(with = "String")]
    pub made: Timestamp,
}

impl Custody {
    /// Version of the layout.
    pub const SCHEMA: &'static str = "fairplay/custody/1";

    /// The document of a test without statements, inputs and runs; unsigned.
    pub fn new(test: &FullTest, language: Language, made: Timestamp) -> Self {
        Self {
            schema: Self::SCHEMA.to_owned(),
            numbers: test.manifest.digest.clone(),
            requested_by: None,
            reason: None,
            operator: None,
            language,
            inputs: Vec::new(),
            runs: Vec::new(),
            made,
            software: test.manifest.software.clone(),
            signed_by: None,
            copied: None,
            audit_head: None,
        }
    }

    /// The same without what names other people. `names` says whether a text does. Who asked and who ran it are people, and the reason
    /// in their own words may name one, such as a complainant, who need not have played. The ground that the rules know, how the player
    /// came under attention, stands in the dossier and stays.
    pub fn without_names(&self, names: impl Fn(&str) -> bool) -> Self {
        let stated = |stated: &Option<CustodyText>| stated.as_ref().map(|_| CustodyText::LeftOut);
        let mut copy = self.clone();
        copy.requested_by = stated(&self.requested_by);
        copy.reason = stated(&self.reason);
        copy.operator = stated(&self.operator);
        for input in &mut copy.inputs {
            input.name = input.name.take().filter(|name| !names(name));
        }
        copy
    }
}

#[cfg(test)]
pub(crate) mod example;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_somebody_is_left_out_and_said_to_be() {
        let custody = example::custody();
        let copy = custody.without_names(|text| text.contains("Rivers"));
        assert_eq!(copy.reason, Some(CustodyText::LeftOut));
        assert!(matches!(custody.requested_by, Some(CustodyText::As(_))));
        assert_eq!(
            copy.requested_by,
            Some(CustodyText::LeftOut),
            "somebody who did not play is no known name"
        );
        assert_eq!(copy.operator, None);
        let said = |text: &str| Some(CustodyText::As(text.to_owned()));
        for (who, why) in
            [("Astrid Arbiter (chief arbiter)", "Complaint of the opponent"), ("A club", "See Ann")]
        {
            let full = Custody {
                requested_by: said(who),
                reason: said(why),
                operator: said(who),
                ..custody.clone()
            };
            let copy = full.without_names(|_| false);
            assert_eq!(
                [copy.requested_by, copy.reason, copy.operator],
                [const { Some(CustodyText::LeftOut) }; 3]
            );
        }
        let names: Vec<Option<&str>> = copy.inputs.iter().map(|input| input.name.as_deref()).collect();
        assert_eq!(names, [Some("open.pgn"), None]);
        assert_eq!(copy.inputs[1].sha256, custody.inputs[1].sha256);
        assert!(!crate::json(&copy).expect("JSON").contains("Rivers"));
    }

    #[test]
    fn json_round_trips() {
        let custody = example::custody();
        let back: Custody = serde_json::from_str(&crate::json(&custody).expect("JSON")).expect("reads");
        assert_eq!(back, custody);
    }
}
