-- The second engine that a full test was asked for with, by its name in the settings; empty for none. Searches made with it so far.
ALTER TABLE full_test ADD COLUMN second TEXT NOT NULL DEFAULT '';
ALTER TABLE full_test ADD COLUMN second_searched INTEGER NOT NULL DEFAULT 0;
