//! Results come out as they went in, bit for bit, and only for their own event.

use reports::example;

use super::*;
use crate::tests::test_server::TestServer;

/// Stores a result a second later.
fn put(server: &TestServer, event: i64, screening: &Screening, games: &[GameTrace], open: u64) -> i64 {
    let packed = Packed::new(screening, games).expect("packed");
    server.clock.advance(1);
    server.write(move |c| {
        let files: Vec<i64> = crate::events::files(c, event)?.iter().map(|file| file.id).collect();
        store(c, event, &packed, open, &files)
    })
}

fn found(server: &TestServer, event: i64) -> Option<StoredResult> {
    server.read(|c| latest(c, event))
}

#[test]
fn what_is_stored_is_found_again_bit_for_bit() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    assert_eq!(found(&server, event), None);
    let mut screening = example::screening();
    // Numbers that a careless way there and back would change.
    screening.field.roi_mean = Some(0.1 + 0.2);
    screening.field.roi_sd = Some(f64::MIN_POSITIVE);
    let games = example::games();
    let id = put(&server, event, &screening, &games, 3);
    let stored = found(&server, event).expect("a result");
    assert_eq!(stored.screening, screening);
    assert_eq!(
        stored.listed,
        ResultEntry {
            id,
            made: server.clock.now(),
            digest: screening.manifest.digest.clone(),
            unanswered: 3
        }
    );
    assert_eq!(stored.files.len(), 1);
    for (place, game) in (0_i64..).zip(&games) {
        let back = server.read(|c| trace(c, id, place));
        assert_eq!(back.as_ref(), Some(game), "game {place}");
    }
    assert_eq!(server.read(|c| trace(c, id, 2)), None);
    assert_eq!(server.read(|c| trace(c, id, -1)), None);
    let heads = server.read(|c| super::games(c, id));
    assert_eq!((heads[1].white, heads[1].score.as_str(), heads[1].plies), (4, "1/2-1/2", 3));
}

#[test]
fn a_later_result_stands_beside_the_earlier_and_nothing_is_stored_twice() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    let (mut screening, mut games) = (example::screening(), example::games());
    let first = put(&server, event, &screening, &games, 5);
    assert_eq!(put(&server, event, &screening, &games, 5), first);
    assert_eq!((server.rows("result"), server.rows("trace")), (1, 2));
    // The same numbers, but nothing is open any more.
    let second = put(&server, event, &screening, &games, 0);
    assert_ne!(second, first);
    assert_eq!((server.rows("result"), server.rows("trace")), (2, 2));
    // Another game, another digest.
    screening.manifest.digest = "9".repeat(64);
    games[1].moves.pop();
    let third = put(&server, event, &screening, &games, 0);
    assert_eq!((server.rows("result"), server.rows("trace")), (3, 3));
    let all = server.read(|c| history(c, event));
    let now = server.clock.now();
    let all: Vec<_> = all.iter().map(|one| (one.id, now - one.made, one.unanswered)).collect();
    assert_eq!(all, [(third, 0, 0), (second, 1, 0), (first, 3, 5)]);
    let shortened = server.read(|c| trace(c, third, 1)).expect("a game");
    let before = server.read(|c| trace(c, first, 1)).expect("a game");
    assert_eq!((shortened.moves.len(), before.moves.len()), (2, 3));
}

#[test]
fn what_does_not_read_is_said_to_be_damaged() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    let id = put(&server, event, &example::screening(), &example::games(), 0);
    let whole = pack(&serde_json::json!({"schema": "something else"})).expect("packed").1;
    for body in [&b"not zstd"[..], &[], &whole[..whole.len() / 2], &whole] {
        let body = body.to_vec();
        server.write(move |c| {
            c.execute("UPDATE result SET screening = ?1", [&body])?;
            Ok(c.execute("UPDATE trace SET body = ?1", [&body])?)
        });
        let screening = server.app.read_now(|c| latest(c, event));
        assert!(matches!(screening, Err(StorageError::Damaged { what: "a screening" })));
        let game = server.app.read_now(|c| trace(c, id, 0));
        assert!(matches!(game, Err(StorageError::Damaged { what: "a game" })));
    }
}

/// An address stays while a game goes on, whoever else comes into the list, and is nobody else's.
#[test]
fn addresses_stay_from_one_result_to_the_next() {
    let (mut screening, mut games) = (example::screening(), example::games());
    let names = |screening: &Screening, games: &[GameTrace]| -> Vec<String> {
        let packed = Packed::new(screening, games).expect("packed");
        packed.games.into_iter().map(|game| game.head.name).collect()
    };
    let before = names(&screening, &games);
    assert_ne!(before[0], before[1]);
    let newcomer = screening.players[5].clone();
    screening.players.insert(0, newcomer);
    for game in &mut games {
        game.white += 1;
        game.black += 1;
        game.moves.pop();
    }
    assert_eq!(names(&screening, &games), before);
    games.push(games[0].clone());
    games.push(games[0].clone());
    let again = names(&screening, &games);
    assert_eq!(again[2..], [format!("{}-2", before[0]), format!("{}-3", before[0])]);
    let players: std::collections::BTreeSet<String> =
        example::screening().players.iter().map(player_name).collect();
    assert_eq!(players.len(), 6);
    // printf '%s' 'Anna' | sha256sum
    let mut anna = example::screening().players[5].clone();
    anna.name = "Anna".to_owned();
    assert_eq!(player_name(&anna), "name-bf4fccd616251b67");
}
