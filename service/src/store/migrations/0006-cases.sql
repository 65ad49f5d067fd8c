-- Cases: what belongs to one player in one event, for the members of the case alone. Instants are seconds since 1970 began, UTC.

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

-- Entries of the audit log about a case are found by what they concern.
CREATE INDEX audit_case ON audit (subject, number) WHERE subject GLOB 'case *';
