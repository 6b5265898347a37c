-- Contract and explanation sheet of an appearance as documents (D91), and one list of all stored files.

CREATE TABLE paper (
  id              uuid PRIMARY KEY,
  -- Both stay if the performer is removed from the video: the paper is part of its record.
  performer_id    uuid NOT NULL REFERENCES performer,
  video_id        uuid NOT NULL REFERENCES video,
  type            text NOT NULL CHECK (type IN ('contract', 'explanationSheet')),
  version         integer NOT NULL CHECK (version > 0),
  -- The newest version; older ones are history and never change (D11).
  is_current      boolean NOT NULL,
  status          text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'verified', 'rejected')),
  filename        text NOT NULL,
  mime_type       text NOT NULL,
  -- Of the stored file before encryption, and of its encrypted objects, as in `document_version`.
  size            bigint NOT NULL,
  width           integer,
  height          integer,
  pages           integer,
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
  uploaded_at     timestamptz(3) NOT NULL,
  decided_by      uuid REFERENCES account,
  decided_at      timestamptz(3),
  -- What the reviewer confirmed when approving it.
  checks          text[] NOT NULL DEFAULT '{}',
  reject_codes    text[] NOT NULL DEFAULT '{}',
  reject_message  text,
  reject_note     text,
  destroyed_at    timestamptz(3),
  UNIQUE (performer_id, video_id, type, version)
);
CREATE UNIQUE INDEX paper_current ON paper (video_id, performer_id, type) WHERE is_current;
CREATE INDEX paper_waiting ON paper (uploaded_at, id) WHERE is_current AND status = 'pending';
GRANT SELECT, INSERT, UPDATE ON paper TO kyc_app;

-- A paper is destroyed with its record, never alone.
CREATE FUNCTION paper_with_record() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF acts_as_owner()
     OR NEW.id = OLD.id AND NEW.performer_id = OLD.performer_id
       AND EXISTS (SELECT FROM performer WHERE id = NEW.performer_id AND destroyed_at IS NOT NULL)
     OR EXISTS (SELECT FROM installation WHERE name = 'restoring') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a paper is destroyed with its record' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER paper_with_record BEFORE UPDATE OF id, performer_id, destroyed_at ON paper
  FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.performer_id <> OLD.performer_id
    OR OLD.destroyed_at IS NULL AND NEW.destroyed_at IS NOT NULL)
  EXECUTE FUNCTION paper_with_record();

-- The papers that an account has opened: it decides on no other (D11).
CREATE TABLE paper_view (
  account_id uuid NOT NULL REFERENCES account,
  paper_id   uuid NOT NULL REFERENCES paper,
  at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, paper_id)
);
CREATE INDEX paper_view_paper ON paper_view (paper_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON paper_view TO kyc_app;

-- Who entered the facts of the appearance last: not the one to confirm them (D6).
ALTER TABLE video_performer ADD COLUMN facts_by uuid REFERENCES account;

CREATE TRIGGER gate_of_paper AFTER INSERT OR UPDATE OF status, is_current, checks ON paper
  FOR EACH ROW EXECUTE FUNCTION gate_of_part();

-- Every file that the store must have, with what opens it and what it must contain: the files of record documents that are not
-- destroyed or whose destruction can still be undone, and of papers. A table with files of its own is added here.
CREATE VIEW stored_file AS
  SELECT id, performer_id, type, own_key, size, stored_sha256, object_key, object_bytes,
    screen_key, screen_bytes, screen_size, thumbnail_key, thumbnail_bytes, thumbnail_size
  FROM document_version WHERE destroyed_at IS NULL OR undo_until IS NOT NULL
  UNION ALL
  SELECT id, performer_id, type, NULL::bytea, size, stored_sha256, object_key, object_bytes,
    screen_key, screen_bytes, screen_size, thumbnail_key, thumbnail_bytes, thumbnail_size
  FROM paper WHERE destroyed_at IS NULL;
GRANT SELECT ON stored_file TO kyc_app;
