-- What events and full tests take beside the games. Instants are seconds since 1970 began, UTC.

-- Files that an event is given beside its games: `kind` says what each is. One that was replaced or taken away is kept with the
-- time of that in `gone`, because results rest on it. The alias tables of before go in here.
CREATE TABLE event_input (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    event    INTEGER NOT NULL REFERENCES event (id),
    kind     TEXT NOT NULL,
    name     TEXT NOT NULL,
    sha256   TEXT NOT NULL,
    entries  INTEGER NOT NULL,
    encoding TEXT,
    body     BLOB NOT NULL,
    person   INTEGER REFERENCES person (id),
    made     INTEGER NOT NULL,
    gone     INTEGER
);
CREATE UNIQUE INDEX event_input_event ON event_input (event, kind) WHERE gone IS NULL;
INSERT INTO event_input (id, event, kind, name, sha256, entries, body, person, made, gone)
SELECT id, event, 'aliases', name, sha256, people, body, person, made, gone FROM alias_table;
DROP TABLE alias_table;

-- What of the event's other inputs is not in a full test, as JSON; empty if nothing was left out.
ALTER TABLE full_test_result ADD COLUMN left_out TEXT NOT NULL DEFAULT '';
