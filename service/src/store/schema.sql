-- The tables of the service, first version. Instants are seconds since 1970 began, UTC.
-- Once a version is released its file is never changed: a later one is a file of its own that changes the tables.

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

-- A closed event takes no work, sources or files.
CREATE TABLE event (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    name   TEXT NOT NULL,
    maker  INTEGER NOT NULL REFERENCES person (id),
    made   INTEGER NOT NULL,
    closed INTEGER
);
CREATE TABLE event_former_name (
    event  INTEGER NOT NULL REFERENCES event (id),
    name   TEXT NOT NULL,
    until  INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id)
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

-- What is in the files of an event, all of them read together, as JSON; `found` is the number of games of every kind. Made again
-- with every upload.
CREATE TABLE event_summary (
    event   INTEGER PRIMARY KEY REFERENCES event (id),
    found   INTEGER NOT NULL,
    summary TEXT NOT NULL
);

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
CREATE INDEX audit_case ON audit (subject, number) WHERE subject GLOB 'case *';
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

-- `unanswered` is the number of positions without an answer yet; 0 when the result is finished. `screening` is the JSON of
-- the screening, packed with zstd.
CREATE TABLE result (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    event      INTEGER NOT NULL REFERENCES event (id),
    made       INTEGER NOT NULL,
    digest     TEXT NOT NULL,
    unanswered INTEGER NOT NULL,
    screening  BLOB NOT NULL
);
CREATE INDEX result_event ON result (event, id);

-- The files that it rests on.
CREATE TABLE result_file (
    result INTEGER NOT NULL REFERENCES result (id),
    file   INTEGER NOT NULL REFERENCES file (id),
    PRIMARY KEY (result, file)
) WITHOUT ROWID;

-- A game move by move, packed in the same way. A game that did not change from one result to the next is stored once.
CREATE TABLE trace (
    id     INTEGER PRIMARY KEY,
    sha256 BLOB NOT NULL UNIQUE,
    body   BLOB NOT NULL
);

-- The games of a result; `white` and `black` are places in the list of its players. `name` is made of players, round and
-- date, so that the address of a game stays the same while the game goes on.
CREATE TABLE result_game (
    result INTEGER NOT NULL REFERENCES result (id),
    place  INTEGER NOT NULL,
    name   TEXT NOT NULL,
    white  INTEGER NOT NULL,
    black  INTEGER NOT NULL,
    date   TEXT NOT NULL,
    round  TEXT NOT NULL,
    score  TEXT NOT NULL,
    plies  INTEGER NOT NULL,
    trace  INTEGER NOT NULL REFERENCES trace (id),
    PRIMARY KEY (result, place),
    UNIQUE (result, name)
) WITHOUT ROWID;

-- Work for the engines. `kind` is `screening` or `full_test`; `subject` is empty for a screening, and for a full test the
-- last part of the player's address. An event has at most one unfinished job of a kind about a subject.
CREATE TABLE job (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    event   INTEGER NOT NULL REFERENCES event (id),
    state   TEXT NOT NULL,
    reason  TEXT NOT NULL,
    made    INTEGER NOT NULL,
    begun   INTEGER,
    ended   INTEGER,
    done    INTEGER NOT NULL,
    total   INTEGER NOT NULL,
    kind    TEXT NOT NULL DEFAULT 'screening',
    subject TEXT NOT NULL DEFAULT ''
);
CREATE INDEX job_event ON job (event, id);
CREATE UNIQUE INDEX job_open ON job (event, kind, subject) WHERE state IN ('queued', 'running', 'paused');

-- Where the games of an event come from while they are played. A delay is in seconds.
CREATE TABLE live_source (
    event     INTEGER PRIMARY KEY REFERENCES event (id),
    place     TEXT NOT NULL,
    delay     INTEGER NOT NULL,
    each_move INTEGER NOT NULL,
    made      INTEGER NOT NULL,
    stopped   INTEGER,
    looked    INTEGER,
    problem   TEXT NOT NULL
);

