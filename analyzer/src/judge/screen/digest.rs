//! The digest of a screening.

use crate::digest::Rule;
use crate::judge::screen::document::{EventSummary, Manifest, PlayerResult, Screening};

/// First layout of screenings.
pub(crate) const OLD_SCHEMA: &str = "fairplay/screening/1";

/// Files may be named and ordered otherwise; notes explain and count nothing.
const RULE: Rule<Screening> = Rule {
    volatile: &[
        "notes",
        "unscored.*.input",
        "unscored.*.game",
        "unscored.*.offset",
        "unscored.*.partner",
        "unscored.*.round",
        "quarantine.*.input",
        "quarantine.*.game",
        "quarantine.*.offset",
        "quarantine.*.round",
        "quarantine.*.white",
        "quarantine.*.black",
    ],
    unordered: &["unscored", "quarantine"],
    first_layout: Some((OLD_SCHEMA, clear)),
};

impl Screening {
    /// SHA-256 over every number that does not depend on the order, the names or the offsets of the input files, nor on the
    /// version of this software, by the rule of the document's layout.
    ///
    /// # Errors
    /// If the document cannot be written as JSON.
    pub fn digest(&self) -> Result<String, serde_json::Error> {
        RULE.digest(self)
    }

    /// The digest of a `screening.json`, which may hold keys that this version does not know.
    ///
    /// # Errors
    /// If it is not JSON, or of an old layout and not a screening.
    pub fn digest_of_file(json: &[u8]) -> Result<String, serde_json::Error> {
        RULE.digest_of_file(json)
    }

    /// The same numbers as an earlier version would have written them, with their digest: in the layout of `other`, without the
    /// parts that came later and that `other` does not have.
    ///
    /// # Errors
    /// If the document cannot be written as JSON.
    pub fn written_like(mut self, other: &Self) -> Result<Self, serde_json::Error> {
        if other.field.expected_above.is_empty() {
            self.field.expected_above.clear();
        }
        let known = |has: fn(&PlayerResult) -> bool| other.players.iter().any(has);
        let (losses, standing) = (known(|p| !p.losses.is_empty()), known(|p| p.standing.is_some()));
        if other.manifest.rating_lists.is_none() {
            self.manifest.rating_lists = None;
            self.players.iter_mut().for_each(|player| player.rating_from.clear());
        }
        if other.manifest.programs.is_empty() {
            self.manifest.programs.clear();
        }
        if let Some(lists) = &mut self.manifest.rating_lists {
            let told =
                other.manifest.rating_lists.iter().flat_map(|lists| &lists.used).any(|list| list.births_only);
            lists.used.iter_mut().for_each(|list| list.births_only &= told);
        }
        if let Some(played) = &mut self.event.played {
            let before = other.event.played.as_ref();
            let asked = before.and_then(|played| played.asked.as_ref()?.unclear.as_ref()).is_some();
            let begin = before.and_then(|played| played.unfit.as_ref()?.begin.as_ref()).is_some();
            played.unclear =
                played.unclear.take().filter(|_| before.is_some_and(|before| before.unclear.is_some()));
            if let Some(new) = &mut played.asked {
                new.unclear = new.unclear.take().filter(|_| asked);
            }
            if let Some(unfit) = &mut played.unfit {
                unfit.begin = unfit.begin.take().filter(|_| begin);
            }
        }
        for player in &mut self.players {
            player.losses.retain(|_| losses);
            player.standing = player.standing.take().filter(|_| standing);
        }
        self.in_layout(&other.schema)
    }

    /// The same numbers in another layout, with the digest of that layout.
    ///
    /// # Errors
    /// If the document cannot be written as JSON.
    pub fn in_layout(mut self, schema: &str) -> Result<Self, serde_json::Error> {
        schema.clone_into(&mut self.schema);
        self.manifest.digest = self.digest()?;
        Ok(self)
    }
}

/// Clears what the digest of the first layout leaves out, and orders the rest.
fn clear(screening: &mut Screening) {
    strip(&mut screening.manifest, &mut screening.event);
    for entry in &mut screening.unscored {
        (entry.input, entry.game, entry.offset) = (String::new(), 0, 0);
        entry.partner = None;
        entry.round.clear();
    }
    screening.notes.clear();
    for entry in &mut screening.quarantine {
        (entry.input, entry.game, entry.offset) = (String::new(), 0, 0);
        for text in [&mut entry.round, &mut entry.white, &mut entry.black] {
            text.clear();
        }
    }
    screening.unscored.sort_by(|a, b| {
        (&a.white, &a.black, a.plies, a.reason).cmp(&(&b.white, &b.black, b.plies, b.reason))
    });
    screening.quarantine.sort_by(|a, b| (&a.token, &a.reason, a.ply).cmp(&(&b.token, &b.reason, b.ply)));
}

