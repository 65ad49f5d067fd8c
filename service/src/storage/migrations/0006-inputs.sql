-- What events and full tests take beside the games.

-- What of the event's other inputs is not in a full test, as JSON; empty if nothing was left out.
ALTER TABLE full_test_result ADD COLUMN left_out TEXT NOT NULL DEFAULT '';
