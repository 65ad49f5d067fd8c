-- What an entry of the audit log says about rows of other tables: one line for each, `TABLE NUMBER NUMBER HASH`, with `-` for a row
-- that is gone. It is part of what the entry's own hash covers. Entries from before have none.
ALTER TABLE audit ADD COLUMN state TEXT;
-- Goes into each of these hashes and into no entry: whoever reads the log alone cannot try out names.
CREATE TABLE audit_salt (salt BLOB NOT NULL);
INSERT INTO audit_salt VALUES (randomblob(32));
