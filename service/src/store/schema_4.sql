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
