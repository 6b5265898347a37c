-- What the performer has stated of itself on its own link (D66): when, and which of the stated data differ from the record. What was
-- typed is not stored: the record and the documents say it.
ALTER TABLE performer_link
  ADD COLUMN stated_at timestamptz(3),
  ADD COLUMN stated_differs text[] NOT NULL DEFAULT '{}';
