-- What somebody brought within a day is counted at each upload.
CREATE INDEX file_made ON file (made);
CREATE INDEX event_input_made ON event_input (made);
CREATE INDEX event_maker ON event (maker, made);
-- Changed to see whether anything can be written.
CREATE TABLE write_probe (number INTEGER NOT NULL);
INSERT INTO write_probe VALUES (0);
