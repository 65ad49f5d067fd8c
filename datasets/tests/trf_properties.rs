//! Any games against any report: the counts balance. What any bytes are is held to in `fuzz`.

use std::fs;

use datasets::tournament::trf;
use datasets::{cross_check, read, roster};
use proptest::prelude::*;

/// The line of a player who meets others by the rules of the format.
fn player(players: usize) -> impl Strategy<Value = (String, String)> {
    let paired = (1..=players, "[wb-]", "[10=WDL+ -]");
    let round = prop_oneof![
        paired.prop_map(|(opponent, colour, sign)| format!("  {opponent:>4} {colour} {sign}")),
        "[HUFZ-]".prop_map(|sign| format!("  0000 - {sign}")),
        Just(" ".repeat(10)),
    ];
    let name = "[A-Za-zÀ-žА-я'-]{1,16}, [A-Za-zÀ-žА-я]{1,15}";
    let rounds = proptest::collection::vec(round, 0..12);
    (name, proptest::option::of(1..=99_999_999_u32), rounds).prop_map(|(name, id, rounds)| {
        let id = id.map(|id| id.to_string()).unwrap_or_default();
        (name.clone(), format!("      {name:<33}          {id:>11}                     {}", rounds.concat()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_games_against_any_report_balance(
        players in (1..8_usize).prop_flat_map(|n| proptest::collection::vec(player(n), n)),
        games in proptest::collection::vec((0..10_usize, 0..10_usize, "[1-6?]", any::<bool>(), any::<bool>()), 0..20),
    ) {
        let names: Vec<String> = players.iter().map(|(name, _)| name.clone()).chain(["BYE".to_owned(), "?".to_owned(), "Zeal, Z".to_owned()]).collect();
        let mut text = String::new();
        for (white, black, round, moves, won) in &games {
            let [white, black] = [white, black].map(|&n| names[n % names.len()].as_str());
            let (moves, result) = (if *moves { "1. e4" } else { "" }, if *won { "1-0" } else { "1/2-1/2" });
            text.extend(["[White \"", white, "\"]\n[Black \"", black, "\"]\n[Round \"", round, "\"]\n\n", moves, " ", result, "\n\n"]);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, text).unwrap();
        let collection = read(&[path], None).unwrap();
        let people = roster(&collection);
        let lines: Vec<String> = players.iter().zip(1..).map(|((_, line), n)| format!("001 {n:>4}{line}")).collect();
        let report = trf::read("r", lines.join("\n").as_bytes(), None).unwrap();
        let check = cross_check(&collection, &people, &report);
        let g = check.games;
        prop_assert_eq!(g.all, games.len());
        prop_assert_eq!(g.all, g.compared + g.other_opponent + g.extra + g.of_extra_players + g.byes + g.copies + g.quarantined);
        let p = check.pairings;
        prop_assert_eq!(p.all, report.pairings().len());
        prop_assert_eq!(p.all, p.compared + p.other_opponent + p.missing + p.of_missing_players + p.forfeits + p.open + p.one_sided);
    }
}
