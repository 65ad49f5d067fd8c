-- Tokens end, and are of use only while whoever made them may manage tokens there. One from before has 90 days from now.
ALTER TABLE api_token ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
UPDATE api_token SET expires = CAST(strftime('%s', 'now') AS INTEGER) + 7776000;
-- When a program last showed it, to within five minutes.
ALTER TABLE api_token ADD COLUMN used INTEGER;

-- Links for a new password, which the command line prints: each is good once and for an hour.
CREATE TABLE password_reset (
    hash    BLOB PRIMARY KEY,
    person  INTEGER NOT NULL UNIQUE REFERENCES person (id),
    expires INTEGER NOT NULL
) WITHOUT ROWID;

-- The second factor: the secret that a device shares (RFC 6238), one that was offered and is not proved yet, and the time step
-- of the last code, since each code counts once.
CREATE TABLE second_factor (
    person  INTEGER PRIMARY KEY REFERENCES person (id),
    secret  BLOB,
    offered BLOB,
    made    INTEGER NOT NULL,
    step    INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE recovery_code (
    hash   BLOB PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person (id)
) WITHOUT ROWID;

-- When the password was last given in a session.
ALTER TABLE session ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0;

-- Namings by administrators for events and cases that nobody answers for: when each ended, and whether it came to count then.
CREATE TABLE naming (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    event   INTEGER REFERENCES event (id),
    case_id INTEGER REFERENCES fair_play_case (id),
    person  INTEGER NOT NULL REFERENCES person (id),
    maker   INTEGER NOT NULL REFERENCES person (id),
    made    INTEGER NOT NULL,
    ended   INTEGER,
    counted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX naming_person ON naming (person);
-- Who was a member before a naming, and when they first read of it.
CREATE TABLE naming_notice (
    naming INTEGER NOT NULL REFERENCES naming (id),
    person INTEGER NOT NULL REFERENCES person (id),
    seen   INTEGER,
    PRIMARY KEY (naming, person)
) WITHOUT ROWID;
CREATE INDEX naming_notice_person ON naming_notice (person);

-- The proposal of an outcome or a reopening that an entry signs.
ALTER TABLE case_entry ADD COLUMN signs INTEGER REFERENCES case_entry (id);
CREATE UNIQUE INDEX case_entry_signs ON case_entry (signs);

-- Browsers in which somebody signed in: their wrong passwords have a count of their own.
CREATE TABLE device (
    hash   BLOB PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person (id),
    made   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX device_person ON device (person, made);

-- From where a session began, and the sign-in before it, until that was shown.
ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN before INTEGER;
ALTER TABLE session ADD COLUMN before_from TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN signed_in INTEGER;
ALTER TABLE person ADD COLUMN signed_in_from TEXT NOT NULL DEFAULT '';
