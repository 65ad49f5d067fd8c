-- The ladder and the numbers of hints, by the tag of the language; `pages` holds who is named. Before this version `pages` held both.
ALTER TABLE event_hints ADD COLUMN details TEXT;
-- What the hints allowed, as a JSON list of texts: a step, and the player towards whom it is allowed.
ALTER TABLE event_hints ADD COLUMN allowed TEXT NOT NULL DEFAULT '[]';

-- Who wants a mail when the hints of an event change that they may see, and in which language.
CREATE TABLE notification_choice (
    person   INTEGER PRIMARY KEY REFERENCES person (id),
    address  TEXT NOT NULL,
    language TEXT NOT NULL,
    made     INTEGER NOT NULL
);

-- Messages that the hints of an event have changed: to a person by mail, or to the address of the settings if there is no person.
-- One is over when it was sent or given up; until then it is tried again when it is due.
CREATE TABLE notification (
    id       INTEGER PRIMARY KEY,
    event    INTEGER NOT NULL REFERENCES event (id),
    person   INTEGER REFERENCES person (id),
    made     INTEGER NOT NULL,
    due      INTEGER NOT NULL,
    tries    INTEGER NOT NULL,
    sent     INTEGER,
    given_up INTEGER,
    problem  TEXT NOT NULL
);
CREATE UNIQUE INDEX notification_open ON notification (event, coalesce(person, 0)) WHERE sent IS NULL AND given_up IS NULL;
CREATE INDEX notification_event ON notification (event, id);
