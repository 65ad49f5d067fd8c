//! Several events of one player: finished full tests of the same player in other events, which a test reads together with its
//! own event as `fairplay test --each-event` does.
//!
//! The sums of an earlier event are computed again from its stored games and answers.

use analyzer::full_test::{FullTest, Performance};
use analyzer::hints::Who;
use pipeline::bundle::Evidence;
use reports::bundle::Content;
use reports::bundle_files::{
    CUSTODY, DOSSIER, EVALUATIONS, GAMES, PARAMETERS, PREMISES, SECOND, earlier_event,
};
use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::accounts::members;
use crate::accounts::roles::Permission;
use crate::events;
use crate::jobs::full_tests::{self, Supplement, Written};
use crate::store::audit::Place;
use crate::store::{Result, rows};

/// Most earlier events of one test.
pub(crate) const MAX_EARLIER: usize = 30;

/// A finished full test of the player in another event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct EarlierTest {
    pub(crate) job: i64,
    pub(crate) event: i64,
    pub(crate) event_name: String,
    /// First date in the games of its event, `YYYY.MM.DD`.
    pub(crate) first: Option<String>,
}

/// Columns of [`EarlierTest`].
const COLUMNS: &str = "full_test.job, event.id AS event, event.name AS event_name,
    (SELECT summary ->> 'first_date' FROM event_summary WHERE event_summary.event = event.id) AS first";

/// The newest full test of the player in each other event that began on the same day or before, where the reader may take files
/// out of it: its games and answers go into the bundle. The oldest event is first.
pub(crate) fn offered(c: &Connection, reader: i64, event: i64, who: &Who) -> Result<Vec<EarlierTest>> {
    let Some(begun) = events::summary(c, event)?.first_date else { return Ok(Vec::new()) };
    let sql = format!(
        "SELECT {COLUMNS} FROM full_test JOIN event ON event.id = full_test.event
         WHERE event.id <> ?1 AND first <= ?2
         AND CASE WHEN full_test.fide_id IS NULL OR ?3 IS NULL THEN full_test.name = ?4
                  ELSE full_test.fide_id = ?3 END
         AND job = (SELECT max(job) FROM full_test AS newest JOIN full_test_result USING (job)
                    WHERE newest.event = full_test.event AND newest.player = full_test.player)
         ORDER BY first, event.id"
    );
    let found: Vec<EarlierTest> = rows(c, &sql, params![event, begun, who.fide_id, who.name])?;
    let mut offered = Vec::new();
    for test in found {
        let role = members::role(c, Place::Event(test.event), reader)?;
        if role.is_some_and(|role| role.may(Permission::ExportFiles)) {
            offered.push(test);
        }
    }
    Ok(offered)
}

/// Notes the earlier events of a test.
pub(crate) fn choose(c: &Connection, job: i64, earlier: impl IntoIterator<Item = i64>) -> Result<()> {
    for test in earlier {
        c.execute("INSERT INTO full_test_earlier (job, earlier) VALUES (?1, ?2)", [job, test])?;
    }
    Ok(())
}

/// The earlier events of a test, the oldest first.
pub(crate) fn of_test(c: &Connection, job: i64) -> Result<Vec<EarlierTest>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM full_test_earlier JOIN full_test ON full_test.job = earlier
         JOIN event ON event.id = full_test.event WHERE full_test_earlier.job = ?1 ORDER BY first, event.id"
    );
    rows(c, &sql, [job])
}

/// A stored earlier test with the files of its bundle.
pub(crate) struct StoredTest {
    pub(crate) event_name: String,
    test: FullTest,
    supplement: Supplement,
}

/// The earlier tests of a test, in the order of [`of_test`].
pub(crate) fn stored(c: &Connection, job: i64) -> Result<Vec<StoredTest>> {
    let mut all = Vec::new();
    for EarlierTest { job, event, event_name, .. } in of_test(c, job)? {
        let test = full_tests::test(c, event, job)?;
        let found = test.zip(full_tests::supplement(c, event, job)?);
        all.extend(found.map(|(test, supplement)| StoredTest { event_name, test, supplement }));
    }
    Ok(all)
}

/// The sums of an earlier test, computed again from its games and answers; `None` if a decision has no projection.
pub(crate) fn performance(StoredTest { test, supplement, .. }: &StoredTest) -> Written<Option<Performance>> {
    let texts = [
        (DOSSIER, reports::json(test)?),
        (PREMISES, reports::json(&supplement.premises)?),
        (CUSTODY, reports::json(&supplement.custody)?),
        (GAMES, supplement.games.clone()),
        (EVALUATIONS, supplement.evaluations.clone()),
        (PARAMETERS, supplement.parameters.clone()),
    ];
    let second = supplement.second.clone().map(|text| (SECOND, text));
    let files = texts.into_iter().chain(second).map(|(name, text)| (name.to_owned(), text.into_bytes()));
    let evidence = Evidence::read(&files.collect())?;
    let (parameters, _) = evidence.parameters(Some(&supplement.parameters))?;
    Ok(evidence.performance(&parameters)?)
}

/// The files of the earlier tests for a bundle.
pub(crate) fn files(stored: &[StoredTest]) -> Written<Vec<Content>> {
    let mut files = Vec::new();
    for (number, StoredTest { test, supplement, .. }) in (1..).zip(stored) {
        let (games, evaluations) = (supplement.games.clone(), supplement.evaluations.clone());
        files.extend(earlier_event(number, games, evaluations, reports::json(test)?));
    }
    Ok(files)
}
