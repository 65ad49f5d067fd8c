-- Work of the engines, followed sources, raised hands, and hints.

-- What the engines are to do; an event has at most one job that is not over.
CREATE TABLE job (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    event  INTEGER NOT NULL REFERENCES event (id),
    state  TEXT NOT NULL,
    reason TEXT NOT NULL,
    made   INTEGER NOT NULL,
    begun  INTEGER,
    ended  INTEGER,
    done   INTEGER NOT NULL,
    total  INTEGER NOT NULL
);
CREATE INDEX job_event ON job (event, id);
CREATE UNIQUE INDEX job_open ON job (event) WHERE state IN ('queued', 'running', 'paused');

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
