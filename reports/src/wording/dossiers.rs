//! Dossiers that together say everything a dossier can say.

use analyzer::full_test::FullTest;

use crate::custody::{Custody, Stated, example as kept};
use crate::dossier::example;

/// Names without a Latin letter, the player's first.
const NAMES: [&str; 9] = [
    "Анна",
    "Борис",
    "Вера",
    "Глеб",
    "Дина",
    "Егор",
    "Жанна",
    "Захар",
    "Инна",
];

/// A quick test, a full test whose numbers do not add up, and one without a projection. Their moves and positions hold no
/// word, so that every Latin word comes from the program.
pub(super) fn full_tests() -> [FullTest; 3] {
    let quick = silent(example::named(NAMES));
    let mut full = quick.clone();
    full.manifest.settings.depth = 15;
    full.manifest.settings.multipv = 12;
    full.player.moves += 1;
    full.event.name.clear();
    let mut bare = silent(example::bare());
    NAMES[0].clone_into(&mut bare.player.name);
    bare.ipr.missing = vec!["причина".to_owned()];
    for (game, name) in bare.games.iter_mut().zip(NAMES) {
        name.clone_into(&mut game.opponent);
    }
    [quick, full, bare]
}

/// What was done to their evidence: all that can be stated, a copy for the defence, and nothing.
pub(super) fn custodies() -> [Custody; 3] {
    let said = |text: &str| Some(Stated::As(text.to_owned()));
    let mut complete = Custody {
        requested_by: said("комиссия"),
        reason: said("просьба игрока"),
        operator: said("оператор"),
        ..kept::custody()
    };
    for input in &mut complete.inputs {
        input.name = Some("open.pgn".to_owned());
    }
    if let Some(signer) = &mut complete.signed_by {
        (signer.key_id, signer.fingerprint) = ("0".repeat(16), "0".repeat(64));
    }
    let copy = Custody {
        copied: kept::copy().copied,
        ..complete.without_names(|_| true)
    };
    let silent = Custody {
        requested_by: None,
        reason: None,
        operator: None,
        inputs: Vec::new(),
        signed_by: None,
        ..complete.clone()
    };
    [complete, copy, silent]
}

fn silent(mut t: FullTest) -> FullTest {
    t.event.name = "Открытый турнир".to_owned();
    t.manifest.engine.sha256 = "0".repeat(64);
    for game in &mut t.games {
        game.sha256 = "0".repeat(64);
        game.classes = "0".to_owned();
    }
    for decision in &mut t.decisions {
        decision.fen = match decision.fen.contains(" b ") {
            true => "8/8/8/8/8/8/8/8 b - - 0 1".to_owned(),
            false => "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
        };
        decision.played = "e4".to_owned();
        for line in &mut decision.lines {
            line.san = "d4".to_owned();
        }
    }
    t
}
