-- Contract and explanation sheet of an appearance, explained, read and signed on the performer's own page (D101, D104).

-- What a link opens: the submission of documents (D66), or the performer's page (D104).
ALTER TABLE performer_link ADD COLUMN kind text NOT NULL DEFAULT 'documents';
ALTER TABLE performer_link ADD CONSTRAINT performer_link_kind CHECK (kind IN ('documents', 'page')) NOT VALID;

CREATE TABLE signing (
  id                        uuid PRIMARY KEY,
  video_id                  uuid NOT NULL REFERENCES video,
  performer_id              uuid NOT NULL REFERENCES performer,
  -- The organisation that offers the contract.
  owner_id                  uuid NOT NULL REFERENCES organisation,
  language                  text NOT NULL CHECK (language IN ('ja', 'en')),
  -- The templates that the drafts were made from; null where the organisation uploaded a PDF.
  contract_template_id      text,
  contract_template_name    text,
  contract_template_version integer,
  sheet_template_id         text,
  sheet_template_name       text,
  sheet_template_version    integer,
  -- Facts as entered, partners and the talk, encrypted with the key of the performer.
  content_box               bytea NOT NULL,
  contract_sha256           bytea NOT NULL CHECK (length(contract_sha256) = 32),
  contract_pages            integer NOT NULL CHECK (contract_pages > 0),
  created_at                timestamptz(3) NOT NULL,
  created_by                uuid NOT NULL REFERENCES account,
  sent_at                   timestamptz(3),
  sent_by                   uuid REFERENCES account,
  expires_at                timestamptz(3),
  reminded_at               timestamptz(3),
  opened_at                 timestamptz(3),
  sheet_opened_at           timestamptz(3),
  sheet_received_at         timestamptz(3),
  -- The sheet as a paper of the appearance, which has the file from its receipt on.
  sheet_paper_id            uuid REFERENCES paper,
  contract_opened_at        timestamptz(3),
  read_at                   timestamptz(3),
  -- HMAC of the code that signs.
  code_mac                  bytea,
  code_expires_at           timestamptz(3),
  signed_at                 timestamptz(3),
  -- The drawn signature, encrypted with the key of the performer.
  strokes_box               bytea,
  -- The entry of the signature in the audit log.
  signed_entry              uuid,
  -- The signed file as a paper of the appearance.
  copy_paper_id             uuid REFERENCES paper,
  copy_opened_at            timestamptz(3),
  copy_received_at          timestamptz(3),
  refused_at                timestamptz(3),
  revoked_at                timestamptz(3),
  -- When nothing could be signed any more: received, refused, revoked, or replaced after it had expired.
  ended_at                  timestamptz(3),
  CONSTRAINT signing_sent CHECK ((sent_at IS NULL) = (sent_by IS NULL) AND (sent_at IS NULL) = (expires_at IS NULL)),
  CONSTRAINT signing_code CHECK ((code_mac IS NULL) = (code_expires_at IS NULL)),
  CONSTRAINT signing_order CHECK (
    (opened_at IS NULL OR sent_at IS NOT NULL) AND (sheet_received_at IS NULL OR sheet_opened_at IS NOT NULL)
    AND (read_at IS NULL OR sheet_received_at IS NOT NULL AND contract_opened_at IS NOT NULL)
    AND (signed_at IS NULL OR read_at IS NOT NULL) AND (copy_received_at IS NULL OR copy_paper_id IS NOT NULL)),
  CONSTRAINT signing_signed CHECK ((signed_at IS NULL) = (signed_entry IS NULL)),
  -- A refusal, a revocation and a signature exclude each other.
  CONSTRAINT signing_outcome CHECK (num_nonnulls(signed_at, refused_at, revoked_at) <= 1),
  CONSTRAINT signing_ended CHECK (
    ended_at IS NOT NULL OR num_nonnulls(copy_received_at, refused_at, revoked_at) = 0)
);
-- At most one draft, and one that is under way, of an appearance.
CREATE UNIQUE INDEX signing_draft ON signing (video_id, performer_id) WHERE sent_at IS NULL;
CREATE UNIQUE INDEX signing_open ON signing (video_id, performer_id) WHERE sent_at IS NOT NULL AND ended_at IS NULL;
CREATE INDEX signing_video ON signing (video_id, id DESC);
CREATE INDEX signing_performer ON signing (performer_id, id DESC);
CREATE INDEX signing_copy ON signing (signed_at) WHERE signed_at IS NOT NULL AND copy_paper_id IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON signing TO kyc_app;

-- The PDFs that are sent: contract and explanation sheet.
CREATE TABLE signing_paper (
  id              uuid PRIMARY KEY,
  signing_id      uuid NOT NULL REFERENCES signing,
  performer_id    uuid NOT NULL REFERENCES performer,
  type            text NOT NULL CHECK (type IN ('contract', 'explanationSheet')),
  filename        text NOT NULL,
  mime_type       text NOT NULL,
  size            bigint NOT NULL,
  pages           integer NOT NULL,
  received_size   bigint NOT NULL,
  received_sha256 bytea NOT NULL,
  stored_sha256   bytea NOT NULL,
  object_key      text NOT NULL UNIQUE,
  object_bytes    bigint NOT NULL,
  UNIQUE (signing_id, type)
);
CREATE INDEX signing_paper_performer ON signing_paper (performer_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON signing_paper TO kyc_app;

-- Questions of the performer and the answers of the organisation, encrypted with the key of the performer.
CREATE TABLE signing_question (
  id           uuid PRIMARY KEY,
  signing_id   uuid NOT NULL REFERENCES signing,
  performer_id uuid NOT NULL REFERENCES performer,
  text_box     bytea NOT NULL,
  at           timestamptz(3) NOT NULL,
  answer_box   bytea,
  answered_at  timestamptz(3),
  answered_by  uuid REFERENCES account,
  CHECK (num_nonnulls(answer_box, answered_at, answered_by) IN (0, 3))
);
CREATE INDEX signing_question_signing ON signing_question (signing_id, id);
CREATE INDEX signing_question_performer ON signing_question (performer_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON signing_question TO kyc_app;

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
  FROM signing_paper;
