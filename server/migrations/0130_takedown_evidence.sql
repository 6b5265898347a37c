-- Files that prove a request to take a title down (D108), such as a picture of the message in which a person cancelled. They are stored
-- like the documents of the performer whom the request concerns, and end with its text.

CREATE TABLE takedown_evidence (
  id              uuid PRIMARY KEY,
  takedown_id     uuid NOT NULL REFERENCES takedown,
  -- Its key encrypts the file and its name.
  performer_id    uuid NOT NULL REFERENCES performer,
  type            text NOT NULL DEFAULT 'evidence' CHECK (type = 'evidence'),
  filename_box    bytea NOT NULL,
  mime_type       text NOT NULL,
  size            bigint NOT NULL,
  received_size   bigint NOT NULL,
  received_sha256 bytea NOT NULL,
  stored_sha256   bytea NOT NULL,
  object_key      text NOT NULL UNIQUE,
  object_bytes    bigint NOT NULL,
  screen_key      text UNIQUE,
  screen_bytes    bigint,
  screen_size     bigint,
  thumbnail_key   text UNIQUE,
  thumbnail_bytes bigint,
  thumbnail_size  bigint,
  uploaded_by     uuid NOT NULL REFERENCES account,
  uploaded_at     timestamptz(3) NOT NULL
);
CREATE INDEX takedown_evidence_takedown ON takedown_evidence (takedown_id, id);
CREATE INDEX takedown_evidence_performer ON takedown_evidence (performer_id);
GRANT SELECT, INSERT, DELETE ON takedown_evidence TO kyc_app;

CREATE OR REPLACE VIEW stored_file AS
  SELECT id, performer_id, type, own_key, size, stored_sha256, object_key, object_bytes,
    screen_key, screen_bytes, screen_size, thumbnail_key, thumbnail_bytes, thumbnail_size
  FROM document_version WHERE destroyed_at IS NULL OR undo_until IS NOT NULL
  UNION ALL
  SELECT id, performer_id, type, NULL::bytea, size, stored_sha256, object_key, object_bytes,
    screen_key, screen_bytes, screen_size, thumbnail_key, thumbnail_bytes, thumbnail_size
  FROM paper WHERE destroyed_at IS NULL
  UNION ALL
  SELECT id, performer_id, type, NULL::bytea, size, stored_sha256, object_key, object_bytes,
    NULL::text, NULL::bigint, NULL::bigint, NULL::text, NULL::bigint, NULL::bigint
  FROM signing_paper
  UNION ALL
  SELECT id, performer_id, type, NULL::bytea, size, stored_sha256, object_key, object_bytes,
    screen_key, screen_bytes, screen_size, thumbnail_key, thumbnail_bytes, thumbnail_size
  FROM takedown_evidence;
