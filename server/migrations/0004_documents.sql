-- Document versions, views of them, and the protocol that makes uploads survive a crash at any point.

CREATE TABLE document_version (
  id              uuid PRIMARY KEY,
  performer_id    uuid NOT NULL REFERENCES performer,
  type            text NOT NULL CHECK (type IN ('agreementFile', 'idFront', 'idBack', 'selfie', 'selfieWithId',
                                                'ageVerification', 'residenceProof')),
  version         integer NOT NULL CHECK (version > 0),
  -- The newest version of its slot; older versions are history and never change (D11).
  is_current      boolean NOT NULL,
  status          text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'verified', 'rejected')),
  filename        text NOT NULL,
  mime_type       text NOT NULL,
  -- Of the stored file before encryption (D10).
  size            bigint NOT NULL,
  width           integer,
  height          integer,
  pages           integer,
  received_size   bigint NOT NULL,
  received_sha256 bytea NOT NULL,
  stored_sha256   bytea NOT NULL,
  -- Encrypted objects: the key in the store and the length of the ciphertext, which every read compares.
  object_key      text NOT NULL UNIQUE,
  object_bytes    bigint NOT NULL,
  -- The rendition that pages show (D10); null for PDF.
  screen_key      text UNIQUE,
  screen_bytes    bigint,
  screen_size     bigint,
  -- The rendition that lists show, at most 320 pixels a side and without an audit entry of its own (D38); null for PDF.
  thumbnail_key   text UNIQUE,
  thumbnail_bytes bigint,
  thumbnail_size  bigint,
  uploaded_by     uuid NOT NULL REFERENCES account,
  uploaded_at     timestamptz(3) NOT NULL,
  decided_by      uuid REFERENCES account,
  decided_at      timestamptz(3),
  reject_codes    text[] NOT NULL DEFAULT '{}',
  reject_message  text,
  reject_note     text,
  -- What the reviewer read from the document (D14).
  id_kind         text,
  expires_on      date,
  destroyed_at    timestamptz(3),
  UNIQUE (performer_id, type, version)
);
CREATE UNIQUE INDEX document_current ON document_version (performer_id, type) WHERE is_current;
CREATE INDEX document_expires ON document_version (expires_on) WHERE is_current AND expires_on IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON document_version TO kyc_app;

CREATE FUNCTION count_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  delta bigint := (CASE WHEN NEW.is_current THEN 1 ELSE 0 END)
    - (CASE WHEN TG_OP = 'UPDATE' AND OLD.is_current THEN 1 ELSE 0 END);
BEGIN
  IF delta <> 0 THEN
    PERFORM bump(p.owner_id, 'document', delta) FROM performer p
      WHERE p.id = NEW.performer_id AND p.sealed_at IS NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.status <> OLD.status AND NEW.status <> 'pending' THEN
    PERFORM bump_day(NEW.decided_at, 'document.' || NEW.status);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_document AFTER INSERT OR UPDATE OF is_current, status ON document_version
  FOR EACH ROW EXECUTE FUNCTION count_document();

-- The versions that an account has fetched: a decision without If-Match must not apply to a version that the reviewer
-- has not seen (D11).
CREATE TABLE document_view (
  account_id  uuid NOT NULL REFERENCES account,
  document_id uuid NOT NULL REFERENCES document_version,
  at          timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, document_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON document_view TO kyc_app;

-- The last alert to superadmins that an account opened many records within an hour (D38).
CREATE TABLE looks_alert (
  account_id uuid PRIMARY KEY REFERENCES account,
  at         timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON looks_alert TO kyc_app;

-- The reminders of an expiry that were sent: one per document version and step (D16).
CREATE TABLE expiry_mail (
  document_id uuid NOT NULL REFERENCES document_version,
  -- Days before the expiry.
  step        integer NOT NULL,
  sent_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (document_id, step)
);
GRANT SELECT, INSERT ON expiry_mail TO kyc_app;

-- Recorded before the first object of an upload is stored. When the heartbeat stops, a retry takes the intent over or
-- the sweeper deletes its objects.
CREATE TABLE upload_intent (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL REFERENCES account,
  object_keys  text[] NOT NULL,
  worker_id    uuid NOT NULL,
  state        text NOT NULL CHECK (state IN ('pending', 'committed', 'aborting', 'aborted')),
  created_at   timestamptz NOT NULL DEFAULT now(),
  heartbeat_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX upload_intent_open ON upload_intent (heartbeat_at) WHERE state IN ('pending', 'aborting');
GRANT SELECT, INSERT, UPDATE, DELETE ON upload_intent TO kyc_app;

-- Objects to delete; the row is removed once the object is confirmed to be gone.
CREATE TABLE object_deletion (
  object_key text PRIMARY KEY,
  queued_at  timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON object_deletion TO kyc_app;

-- What each account has uploaded on a day in Japan (D59). The day comes first, so that one index serves both the upsert
-- of an upload and the deletion of past days.
CREATE TABLE upload_quota (
  day           date NOT NULL,
  account_id    uuid NOT NULL REFERENCES account,
  registrations integer NOT NULL,
  bytes         bigint NOT NULL,
  PRIMARY KEY (day, account_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON upload_quota TO kyc_app;
