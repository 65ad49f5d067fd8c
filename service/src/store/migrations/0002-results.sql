-- What was made of the games of an event. Every result is kept, also those made while positions were still open, so that it can
-- be said later what could be seen when. Instants are seconds since 1970 began, UTC.

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
