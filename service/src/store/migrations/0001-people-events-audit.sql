-- People, what they may see, events with their files, and the audit log.
-- Instants are seconds since 1970 began, UTC. A published migration is never changed: the next one changes the tables.

CREATE TABLE person (
    id       INTEGER PRIMARY KEY,
    login    TEXT NOT NULL UNIQUE,
    name     TEXT NOT NULL,
    password TEXT NOT NULL,
    role     TEXT NOT NULL,
    made     INTEGER NOT NULL,
    disabled INTEGER
);

CREATE TABLE session (
    hash   BLOB PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person (id),
    made   INTEGER NOT NULL,
    seen   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_person ON session (person);

-- The link that makes the first administrator has no maker.
CREATE TABLE invitation (
    id      INTEGER PRIMARY KEY,
    hash    BLOB NOT NULL UNIQUE,
    role    TEXT NOT NULL,
    note    TEXT NOT NULL,
    maker   INTEGER REFERENCES person (id),
    made    INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    used    INTEGER,
    person  INTEGER REFERENCES person (id),
    revoked INTEGER
);

CREATE TABLE event (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    name  TEXT NOT NULL,
    maker INTEGER NOT NULL REFERENCES person (id),
    made  INTEGER NOT NULL
);

CREATE TABLE membership (
    event  INTEGER NOT NULL REFERENCES event (id),
    person INTEGER NOT NULL REFERENCES person (id),
    role   TEXT NOT NULL,
    made   INTEGER NOT NULL,
    PRIMARY KEY (event, person)
) WITHOUT ROWID;
CREATE INDEX membership_person ON membership (person);

CREATE TABLE api_token (
    id      INTEGER PRIMARY KEY,
    hash    BLOB NOT NULL UNIQUE,
    event   INTEGER NOT NULL REFERENCES event (id),
    label   TEXT NOT NULL,
    scopes  TEXT NOT NULL,
    maker   INTEGER NOT NULL REFERENCES person (id),
    made    INTEGER NOT NULL,
    revoked INTEGER
);

-- The bytes of a file as they were uploaded, in pieces, so that no request holds a whole file in memory.
CREATE TABLE file (
    id       INTEGER PRIMARY KEY,
    event    INTEGER NOT NULL REFERENCES event (id),
    name     TEXT NOT NULL,
    sha256   TEXT NOT NULL,
    bytes    INTEGER NOT NULL,
    games    INTEGER NOT NULL,
    unpacked INTEGER NOT NULL,
    uploader INTEGER REFERENCES person (id),
    token    INTEGER REFERENCES api_token (id),
    made     INTEGER NOT NULL,
    UNIQUE (event, sha256)
);
CREATE TABLE file_piece (
    file  INTEGER NOT NULL REFERENCES file (id),
    piece INTEGER NOT NULL,
    body  BLOB NOT NULL,
    PRIMARY KEY (file, piece)
);

-- What is in the files of an event, all of them read together. Made again with every upload.
CREATE TABLE event_account (
    event       INTEGER PRIMARY KEY REFERENCES event (id),
    found       INTEGER NOT NULL,
    games       INTEGER NOT NULL,
    unscored    INTEGER NOT NULL,
    quarantined INTEGER NOT NULL,
    players     INTEGER NOT NULL,
    first_date  TEXT,
    last_date   TEXT
);
CREATE TABLE event_unscored (
    event  INTEGER NOT NULL REFERENCES event (id),
    reason TEXT NOT NULL,
    games  INTEGER NOT NULL,
    PRIMARY KEY (event, reason)
) WITHOUT ROWID;
CREATE TABLE event_quarantine (
    event    INTEGER NOT NULL REFERENCES event (id),
    file     INTEGER NOT NULL REFERENCES file (id),
    game     INTEGER NOT NULL,
    position INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    token    TEXT NOT NULL,
    reason   TEXT NOT NULL,
    PRIMARY KEY (event, file, game)
) WITHOUT ROWID;

-- Only ever added to. The triggers keep this program from mistakes; the chain of hashes shows what others did.
CREATE TABLE audit (
    number   INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL,
    actor    TEXT NOT NULL,
    action   TEXT NOT NULL,
    event    INTEGER,
    subject  TEXT NOT NULL,
    detail   TEXT NOT NULL,
    previous BLOB NOT NULL,
    hash     BLOB NOT NULL
);
CREATE INDEX audit_event ON audit (event, number);
-- REPLACE deletes without asking the trigger on DELETE, so an entry has to be the next one.
CREATE TRIGGER audit_goes_on BEFORE INSERT ON audit
WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM audit)
BEGIN
    SELECT raise(ABORT, 'the audit log is only added to');
END;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN
    SELECT raise(ABORT, 'the audit log is only added to');
END;
CREATE TRIGGER audit_is_not_shortened BEFORE DELETE ON audit
BEGIN
    SELECT raise(ABORT, 'the audit log is only added to');
END;
