-- Full tests of the player in other events, which a test reads together with its own event.
CREATE TABLE full_test_earlier (
    job     INTEGER NOT NULL REFERENCES full_test (job),
    earlier INTEGER NOT NULL REFERENCES full_test_result (job),
    PRIMARY KEY (job, earlier)
) WITHOUT ROWID;
