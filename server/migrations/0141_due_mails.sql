-- The daily mail about what is due, for accounts that want it, and the last day in Japan of which it was sent or had nothing to say.
ALTER TABLE account ADD COLUMN due_mails boolean NOT NULL DEFAULT false;
ALTER TABLE account ADD COLUMN due_mailed_on date;