-- Players whose games are searched first, as people write them.
CREATE TABLE raised_hand (
    event INTEGER NOT NULL REFERENCES event (id),
    who   TEXT NOT NULL,
    made  INTEGER NOT NULL,
    PRIMARY KEY (event, who)
) WITHOUT ROWID;

-- What the evidence allowed after a look. `basis` is the SHA-256 of the round and the games it was made from, `named` a
-- JSON list of the players it named. Documents are kept as they were shown.
CREATE TABLE event_hints (
    id    INTEGER PRIMARY KEY,
    event INTEGER NOT NULL REFERENCES event (id),
    round INTEGER,
    basis TEXT NOT NULL,
    made  INTEGER NOT NULL,
    named TEXT NOT NULL,
    json  TEXT NOT NULL,
    en    TEXT NOT NULL,
    ru    TEXT NOT NULL,
    uk    TEXT NOT NULL
);
CREATE INDEX event_hints_event ON event_hints (event, id);

-- A full test by its job. `place` is the place in the choices after a round if the rule asked for it, and nothing if a
-- person did, with the reason that the person gave. The games go up to `after_round`, and are all of the player's if it is
-- settled and there is none. `expected` is in core-minutes, `core_seconds` is what it took so far.
CREATE TABLE full_test (
    job          INTEGER PRIMARY KEY REFERENCES job (id),
    event        INTEGER NOT NULL REFERENCES event (id),
    player       TEXT NOT NULL,
    name         TEXT NOT NULL,
    fide_id      INTEGER,
    reason       TEXT NOT NULL,
    place        INTEGER,
    after_round  INTEGER,
    settled      INTEGER NOT NULL,
    expected     REAL NOT NULL,
    core_seconds REAL NOT NULL,
    searched     INTEGER NOT NULL
);
CREATE INDEX full_test_event ON full_test (event, job);

-- The test, and the files of a bundle beside it, each as JSON packed with zstd. `left_out` is JSON: the inputs of the event
-- that are not in the test; empty if nothing was left out.
CREATE TABLE full_test_result (
    job      INTEGER PRIMARY KEY REFERENCES full_test (job),
    made     INTEGER NOT NULL,
    digest   TEXT NOT NULL,
    test     BLOB NOT NULL,
    beside   BLOB NOT NULL,
    left_out TEXT NOT NULL DEFAULT ''
);

-- Whom the rule chose after a round, and whom it refused, as JSON.
CREATE TABLE full_test_choices (
    event   INTEGER NOT NULL REFERENCES event (id),
    round   INTEGER NOT NULL,
    choices TEXT NOT NULL,
    PRIMARY KEY (event, round)
) WITHOUT ROWID;

-- The rule where people have said something about it. The budget is in core-minutes.
CREATE TABLE full_test_rule (
    event        INTEGER PRIMARY KEY REFERENCES event (id),
    switched_on  INTEGER NOT NULL,
    core_minutes REAL NOT NULL
);

-- Each tap is a row, and a wrong one is taken back by a further row that names it in `withdraws`. `moves` are the player's own moves
-- by then, `plies` what the source showed of the game, absent where somebody typed the number.
CREATE TABLE absence (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    event     INTEGER NOT NULL REFERENCES event (id),
    at        INTEGER NOT NULL,
    what      TEXT NOT NULL,
    round     TEXT NOT NULL,
    player    TEXT NOT NULL,
    opponent  TEXT NOT NULL,
    moves     INTEGER NOT NULL,
    plies     INTEGER,
    withdraws INTEGER UNIQUE REFERENCES absence (id),
    person    INTEGER REFERENCES person (id),
    token     INTEGER REFERENCES api_token (id)
);
CREATE INDEX absence_event ON absence (event, id);
-- The triggers keep this program from mistakes.
CREATE TRIGGER absence_is_not_changed BEFORE UPDATE ON absence
BEGIN
    SELECT raise(ABORT, 'the log of absences is only added to');
END;
CREATE TRIGGER absence_is_not_shortened BEFORE DELETE ON absence
BEGIN
    SELECT raise(ABORT, 'the log of absences is only added to');
END;

-- Which ratings players are held to, as JSON; an event without a row has the usual choice.
CREATE TABLE rating_choice (
    event  INTEGER PRIMARY KEY REFERENCES event (id),
    choice TEXT NOT NULL
);