/// Takes out what depends on files, on the version of the software, and the digest itself.
pub(crate) fn strip(manifest: &mut Manifest, event: &mut EventSummary) {
    manifest.digest.clear();
    manifest.software.clear();
    manifest.inputs.clear();
    manifest.programs.clear();
    event.name.clear();
    event.played = None;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `screening.json` of the bundled event, cut to two players, as the version before canonical JSON wrote it.
    const OLD: &str = include_str!("../../../tests/data/screening-1.json");

    #[test]
    fn a_file_of_the_first_layout_has_the_digest_it_states() {
        let old: Screening = serde_json::from_str(OLD).expect("reads");
        assert_eq!(old.schema, OLD_SCHEMA);
        assert_eq!(old.digest().expect("a digest"), old.manifest.digest);
        assert_eq!(Screening::digest_of_file(OLD.as_bytes()).expect("a digest"), old.manifest.digest);
        let changed = OLD.replacen("\"scored\": ", "\"scored\": 1", 1);
        assert_ne!(changed, OLD);
        assert_ne!(Screening::digest_of_file(changed.as_bytes()).expect("a digest"), old.manifest.digest);
    }

    /// A screening that is made again has parts that one of before does not have, and still the digest that one states.
    #[test]
    fn numbers_made_again_are_written_like_those_of_before() {
        use crate::judge::screen::document::{EventScore, LossShare, RatingFrom, RatingLists, SCHEMA};
        let old: Screening = serde_json::from_str(OLD).expect("reads");
        let mut new = old.clone();
        SCHEMA.clone_into(&mut new.schema);
        new.field.expected_above = vec![2.0, 1.0];
        new.players[0].losses = vec![LossShare { over_cp: 10, observed: 0.5, expected: None }];
        new.players[1].standing = Some(EventScore { half_points: 3, ..EventScore::default() });
        new.manifest.rating_lists = Some(RatingLists { ratings_asked: true, ..RatingLists::default() });
        new.players[0].rating_from = vec![RatingFrom { month: None, class: None, rating: 2000, games: 1 }];
        let like_old = new.clone().written_like(&old).expect("a digest");
        assert_eq!(like_old.manifest.digest, old.manifest.digest);
        assert_eq!((&like_old.field, &like_old.players), (&old.field, &old.players));
        assert_eq!(like_old.manifest.rating_lists, None);
        let like_new = new.clone().written_like(&new).expect("a digest");
        assert_eq!(like_new.players, new.players);
        assert_ne!(like_new.manifest.digest, old.manifest.digest);
    }

    /// Name, month and SHA-256 of a list count, and so does a list that is missing.
    #[test]
    fn rating_lists_count_in_the_digest() {
        use crate::judge::screen::document::{MissingList, RatingLists, UsedList};
        let mut screening: Screening = serde_json::from_str(OLD).expect("reads");
        screening.schema = crate::judge::screen::document::SCHEMA.to_owned();
        let list = UsedList {
            name: "standard_jun25frl.txt".to_owned(),
            month: "2025-06".to_owned(),
            kind: "standard".to_owned(),
            sha256: "0".repeat(64),
            ratings: 2,
            players: 2,
            births_only: false,
        };
        let missing = MissingList { month: "2025-07".to_owned(), class: "standard".to_owned(), players: 1 };
        let lists = |used: UsedList, missing: &[MissingList]| RatingLists {
            ratings_asked: true,
            used: vec![used],
            missing: missing.to_vec(),
            undated: 0,
        };
        let mut digest = |lists| {
            screening.manifest.rating_lists = lists;
            screening.digest().expect("a digest")
        };
        let digests = [
            None,
            Some(lists(list.clone(), &[])),
            Some(lists(UsedList { name: "other.txt".to_owned(), ..list.clone() }, &[])),
            Some(lists(UsedList { month: "2025-05".to_owned(), ..list.clone() }, &[])),
            Some(lists(UsedList { sha256: "1".repeat(64), ..list.clone() }, &[])),
            Some(lists(list, &[missing])),
        ]
        .map(&mut digest);
        let different: std::collections::BTreeSet<&String> = digests.iter().collect();
        assert_eq!(different.len(), digests.len());
    }

    /// Which games count up to an illegal move, and on whose word, counts; the place of such a game in its file does not.
    #[test]
    fn games_accepted_up_to_an_illegal_move_count_in_the_digest() {
        use crate::judge::screen::document::AcceptedEntry;
        use datasets::StoodMove;
        let mut screening: Screening = serde_json::from_str(OLD).expect("reads");
        screening.schema = crate::judge::screen::document::SCHEMA.to_owned();
        let entry = |ply, word: &str, arbiter: &str| AcceptedEntry {
            input: "a.pgn".to_owned(),
            game: 3,
            round: "1.2".to_owned(),
            white: "Alder, Ann".to_owned(),
            black: "Birch, Bob".to_owned(),
            stood: StoodMove { ply, word: word.to_owned(), arbiter: arbiter.to_owned() },
        };
        let mut digest = |accepted: &[AcceptedEntry]| {
            screening.event.accepted = accepted.to_vec();
            screening.digest().expect("a digest")
        };
        let first = entry(5, "a6", "Roe, Jane");
        let digests = [
            digest(&[]),
            digest(std::slice::from_ref(&first)),
            digest(&[entry(5, "a6", "Poe, Max")]),
            digest(&[entry(5, "b6", "Roe, Jane")]),
            digest(&[entry(7, "a6", "Roe, Jane")]),
        ];
        let different: std::collections::BTreeSet<&String> = digests.iter().collect();
        assert_eq!(different.len(), digests.len());
        let elsewhere = AcceptedEntry { input: "b.pgn".to_owned(), game: 9, ..first };
        assert_eq!(digest(&[elsewhere]), digests[1]);
    }

    #[test]
    fn a_key_of_a_later_version_changes_no_digest_of_this_one() {
        let old: Screening = serde_json::from_str(OLD).expect("reads");
        let new = old.in_layout(crate::judge::screen::document::SCHEMA).expect("a digest");
        let text = serde_json::to_string(&new).expect("writes");
        assert_eq!(Screening::digest_of_file(text.as_bytes()).expect("a digest"), new.manifest.digest);
        // This version reads a file of a later one, whose key is part of that file's digest.
        let later = text.replacen("{", "{\"later\":1,", 1);
        assert_ne!(Screening::digest_of_file(later.as_bytes()).expect("a digest"), new.manifest.digest);
    }
}
