//! Results come out as they went in, bit for bit, and only for their own event.

use reports::example;

use super::*;
use crate::store::Storage;
use crate::tests::test_server::TestServer;

fn put(
    storage: &Storage,
    event: i64,
    screening: &Screening,
    games: &[GameTrace],
    open: u64,
    now: i64,
) -> i64 {
    let packed = Packed::new(screening, games).expect("packed");
    storage
        .write_now(move |c| {
            let files: Vec<i64> = crate::events::files(c, event)?.iter().map(|file| file.id).collect();
            store(c, event, &packed, open, &files, now)
        })
        .expect("stored")
}

fn found(storage: &Storage, event: i64) -> Option<StoredResult> {
    storage.read_now(|c| latest(c, event)).expect("read")
}

#[test]
fn what_is_stored_is_found_again_bit_for_bit() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    let storage = &server.app.storage;
    assert_eq!(found(storage, event), None);
    let mut screening = example::screening();
    // Numbers that a careless way there and back would change.
    screening.field.roi_mean = Some(0.1 + 0.2);
    screening.field.roi_sd = Some(f64::MIN_POSITIVE);
    let games = example::games();
    let id = put(storage, event, &screening, &games, 3, 1_000);
    let stored = found(storage, event).expect("a result");
    assert_eq!(stored.screening, screening);
    assert_eq!(
        stored.listed,
        ResultEntry { id, made: 1_000, digest: screening.manifest.digest.clone(), unanswered: 3 }
    );
    assert_eq!(stored.files.len(), 1);
    for (place, game) in (0_i64..).zip(&games) {
        let back = storage.read_now(|c| trace(c, id, place)).expect("read");
        assert_eq!(back.as_ref(), Some(game), "game {place}");
    }
    assert_eq!(storage.read_now(|c| trace(c, id, 2)).expect("read"), None);
    assert_eq!(storage.read_now(|c| trace(c, id, -1)).expect("read"), None);
    let heads = storage.read_now(|c| super::games(c, id)).expect("read");
    let heads: Vec<_> = heads
        .iter()
        .map(|head| (head.white, head.black, head.round.as_str(), head.score.as_str(), head.plies))
        .collect();
    assert_eq!(heads, [(0, 1, "1", "1-0", 4), (4, 5, "2", "1/2-1/2", 3)]);
}

#[test]
fn a_later_result_stands_beside_the_earlier_and_nothing_is_stored_twice() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    let storage = &server.app.storage;
    let (mut screening, mut games) = (example::screening(), example::games());
    let first = put(storage, event, &screening, &games, 5, 1_000);
    assert_eq!(put(storage, event, &screening, &games, 5, 1_001), first);
    assert_eq!((server.rows("result"), server.rows("trace")), (1, 2));
    // The same numbers, but nothing is open any more.
    let second = put(storage, event, &screening, &games, 0, 1_002);
    assert_ne!(second, first);
    assert_eq!((server.rows("result"), server.rows("trace")), (2, 2));
    // Another game, another digest.
    screening.manifest.digest = "9".repeat(64);
    games[1].moves.pop();
    let third = put(storage, event, &screening, &games, 0, 1_003);
    assert_eq!((server.rows("result"), server.rows("trace")), (3, 3));
    let all = storage.read_now(|c| history(c, event)).expect("read");
    let all: Vec<_> = all.iter().map(|one| (one.id, one.made, one.unanswered)).collect();
    assert_eq!(all, [(third, 1_003, 0), (second, 1_002, 0), (first, 1_000, 5)]);
    let shortened = storage.read_now(|c| trace(c, third, 1)).expect("read").expect("a game");
    let before = storage.read_now(|c| trace(c, first, 1)).expect("read").expect("a game");
    assert_eq!((shortened.moves.len(), before.moves.len()), (2, 3));
}

#[test]
fn results_belong_to_their_event() {
    let server = TestServer::new();
    let (one, _) = server.event("chief");
    let (other, _) = server.event("other");
    put(&server.app.storage, one, &example::screening(), &example::games(), 0, 1_000);
    assert!(found(&server.app.storage, one).is_some());
    assert_eq!(found(&server.app.storage, other), None);
    assert_eq!(server.app.storage.read_now(|c| history(c, other)).expect("read"), []);
}

#[test]
fn what_does_not_read_is_said_to_be_damaged() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    let storage = &server.app.storage;
    let id = put(storage, event, &example::screening(), &example::games(), 0, 1_000);
    let whole = pack(&serde_json::json!({"schema": "something else"})).expect("packed").1;
    for body in [&b"not zstd"[..], &[], &whole[..whole.len() / 2], &whole] {
        let body = body.to_vec();
        storage
            .write_now(move |c| {
                c.execute("UPDATE result SET screening = ?1", [&body])?;
                c.execute("UPDATE trace SET body = ?1", [&body])?;
                Ok::<_, StorageError>(())
            })
            .expect("damaged");
        let screening = storage.read_now(|c| latest(c, event));
        assert!(matches!(screening, Err(StorageError::Damaged { what: "a screening" })));
        let game = storage.read_now(|c| trace(c, id, 0));
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
