-- The third rendition of a picture, at most 320 pixels a side: all that a list shows without an entry of its own (D38).
-- Null for PDF, and for pictures that were stored before this migration.
ALTER TABLE document_version
  ADD COLUMN thumbnail_key   text UNIQUE,
  ADD COLUMN thumbnail_bytes bigint,
  ADD COLUMN thumbnail_size  bigint;

-- When superadmins were last alerted that an account opened many records within an hour (D38).
CREATE TABLE looks_alert (
  account_id uuid PRIMARY KEY REFERENCES account,
  at         timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON looks_alert TO kyc_app;
