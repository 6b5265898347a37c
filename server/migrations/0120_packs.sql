-- Packs of evidence (D109): one ZIP of copies for titles or a performer, opened by a link until it expires.

CREATE TABLE pack (
  id             uuid PRIMARY KEY,
  owner_id       uuid NOT NULL REFERENCES organisation,
  shape          text NOT NULL CHECK (shape IN ('appearanceLaw', 'cardBrands', 'usc2257', 'person')),
  -- Null of a pack of titles.
  performer_id   uuid REFERENCES performer,
  unmasked       boolean NOT NULL,
  created_by     uuid NOT NULL REFERENCES account,
  created_at     timestamptz(3) NOT NULL,
  expires_at     timestamptz(3) NOT NULL,
  token_hash     bytea NOT NULL UNIQUE,
  state          text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'failed', 'ended')),
  failure        text CHECK (failure IN ('size', 'error')),
  -- The attempts to make the file. Each holds the row until `due_at`, which it moves while it works.
  attempts       integer NOT NULL DEFAULT 0,
  due_at         timestamptz NOT NULL DEFAULT now(),
  files_done     integer NOT NULL DEFAULT 0,
  files_total    integer NOT NULL DEFAULT 0,
  object_key     text UNIQUE,
  object_bytes   bigint,
  -- The key of the object, encrypted. It ends with the pack, so that nothing opens the file, whatever becomes of the object.
  key_box        bytea,
  size           bigint,
  sha256         bytea,
  openings       integer NOT NULL DEFAULT 0,
  last_opened_at timestamptz(3),
  ended_at       timestamptz(3),
  end_reason     text CHECK (end_reason IN ('revoked', 'expired', 'changed')),
  CONSTRAINT pack_file CHECK ((state = 'ready') = (object_key IS NOT NULL) AND (state = 'ready') = (key_box IS NOT NULL)),
  CONSTRAINT pack_end CHECK ((state = 'ended') = (ended_at IS NOT NULL) AND (state = 'ended') = (end_reason IS NOT NULL))
);
CREATE INDEX pack_owner ON pack (owner_id, id DESC);
CREATE INDEX pack_due ON pack (due_at, id) WHERE state = 'waiting';
CREATE INDEX pack_open ON pack (expires_at) WHERE state <> 'ended';
CREATE INDEX pack_of_performer ON pack (performer_id) WHERE performer_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON pack TO kyc_app;

CREATE TABLE pack_video (
  pack_id  uuid NOT NULL REFERENCES pack,
  video_id uuid NOT NULL REFERENCES video,
  PRIMARY KEY (pack_id, video_id)
);
CREATE INDEX pack_video_video ON pack_video (video_id, pack_id);
GRANT SELECT, INSERT ON pack_video TO kyc_app;

-- The performers whose records a pack has.
CREATE TABLE pack_performer (
  pack_id      uuid NOT NULL REFERENCES pack,
  performer_id uuid NOT NULL REFERENCES performer,
  PRIMARY KEY (pack_id, performer_id)
);
CREATE INDEX pack_performer_performer ON pack_performer (performer_id, pack_id);
GRANT SELECT, INSERT ON pack_performer TO kyc_app;

-- Ends packs, and queues their files for deletion. An attempt in progress then finds no waiting row, and stores nothing.
CREATE FUNCTION end_packs(ids uuid[], why text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  ended integer;
BEGIN
  PERFORM FROM pack WHERE id = ANY (ids) AND state <> 'ended' ORDER BY id FOR UPDATE;
  INSERT INTO object_deletion (object_key)
  SELECT object_key FROM pack WHERE id = ANY (ids) AND object_key IS NOT NULL ORDER BY object_key
  ON CONFLICT DO NOTHING;
  UPDATE pack SET state = 'ended', ended_at = database_now(), end_reason = why, failure = NULL,
    object_key = NULL, object_bytes = NULL, key_box = NULL
  WHERE id = ANY (ids) AND state <> 'ended';
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END $$;
-- Accepted: no server uses the function yet.
REVOKE ALL ON FUNCTION end_packs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_packs TO kyc_app;

-- A record in a pack has another owner, was deleted or destroyed: copies of it must not be opened any longer.
CREATE FUNCTION end_packs_of_performer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM end_packs(ARRAY(SELECT pack_id FROM pack_performer WHERE performer_id = NEW.id), 'changed');
  RETURN NULL;
END $$;
CREATE TRIGGER end_packs AFTER UPDATE OF owner_id, sealed_at, destroyed_at ON performer FOR EACH ROW
  WHEN (OLD.owner_id <> NEW.owner_id OR OLD.sealed_at IS DISTINCT FROM NEW.sealed_at
    OR OLD.destroyed_at IS DISTINCT FROM NEW.destroyed_at)
  EXECUTE FUNCTION end_packs_of_performer();

CREATE FUNCTION end_packs_of_video() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM end_packs(ARRAY(SELECT pack_id FROM pack_video WHERE video_id = NEW.id), 'changed');
  RETURN NULL;
END $$;
CREATE TRIGGER end_packs AFTER UPDATE OF owner_id ON video FOR EACH ROW
  WHEN (OLD.owner_id <> NEW.owner_id) EXECUTE FUNCTION end_packs_of_video();

-- A document was masked, closed or destroyed: a pack may have its former picture.
CREATE FUNCTION end_packs_of_document() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM end_packs(ARRAY(SELECT pack_id FROM pack_performer WHERE performer_id = NEW.performer_id), 'changed');
  RETURN NULL;
END $$;
CREATE TRIGGER end_packs AFTER UPDATE OF destroyed_at ON document_version FOR EACH ROW
  WHEN (OLD.destroyed_at IS NULL AND NEW.destroyed_at IS NOT NULL) EXECUTE FUNCTION end_packs_of_document();

-- A performer that was added by mistake is no longer shown with the title.
CREATE FUNCTION end_packs_of_appearance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM end_packs(ARRAY(
    SELECT pack_id FROM pack_video JOIN pack_performer USING (pack_id)
    WHERE video_id = OLD.video_id AND performer_id = OLD.performer_id), 'changed');
  RETURN NULL;
END $$;
CREATE TRIGGER end_packs AFTER DELETE ON video_performer FOR EACH ROW EXECUTE FUNCTION end_packs_of_appearance();

-- 18 U.S.C. 2257: who keeps the records of an organisation, and who has made a title that another company produced.
CREATE TABLE custodian (
  organisation_id uuid PRIMARY KEY REFERENCES organisation,
  name            text,
  title           text,
  address         text,
  version         integer NOT NULL DEFAULT 1,
  CONSTRAINT custodian_whole CHECK (num_nulls(name, title, address) IN (0, 3))
);
GRANT SELECT, INSERT, UPDATE ON custodian TO kyc_app;

CREATE TABLE primary_producer (
  video_id uuid PRIMARY KEY REFERENCES video,
  name     text,
  address  text,
  version  integer NOT NULL DEFAULT 1,
  CONSTRAINT primary_producer_whole CHECK (num_nulls(name, address) IN (0, 2))
);
GRANT SELECT, INSERT, UPDATE ON primary_producer TO kyc_app;
