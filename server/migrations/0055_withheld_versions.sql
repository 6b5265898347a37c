-- Destroying a single picture takes effect after seven days (D116). Until then the version counts as destroyed for every reader,
-- and its objects stay, so that a superadmin can undo it.
ALTER TABLE document_version
  ADD COLUMN undo_until timestamptz(3),
  -- The key of its objects while it is withheld, and after an undo, encrypted under that of the performer; null: that one itself.
  ADD COLUMN own_key bytea,
  -- Who masked the version or closed its slot.
  ADD COLUMN destroyed_by uuid,
  -- The version of this slot that this one masks.
  ADD COLUMN mask_of integer,
  -- Everyone who masked this picture, the last one at the end: they have worked on it (D6).
  ADD COLUMN masked_by uuid[] NOT NULL DEFAULT '{}',
  -- The share of the picture that its masks have covered, those of earlier versions included.
  ADD COLUMN masked_share double precision NOT NULL DEFAULT 0;
ALTER TABLE document_version ADD CONSTRAINT document_withheld CHECK (coalesce(destroyed_at < undo_until, undo_until IS NULL)) NOT VALID;

-- A withheld version ends after its time and without a legal hold, or with its record. A restore repeats destructions that were
-- permitted when they were made.
CREATE FUNCTION keep_withheld() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.destroyed_at IS NULL AND NEW.undo_until IS NULL
     OR EXISTS (SELECT FROM performer WHERE id = NEW.performer_id AND destroyed_at IS NOT NULL)
     OR EXISTS (SELECT FROM installation WHERE name = 'restoring') THEN
    RETURN NEW;
  END IF;
  IF NEW.undo_until IS NOT NULL OR OLD.undo_until > database_now()
     OR EXISTS (SELECT FROM legal_hold WHERE performer_id = NEW.performer_id AND ended_at IS NULL) THEN
    RAISE EXCEPTION 'the destruction can still be undone' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_withheld BEFORE UPDATE OF undo_until, destroyed_at ON document_version
  FOR EACH ROW WHEN (OLD.undo_until IS NOT NULL AND NEW.undo_until IS DISTINCT FROM OLD.undo_until)
  EXECUTE FUNCTION keep_withheld();

-- The hashes of a withheld version stay until it ends; no hint reads them.
CREATE OR REPLACE FUNCTION delete_hashes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.undo_until IS NULL THEN
    DELETE FROM document_hash WHERE document_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
