-- The salt of the hash of a text that is in the audit log; texts from before have none.
ALTER TABLE fair_play_case ADD COLUMN salt BLOB;
ALTER TABLE case_complaint ADD COLUMN salt BLOB;
ALTER TABLE case_entry ADD COLUMN salt BLOB;
