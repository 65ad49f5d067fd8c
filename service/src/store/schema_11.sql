-- Wrong codes of a second factor after a right password: since the last session began, and since the last right one. While it is
-- closed no code by time counts.
CREATE TABLE wrong_code (
    person       INTEGER PRIMARY KEY REFERENCES person (id),
    untold       INTEGER NOT NULL,
    in_a_row     INTEGER NOT NULL,
    closed_until INTEGER NOT NULL DEFAULT 0
);
-- Those before a session, until they were shown in it.
ALTER TABLE session ADD COLUMN wrong_codes INTEGER NOT NULL DEFAULT 0;

-- When a second administrator confirmed a naming.
ALTER TABLE naming ADD COLUMN confirmed INTEGER;

-- When an address was confirmed by the link that was sent to it; the hash of that link and its end. Addresses of before are kept.
ALTER TABLE notification_choice ADD COLUMN confirmed INTEGER;
ALTER TABLE notification_choice ADD COLUMN hash BLOB;
ALTER TABLE notification_choice ADD COLUMN expires INTEGER;
UPDATE notification_choice SET confirmed = made;

-- Messages are about hints of an event, or to a person about their account.
CREATE TABLE message (
    id       INTEGER PRIMARY KEY,
    kind     TEXT NOT NULL,
    event    INTEGER REFERENCES event (id),
    person   INTEGER REFERENCES person (id),
    made     INTEGER NOT NULL,
    due      INTEGER NOT NULL,
    tries    INTEGER NOT NULL,
    sent     INTEGER,
    given_up INTEGER,
    problem  TEXT NOT NULL
);
INSERT INTO message SELECT id, 'hints', event, person, made, due, tries, sent, given_up, problem FROM notification;
DROP TABLE notification;
ALTER TABLE message RENAME TO notification;
CREATE UNIQUE INDEX notification_open ON notification (kind, coalesce(event, 0), coalesce(person, 0))
    WHERE sent IS NULL AND given_up IS NULL;
CREATE INDEX notification_event ON notification (event, id);