-- `player` is what the address of the player ends with; name and FIDE number are those of the day on which the case was opened.
CREATE TABLE fair_play_case (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    event    INTEGER NOT NULL REFERENCES event (id),
    player   TEXT NOT NULL,
    name     TEXT NOT NULL,
    fide_id  INTEGER,
    title    TEXT NOT NULL,
    kind     TEXT NOT NULL,
    prompted TEXT NOT NULL,
    played   TEXT NOT NULL,
    person   INTEGER NOT NULL REFERENCES person (id),
    made     INTEGER NOT NULL
);
CREATE TABLE case_member (
    case_id INTEGER NOT NULL REFERENCES fair_play_case (id),
    person  INTEGER NOT NULL REFERENCES person (id),
    role    TEXT NOT NULL,
    made    INTEGER NOT NULL,
    PRIMARY KEY (case_id, person)
) WITHOUT ROWID;
CREATE INDEX case_member_person ON case_member (person);

-- The complaint as it stood each time that somebody wrote it down, as JSON; the newest counts.
CREATE TABLE case_complaint (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    case_id   INTEGER NOT NULL REFERENCES fair_play_case (id),
    complaint TEXT NOT NULL,
    person    INTEGER NOT NULL REFERENCES person (id),
    made      INTEGER NOT NULL
);
CREATE INDEX case_complaint_case ON case_complaint (case_id, id);

-- The full tests that a case holds, each with the digest of its numbers.
CREATE TABLE case_test (
    case_id INTEGER NOT NULL REFERENCES fair_play_case (id),
    job     INTEGER NOT NULL REFERENCES full_test_result (job),
    digest  TEXT NOT NULL,
    person  INTEGER NOT NULL REFERENCES person (id),
    made    INTEGER NOT NULL,
    PRIMARY KEY (case_id, job)
) WITHOUT ROWID;

-- Notes, outcomes, reasons for opening a case again, and withdrawals, which name the note in `withdraws`. A case is closed if
-- the newest entry of those that close and open it again closes it.
CREATE TABLE case_entry (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    case_id   INTEGER NOT NULL REFERENCES fair_play_case (id),
    what      TEXT NOT NULL,
    body      TEXT NOT NULL,
    withdraws INTEGER UNIQUE REFERENCES case_entry (id),
    person    INTEGER NOT NULL REFERENCES person (id),
    made      INTEGER NOT NULL
);
CREATE INDEX case_entry_case ON case_entry (case_id, id);

-- The triggers keep this program from mistakes.
CREATE TRIGGER case_is_not_changed BEFORE UPDATE ON fair_play_case
BEGIN
    SELECT raise(ABORT, 'a case is only added to');
END;
CREATE TRIGGER case_is_not_taken_away BEFORE DELETE ON fair_play_case
BEGIN
    SELECT raise(ABORT, 'a case is only added to');
END;
CREATE TRIGGER case_complaint_is_not_changed BEFORE UPDATE ON case_complaint
BEGIN
    SELECT raise(ABORT, 'a case is only added to');
END;
CREATE TRIGGER case_complaint_is_not_taken_away BEFORE DELETE ON case_complaint
BEGIN
    SELECT raise(ABORT, 'a case is only added to');
END;
CREATE TRIGGER case_test_is_not_changed BEFORE UPDATE ON case_test
BEGIN
    SELECT raise(ABORT, 'a case is only added to');
END;
CREATE TRIGGER case_test_is_not_taken_away BEFORE DELETE ON case_test
BEGIN
    SELECT raise(ABORT, 'a case is only added to');
END;
CREATE TRIGGER case_entry_is_not_changed BEFORE UPDATE ON case_entry
BEGIN
    SELECT raise(ABORT, 'a case is only added to');
END;
CREATE TRIGGER case_entry_is_not_taken_away BEFORE DELETE ON case_entry
BEGIN
    SELECT raise(ABORT, 'a case is only added to');
END;

-- Files that an event is given beside its games: `kind` says what each is. One that was replaced or taken away is kept with the
-- time of that in `gone`, because results rest on it.
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
