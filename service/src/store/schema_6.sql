-- What people state about an event, as it stood each time, as JSON; the newest counts. Entries of the audit log hold a hash of the
-- text and the salt.
CREATE TABLE event_circumstances (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    event  INTEGER NOT NULL REFERENCES event (id),
    stated TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id),
    made   INTEGER NOT NULL,
    salt   BLOB NOT NULL
);
CREATE INDEX event_circumstances_event ON event_circumstances (event, id);

-- Who asked for a full test, in which role; nobody where the rule did.
ALTER TABLE full_test ADD COLUMN asker INTEGER REFERENCES person (id);
ALTER TABLE full_test ADD COLUMN asker_role TEXT;
