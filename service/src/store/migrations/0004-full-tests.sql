-- Full tests: jobs of a second kind, what they are about and what came out, and the rule that asks for them.

-- `kind` is `screening` or `full_test`. `subject` is empty for a screening, and for a full test what the address of the
-- player ends with. An event has at most one job of a kind about a subject that is not over.
ALTER TABLE job ADD COLUMN kind TEXT NOT NULL DEFAULT 'screening';
ALTER TABLE job ADD COLUMN subject TEXT NOT NULL DEFAULT '';
DROP INDEX job_open;
CREATE UNIQUE INDEX job_open ON job (event, kind, subject) WHERE state IN ('queued', 'running', 'paused');

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

-- What came out: the test, and what a bundle holds beside it, each as JSON packed with zstd.
CREATE TABLE full_test_result (
    job    INTEGER PRIMARY KEY REFERENCES full_test (job),
    made   INTEGER NOT NULL,
    digest TEXT NOT NULL,
    test   BLOB NOT NULL,
    beside BLOB NOT NULL
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
