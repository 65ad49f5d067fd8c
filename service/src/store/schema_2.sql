-- The pages of hints by the tag of their language, so that a language needs no column of its own.
ALTER TABLE event_hints ADD COLUMN pages TEXT NOT NULL DEFAULT '{}';
UPDATE event_hints SET pages = json_object('en', en, 'ru', ru, 'uk', uk);
ALTER TABLE event_hints DROP COLUMN en;
ALTER TABLE event_hints DROP COLUMN ru;
ALTER TABLE event_hints DROP COLUMN uk;
