-- Boards of uploaded games, absences from the board as arbiters note them, and what an event is set to. Instants are seconds since
-- 1970 began, UTC.

-- The boards of the last round of an event's files, made again with every upload.
CREATE TABLE event_board (
    event INTEGER NOT NULL REFERENCES event (id),
    place INTEGER NOT NULL,
    round TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    plies INTEGER NOT NULL,
    over  INTEGER NOT NULL,
    PRIMARY KEY (event, place)
) WITHOUT ROWID;

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

-- A closed event takes no work, sources or files.
ALTER TABLE event ADD COLUMN closed INTEGER;
CREATE TABLE event_former_name (
    event  INTEGER NOT NULL REFERENCES event (id),
    name   TEXT NOT NULL,
    until  INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id)
);

-- Who is who, as people confirmed it. A table that was replaced or taken away is kept with the time of that in `gone`, because
-- results rest on it.
CREATE TABLE alias_table (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    event  INTEGER NOT NULL REFERENCES event (id),
    name   TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    people INTEGER NOT NULL,
    body   BLOB NOT NULL,
    person INTEGER REFERENCES person (id),
    made   INTEGER NOT NULL,
    gone   INTEGER
);
CREATE UNIQUE INDEX alias_table_event ON alias_table (event) WHERE gone IS NULL;

-- Which ratings players are held to, as JSON; an event without a row has the usual choice.
CREATE TABLE rating_choice (
    event  INTEGER PRIMARY KEY REFERENCES event (id),
    choice TEXT NOT NULL
);
