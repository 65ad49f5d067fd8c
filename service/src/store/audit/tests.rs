use super::*;

fn log(entries: usize) -> Connection {
    let connection = Connection::open_in_memory().expect("memory");
    for tables in [include_str!("../schema.sql"), include_str!("../schema_10.sql")] {
        connection.execute_batch(tables).expect("tables");
    }
    for n in 0..entries {
        let event = (n % 2 == 0).then_some(Place::Event(3));
        let subject = format!("page {n}");
        super::log(&connection, 1_000, Actor::Person(7), event, Action::Saw, subject, String::new())
            .expect("added");
    }
    connection
}

/// The first hash, made with Python's `hashlib` and `struct` from the layout in the comment of `computed`.
#[test]
fn the_hash_of_an_entry_is_what_another_program_makes_of_it() {
    let connection = log(1);
    let chain = verify(&connection).expect("read");
    assert_eq!(chain.entries, 1);
    assert_eq!(chain.head, "73cf63690d0104b06654a287ab2e0cbfa24482656f11b9ca177e5acfdf643ea6");
}

#[test]
fn a_whole_log_holds_and_an_empty_one_too() {
    assert_eq!(verify(&log(0)).expect("read").head, "0".repeat(64));
    let chain = verify(&log(5)).expect("read");
    assert_eq!((chain.entries, chain.broken), (5, None));
}

#[test]
fn entries_cannot_be_changed_or_deleted_through_the_tables() {
    let connection = log(2);
    for statement in [
        "UPDATE audit SET subject = 'x' WHERE number = 1",
        "UPDATE audit SET at = at",
        "DELETE FROM audit WHERE number = 2",
        "DELETE FROM audit",
        "INSERT OR REPLACE INTO audit SELECT 1, 0, actor, action, event, subject, detail, previous, hash, state FROM audit",
    ] {
        let error = connection.execute(statement, []);
        assert!(error.is_err(), "{statement}");
    }
    assert_eq!(verify(&connection).expect("read").entries, 2);
}

/// Somebody with the file can drop the triggers. Each change is named by its first entry that does not hold.
#[test]
fn every_kind_of_change_is_named() {
    for (statement, number, reason) in [
        ("UPDATE audit SET at = 999 WHERE number = 3", 3, Fault::Changed),
        ("UPDATE audit SET actor = 'person 8' WHERE number = 1", 1, Fault::Changed),
        ("UPDATE audit SET action = 'exported' WHERE number = 2", 2, Fault::Changed),
        ("UPDATE audit SET event = NULL WHERE number = 3", 3, Fault::Changed),
        ("UPDATE audit SET subject = 'page' WHERE number = 4", 4, Fault::Changed),
        ("UPDATE audit SET detail = 'x' WHERE number = 4", 4, Fault::Changed),
        ("UPDATE audit SET detail = 5 WHERE number = 4", 4, Fault::Changed),
        ("UPDATE audit SET state = '' WHERE number = 4", 4, Fault::Changed),
        ("UPDATE audit SET hash = x'00' WHERE number = 5", 5, Fault::Changed),
        ("UPDATE audit SET previous = x'00' WHERE number = 5", 5, Fault::NotLinked),
        ("DELETE FROM audit WHERE number = 1", 1, Fault::Missing),
        ("DELETE FROM audit WHERE number = 3", 3, Fault::Missing),
        (
            "DELETE FROM audit WHERE number = 3; UPDATE audit SET number = number - 1 WHERE number > 3",
            3,
            Fault::NotLinked,
        ),
    ] {
        let connection = log(5);
        connection
            .execute_batch("DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_not_shortened")
            .expect("dropped");
        connection.execute_batch(statement).expect("changed");
        let chain = verify(&connection).expect("read");
        assert_eq!(chain.broken, Some(BrokenEntry { number, reason }), "{statement}");
        assert_eq!(i64::try_from(chain.entries).expect("small"), number - 1, "{statement}");
    }
}

/// A log that was cut off holds together; only a head that was noted elsewhere shows it.
#[test]
fn a_noted_head_finds_a_log_that_was_cut_off() {
    let connection = log(5);
    let whole = verify(&connection).expect("read");
    let heads = |heads: &[&str]| HeadList {
        place: "on paper".to_owned(),
        heads: heads.iter().map(|head| head.parse().expect("a head")).collect(),
    };
    let head = whole.head().to_string();
    let start = format!("0:{}", "0".repeat(64));
    let noted = [heads(&[&start, &head])];
    super::log(&connection, 2_000, Actor::Service, None, Action::Saw, String::new(), String::new())
        .expect("added");
    let found = verify_with(&connection, &noted).expect("read");
    let expected = HeadListCheck { place: "on paper".to_owned(), heads: 2, through: 5, missing: None };
    assert!(found.holds() && found.entries == 6);
    assert_eq!(found.noted, std::slice::from_ref(&expected));
    assert!(holds(&connection, &whole.head()).expect("read"));
    connection
        .execute_batch("DROP TRIGGER audit_is_not_shortened; DELETE FROM audit WHERE number > 4")
        .expect("cut off");
    let cut = verify_with(&connection, &noted).expect("read");
    assert!(!cut.holds() && !holds(&connection, &whole.head()).expect("read"));
    assert_eq!((cut.entries, cut.broken), (4, None));
    assert_eq!(cut.noted, [HeadListCheck { missing: Some(head), ..expected }]);
    for text in ["", "5", "5:ab", "x:00", &format!("-1:{}", "0".repeat(64))] {
        assert!(text.parse::<Head>().is_err(), "{text}");
    }
}

#[test]
fn pages_go_from_the_newest_down_and_keep_events_apart() {
    let connection = log(5);
    let numbers = |event, below, most| -> Vec<i64> {
        let entries = page(&connection, event, below, most).expect("read");
        entries.iter().map(|entry| entry.number).collect()
    };
    assert_eq!(numbers(None, i64::MAX, 3), [5, 4, 3]);
    assert_eq!(numbers(None, 3, 9), [2, 1]);
    assert_eq!(numbers(Some(Place::Event(3)), i64::MAX, 9), [5, 3, 1]);
    assert_eq!(numbers(Some(Place::Event(4)), i64::MAX, 9), Vec::<i64>::new());
}

#[test]
fn names_go_there_and_back() {
    for actor in [Actor::Person(3), Actor::Token(4), Actor::Nobody, Actor::Service] {
        assert_eq!(Actor::parse(&actor.name()), Some(actor));
    }
}
