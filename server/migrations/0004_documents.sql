-- Document versions, and what makes their upload survive a crash at any point.

CREATE TABLE document_version (
  id              uuid PRIMARY KEY,
  performer_id    uuid NOT NULL REFERENCES performer,
  type            text NOT NULL CHECK (type IN ('agreementFile', 'idFront', 'idBack', 'selfie', 'selfieWithId',
                                                'ageVerification', 'residenceProof')),
  version         integer NOT NULL CHECK (version > 0),
  -- The newest version of its slot; older ones are history and never change (D11).
  is_current      boolean NOT NULL,
  status          text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'verified', 'rejected')),
  filename        text NOT NULL,
  mime_type       text NOT NULL,
  -- Of what is stored, before encryption (D10).
  size            bigint NOT NULL,
  width           integer,
  height          integer,
  pages           integer,
  received_size   bigint NOT NULL,
  received_sha256 bytea NOT NULL,
  stored_sha256   bytea NOT NULL,
  -- Encrypted objects: the key in the store and the length of the ciphertext, which a reader compares.
  object_key      text NOT NULL UNIQUE,
  object_bytes    bigint NOT NULL,
  -- The rendition that pages show; null for PDF.
  screen_key      text UNIQUE,
  screen_bytes    bigint,
  screen_size     bigint,
  uploaded_by     uuid NOT NULL REFERENCES account,
  uploaded_at     timestamptz(3) NOT NULL,
  decided_by      uuid REFERENCES account,
  decided_at      timestamptz(3),
  reject_codes    text[] NOT NULL DEFAULT '{}',
  reject_message  text,
  reject_note     text,
  -- What the reviewer read from it (D14).
  id_kind         text,
  expires_on      date,
  destroyed_at    timestamptz(3),
  UNIQUE (performer_id, type, version)
);
CREATE UNIQUE INDEX document_current ON document_version (performer_id, type) WHERE is_current;
CREATE INDEX document_expires ON document_version (expires_on) WHERE is_current AND expires_on IS NOT NULL;

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

-- Which version a person has fetched: a decision without If-Match must not hit a version they never saw (D11).
CREATE TABLE document_look (
  account_id  uuid NOT NULL REFERENCES account,
  document_id uuid NOT NULL REFERENCES document_version,
  at          timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, document_id)
);

-- A promise to store objects, written before the first of them; who finds it stale takes over or sweeps it.
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

-- One answer a key (D20): the saved answer is written in the transaction of the act.
CREATE TABLE idempotency_key (
  account_id   uuid NOT NULL REFERENCES account,
  route        text NOT NULL,
  key          text NOT NULL,
  fingerprint  bytea NOT NULL,
  intent_id    uuid,
  status       integer,
  body         jsonb,
  created_at   timestamptz NOT NULL DEFAULT now(),
  heartbeat_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, route, key)
);
CREATE INDEX idempotency_created ON idempotency_key (created_at);

-- Objects to be deleted; the row goes when the object is seen to be gone.
CREATE TABLE object_deletion (
  object_key text PRIMARY KEY,
  queued_at  timestamptz NOT NULL DEFAULT now()
);

-- Parts of the set-up that run once per database, such as the demo data.
CREATE TABLE installation (
  name text PRIMARY KEY,
  at   timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, UPDATE ON document_version TO kyc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON document_look, upload_intent, idempotency_key, object_deletion, installation TO kyc_app;
