//! Summaries that together say everything that one can say.

use analyzer::batch::{Batch, BatchEvent, BatchGames, BatchState, Entry};
use analyzer::policy::Regulations;
use analyzer::screening::{Missing, Screening, Suggestion};

use crate::example;

/// An event of so many players that waits.
pub(crate) fn event(name: &str, players: u32) -> BatchEvent {
    BatchEvent {
        name: name.to_owned(),
        folder: name.to_lowercase().replace(' ', "-"),
        first_day: Some("2025-06-23".to_owned()),
        last_day: Some("2025-06-29".to_owned()),
        games: BatchGames { found: 3, scored: 2, unscored: 1, quarantined: 0 },
        players,
        state: BatchState::Waiting,
        screened: None,
    }
}

pub(crate) fn batch(entries: &[Entry]) -> Batch {
    Batch::new(entries, &Regulations::shipped().expect("reads").multiplicity)
}

/// A screening with nothing left to do and a field as is to be expected; the first two players stand high.
pub(crate) fn screening(names: [&str; 6]) -> Screening {
    let mut s = example::with_names(names);
    s.failures.clear();
    s.event.games_quarantined = 0;
    s.manifest.missing = None;
    (s.field.roi_mean, s.field.tolerance) = (Some(50.0), Some(4.0));
    for (player, z) in s.players.iter_mut().zip([4.2, 3.1]) {
        (player.overall_z, player.roi) = (Some(z), Some(50.0 + 5.0 * z));
        player.reading = Suggestion::AskForFullTest;
        player.once_in = None;
    }
    s
}

/// Every state, every field check and every missing calibration; then an event that waits, and one without games.
pub(crate) fn all(names: [&str; 6], name: &str, reason: &str) -> Vec<Batch> {
    let screened = |change: &dyn Fn(&mut Screening)| {
        let mut s = screening(names);
        change(&mut s);
        Entry::screened(event(name, 6), &s)
    };
    let failed = BatchState::Failed { reason: reason.to_owned() };
    let mut entries = vec![
        screened(&|_| ()),
        screened(&|s| s.event.games_quarantined = 1),
        screened(&|s| s.field.roi_mean = Some(60.0)),
        screened(&|s| s.field.roi_mean = Some(40.0)),
        screened(&|s| s.field.roi_mean = None),
        Entry::new(BatchEvent { state: failed, ..event(name, 6) }),
        Entry::new(event(name, 6)),
    ];
    let missing = [Missing::EngineOrSettings, Missing::TimeClass, Missing::Chess960, Missing::NotStated];
    entries.extend(missing.map(|missing| screened(&|s| s.manifest.missing = Some(missing))));
    let many = [screened(&|_| ()), Entry::new(event(name, 200_000))];
    let done = [screened(&|_| ())];
    vec![batch(&entries), batch(&many), batch(&done), batch(&[Entry::new(event(name, 6))]), batch(&[])]
}
