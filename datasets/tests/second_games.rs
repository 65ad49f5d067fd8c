//! Games of an event that do not count although they can be read: started again, annulled, copied, or no game at all.

use std::fmt::Write as _;
use std::io::Write as _;

use datasets::{Collection, Note, Unscored, read, roster};

const MIDDLE: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";
const OTHER: &str = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 10. Nxd5 exd5";
const SHORT: &str =
    "1. c4 c5 2. Nf3 Nf6 3. g3 g6 4. Bg2 Bg7 5. O-O O-O 6. Nc3 Nc6 7. d4 cxd4 8. Nxd4 Nxd4 9. Qxd4";

#[derive(Clone)]
struct Row {
    round: &'static str,
    white: &'static str,
    black: &'static str,
    result: &'static str,
    moves: String,
}

fn row(
    round: &'static str,
    white: &'static str,
    black: &'static str,
    result: &'static str,
    moves: &str,
) -> Row {
    Row { round, white, black, result, moves: moves.to_owned() }
}

fn collect(rows: &[Row]) -> Collection {
    let game = |row: &Row| {
        let Row { round, white, black, result, moves } = row;
        format!(
            "[Event \"Case Open\"]\n[Date \"2025.05.01\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let text: String = rows.iter().map(game).collect();
    let mut file = tempfile::NamedTempFile::with_suffix(".pgn").expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    let found = read(&[file.path().to_owned()], None).expect("reads");
    let all = found.games.len() + found.unscored.len() + found.quarantine.len();
    assert_eq!(all, rows.len(), "no game is lost");
    found
}

/// Six people over three rounds, all different games: the move that follows tells them apart.
fn event() -> Vec<Row> {
    let rounds = [
        ("1.1", "Alder", "Birch"),
        ("1.2", "Cedar", "Dogwood"),
        ("1.3", "Elm", "Fir"),
        ("2.1", "Birch", "Cedar"),
        ("2.2", "Dogwood", "Elm"),
        ("2.3", "Fir", "Alder"),
        ("3.1", "Alder", "Cedar"),
        ("3.2", "Birch", "Elm"),
        ("3.3", "Dogwood", "Fir"),
    ];
    let next = ["d4", "d3", "a4", "a3", "b3", "b4", "Na3", "Kh1", "Re2"];
    let games = rounds.iter().zip(next);
    games
        .map(|(&(round, white, black), next)| {
            row(round, white, black, "1-0", &format!("{MIDDLE} 11. {next}"))
        })
        .collect()
}

fn aside(found: &Collection) -> Vec<(u32, Unscored, Option<u32>)> {
    let mut aside: Vec<_> =
        found.unscored.iter().map(|g| (g.number, g.reason, g.partner.map(|kept| kept.number))).collect();
    aside.sort_unstable();
    aside
}

/// Numbers of the games with a note that another one may count, and of that one.
fn doubts(found: &Collection) -> Vec<(u32, u32)> {
    let mut doubts: Vec<_> = found
        .games
        .iter()
        .flat_map(|game| {
            game.notes.iter().filter_map(|note| match note {
                Note::SecondGame(other) | Note::SameMoves(other) => Some((game.number, other.number)),
                _ => None,
            })
        })
        .collect();
    doubts.sort_unstable();
    doubts
}

#[test]
fn an_ordinary_event_has_nothing_to_settle() {
    let found = collect(&event());
    assert_eq!((aside(&found), doubts(&found)), (vec![], vec![]));
}

/// Before the real ones, as a platform writes them: a restart without a result and a game with the colours exchanged.
#[test]
fn restarted_and_annulled_games_give_way_to_the_one_that_counts() {
    let mut rows = event();
    rows.insert(0, row("2.1", "Birch", "Cedar", "*", OTHER));
    rows.insert(1, row("3.2", "Elm", "Birch", "*", SHORT));
    let found = collect(&rows);
    assert_eq!(aside(&found), [(1, Unscored::Restarted, Some(6)), (2, Unscored::Annulled, Some(10))]);
}

/// Remarks to Laws 7.2.1 and 7.3: once a game is over its result stands, also in less than ten moves with the colours exchanged.
/// Three pairs in one round are enough to see a game that was started again; two pairs may be a match over several games.
#[test]
fn a_restart_is_seen_in_a_small_round() {
    let small = |first: Row| -> Vec<Row> {
        let second = row("1", "Alder", "Birch", "1-0", OTHER);
        vec![first, second, row("1", "Elm", "Fir", "1-0", SHORT), row("1", "Gum", "Hazel", "0-1", MIDDLE)]
    };
    for (white, black, result, reason) in [
        ("Alder", "Birch", "*", Some(Unscored::Restarted)),
        ("Birch", "Alder", "*", Some(Unscored::Annulled)),
        // A game that was finished stands (Laws 7.2 and 7.3), and three pairs do not show that two are unusual.
        ("Alder", "Birch", "1-0", None),
    ] {
        let found = collect(&small(row("1", white, black, result, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6")));
        let expected: Vec<_> = reason.into_iter().map(|reason| (1, reason, Some(2))).collect();
        assert_eq!(aside(&found), expected, "{white} {result}");
    }
    let mut two_pairs = small(row("1", "Alder", "Birch", "*", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"));
    two_pairs.pop();
    assert_eq!(aside(&collect(&two_pairs)), []);
}

/// The same moves, round and date: other spellings of the same people are a copy, other people are not.
#[test]
fn the_same_moves_under_other_names_stay_and_are_noted() {
    let pairs = |white, black| {
        let rows =
            [row("1", "Alder, Ann", "Birch, Boris", "1-0", &long()), row("1", white, black, "1-0", &long())];
        let found = collect(&rows);
        (aside(&found), doubts(&found))
    };
    for (white, black) in [("Cedar, Cat", "Dogwood, Dan"), ("Cedar, Ann", "Dogwood, Boris"), ("Oak", "Elm")] {
        assert_eq!(pairs(white, black), (vec![], vec![(1, 2), (2, 1)]), "{white}");
    }
    for (white, black) in [("Alder, A.", "Birch, B."), ("Ann Alder", "Boris Birch"), ("Alder, Ann", "Oak")] {
        let (aside, doubts) = pairs(white, black);
        let reasons: Vec<Unscored> = aside.iter().map(|(_, reason, _)| *reason).collect();
        assert_eq!((reasons, doubts), (vec![Unscored::Renamed], vec![]), "{white}");
    }
}

#[test]
fn of_two_finished_games_both_stay_and_are_noted() {
    let mut rows = event();
    // In the second round: exchanged and short, without a result. It was stopped, and the next one counts.
    rows.insert(3, row("2.1", "Cedar", "Birch", "*", SHORT));
    assert_eq!(aside(&collect(&rows)), [(4, Unscored::Annulled, Some(5))]);
    // The same with a result, which a platform may have given to a game that was stopped: the arbiter knows.
    for result in ["0-1", "1-0", "1/2-1/2"] {
        rows[3].result = result;
        let found = collect(&rows);
        assert_eq!((aside(&found), doubts(&found)), (vec![], vec![(4, 5), (5, 4)]), "{result}");
    }
    // Ten moves by both: the game goes on whatever the colours, so both stay and are noted.
    rows[3] = row("2.1", "Cedar", "Birch", "0-1", OTHER);
    let found = collect(&rows);
    assert_eq!((aside(&found), doubts(&found)), (vec![], vec![(4, 5), (5, 4)]));
    // Same colours and two results: nobody but the arbiter knows which one counts.
    rows[3] = row("2.1", "Birch", "Cedar", "0-1", OTHER);
    let found = collect(&rows);
    assert_eq!((aside(&found), doubts(&found)), (vec![], vec![(4, 5), (5, 4)]));
}

/// What follows the last round may be a play-off; what stands after a finished game may be running.
#[test]
fn what_is_not_certain_stays_and_is_noted() {
    let mut rows = event();
    rows.push(row("3.1", "Alder", "Cedar", "0-1", OTHER));
    let found = collect(&rows);
    assert_eq!((aside(&found), doubts(&found)), (vec![], vec![(7, 10), (10, 7)]));
    rows[9] = row("3.1", "Cedar", "Alder", "*", SHORT);
    let found = collect(&rows);
    assert_eq!((aside(&found), doubts(&found)), (vec![], vec![(7, 10), (10, 7)]));
}

#[test]
fn an_archive_from_the_newest_game_on_is_read_backwards() {
    let mut rows = event();
    rows.insert(3, row("2.1", "Birch", "Cedar", "*", SHORT));
    rows.reverse();
    // The restart is the sixth from the end, and what counts stands before it.
    assert_eq!(aside(&collect(&rows)), [(7, Unscored::Restarted, Some(6))]);
}

/// Matches, knock-outs, blitz legs and teams: nothing of them is set aside or noted.
#[test]
fn pairs_that_meet_twice_are_left_alone() {
    let legs = |tag: fn(usize) -> &'static str| -> Vec<Row> {
        let pairs = [("Alder", "Birch"), ("Cedar", "Dogwood"), ("Elm", "Fir"), ("Gean", "Hazel")];
        let mut rows = Vec::new();
        for (white, black) in pairs {
            rows.push(row(tag(0), white, black, "1/2-1/2", SHORT));
            rows.push(row(tag(1), black, white, "1-0", &format!("{OTHER} 11. Rc1")));
        }
        // Every game of its own.
        for (number, row) in rows.iter_mut().enumerate() {
            let next = ["a3", "a4", "b3", "b4", "h3", "h4", "g3", "g4"];
            row.moves = row.moves.replace("9. Qxd4", "9. Qxd4 d6 10. Rd1 Be6").replace("Rc1", next[number]);
        }
        rows
    };
    for rows in [legs(|_| "1"), legs(|leg| ["1.1", "1.2"][leg]), legs(|_| "?")] {
        let found = collect(&rows);
        assert_eq!((aside(&found), doubts(&found)), (vec![], vec![]));
    }
    // A match of two people, all games of it under one round.
    let mut rows = vec![
        row("1", "Alder", "Birch", "1-0", MIDDLE),
        row("1", "Birch", "Alder", "1-0", OTHER),
        row("1", "Alder", "Birch", "1/2-1/2", SHORT),
        row("1", "Birch", "Alder", "*", &format!("{SHORT} d6")),
    ];
    let found = collect(&rows);
    assert_eq!((aside(&found), doubts(&found)), (vec![], vec![]));
    // Two of them, numbered.
    for (row, round) in rows.iter_mut().zip(["1", "2", "3", "4"]) {
        row.round = round;
    }
    let found = collect(&rows);
    assert_eq!((aside(&found), doubts(&found)), (vec![], vec![]));
}

/// 62 plies: knights walk until the kings do. No game of honest people of different rounds agreed for so long.
fn long() -> String {
    let mut text = String::from(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5",
    );
    let white = [
        "Bc2", "d4", "Nbd2", "Nf1", "Ng3", "a3", "Bd2", "Rc1", "Bb1", "Be3", "Nd2", "Ngf1", "Ng3", "Nf3",
        "Nd2", "Nf3", "Nd2", "Nf3", "Nd2", "Nf3", "Nd2", "Nf3",
    ];
    let black = [
        "c5", "Qc7", "Bd7", "Rfc8", "Nc6", "Bf8", "h6", "Qb7", "Re8", "Rac8", "Nb8", "Nc6", "Nb8", "Nc6",
        "Nb8", "Nc6", "Nb8", "Nc6", "Nb8", "Nc6", "Nb8", "Nc6",
    ];
    for (number, (white, black)) in (10..).zip(white.into_iter().zip(black)) {
        write!(text, " {number}. {white} {black}").expect("a string");
    }
    text
}

#[test]
fn copies_in_another_round_are_noticed_whatever_the_names() {
    let mut rows = event();
    rows[0].moves = long();
    // Under other names in another round: nobody but the score sheets can say whose it is.
    rows[7].moves = long();
    let found = collect(&rows);
    assert_eq!((aside(&found), doubts(&found)), (vec![], vec![(1, 8), (8, 1)]));
    // With a few moves more it is still noticed.
    rows[7].moves = format!("{} 32. Kh1", long());
    assert_eq!(doubts(&collect(&rows)), [(1, 8), (8, 1)]);
    // The same two people again, with the colours exchanged or not: a copy.
    rows.push(row("3.9", "Birch", "Alder", "1-0", &long()));
    rows[7].moves = event()[7].moves.clone();
    assert_eq!(aside(&collect(&rows)), [(10, Unscored::Copied, Some(1))]);
    // A short draw is played twice by honest people.
    let mut rows = event();
    for game in [0, 7] {
        rows[game] = Row { moves: SHORT.to_owned(), result: "1/2-1/2", ..rows[game].clone() };
    }
    let found = collect(&rows);
    assert_eq!((aside(&found), doubts(&found)), (vec![], vec![]));
}

/// FIDE B.02: a game is played when both have made a move. Byes and double forfeits are no games either.
#[test]
fn no_game_was_played() {
    let found = collect(&[
        row("1.1", "Alder", "Birch", "1-0", "1. e4"),
        row("1.2", "Cedar", "Dogwood", "0-1", ""),
        row("1.3", "Elm", "Fir", "0-0", ""),
        row("1.4", "Gean", "Hazel", "0-0", "1. e4"),
        row("1.5", "Ivy", "?", "1-0", ""),
        row("1.6", "Freilos", "Juniper", "0-1", ""),
        row("1.7", "Kapok", "NN", "*", ""),
        row("1.8", "Larch", "BYE", "1-0", "1. e4"),
        row("1.9", "Maple", "Bye, Ivy", "1-0", "1. e4 e5"),
        row("1.10", "Oak", "Bye Bye", "1/2-1/2", ""),
        row("1.11", "Pine", "-", "-/+", ""),
        row("1.12", "Quince", "Rowan", "*", "1. e4"),
    ]);
    assert_eq!(found.games.len(), 2, "a game with one move and no result may go on");
    let reasons: Vec<(u32, Unscored)> = found.unscored.iter().map(|g| (g.number, g.reason)).collect();
    assert_eq!(
        reasons,
        [
            (1, Unscored::NoGame),
            (2, Unscored::NoMoves),
            (3, Unscored::DoubleForfeit),
            (4, Unscored::DoubleForfeit),
            (5, Unscored::Bye),
            (6, Unscored::Bye),
            (7, Unscored::NoMoves),
            (8, Unscored::Bye),
            (10, Unscored::Bye),
            (11, Unscored::Bye),
        ]
    );
    let people = roster(&found);
    let names: Vec<&str> = people.people.iter().map(|person| person.name.as_str()).collect();
    let all = [
        "Alder", "Birch", "Bye, Ivy", "Cedar", "Dogwood", "Elm", "Fir", "Gean", "Hazel", "Ivy", "Juniper",
        "Kapok", "Larch", "Maple", "Oak", "Pine", "Quince", "Rowan",
    ];
    assert_eq!(names, all);
}

#[test]
fn a_result_without_a_game_counts_once() {
    let one = row("1.1", "Alder", "Birch", "1-0", "1. e4");
    let bye = row("1.2", "Cedar", "BYE", "1-0", "");
    let found = collect(&[one.clone(), bye.clone(), one, bye]);
    assert_eq!(
        aside(&found),
        [
            (1, Unscored::NoGame, None),
            (2, Unscored::Bye, None),
            (3, Unscored::Duplicate, Some(1)),
            (4, Unscored::Duplicate, Some(2)),
        ]
    );
}

/// What the rules set aside and note in collections of honest games, each hit looked at; the collections are not part of the
/// project (see `real_data.rs`).
#[test]
fn honest_collections_have_little_to_settle() {
    let beside = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("FAIRPLAY_DATA").map_or(beside, std::path::PathBuf::from);
    for (name, set_aside, noted) in KNOWN {
        let path = folder.join(name);
        if !path.exists() {
            println!("skipped: {} is not there", path.display());
            continue;
        }
        let found = read(&[path], None).expect("reads");
        let such = |g: &&datasets::UnscoredGame| g.reason.is_not_counted();
        let aside: Vec<_> = found.unscored.iter().filter(such).collect();
        let listed: Vec<_> = aside
            .iter()
            .map(|g| format!("{} {:?} {} {} {:?}", g.number, g.reason, g.event, g.round, g.partner))
            .collect();
        let doubts = doubts(&found);
        println!("{name}: set aside {listed:#?}\nnoted {doubts:?}");
        assert_eq!((aside.len(), doubts.len()), (set_aside, noted), "{name}");
    }
}

/// Files with the number of games set aside and of games noted. In the league one pair met twice in a round of single games; in
/// the broadcast two neighbouring boards show the same 30 moves.
const KNOWN: [(&str, usize, usize); 4] = [
    ("otb-2016-2018-low.pgn.zst", 0, 0),
    ("online-new.pgn.zst", 0, 2),
    ("live/lezcano-2025-broadcast.pgn", 0, 2),
    ("live/otb-clocks-candidates-2022.pgn.zst", 0, 0),
];
