-- A document is destroyed for good only after it was withheld for its days, or with its record (D116): the backups name the ids of
-- destroyed documents, and a restore destroys these again (D119). Its id stays, so that no other document gets it.
CREATE FUNCTION withheld_first() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF acts_as_owner()
     OR NEW.id = OLD.id AND NEW.undo_until > database_now() + interval '6 days 23 hours'
     OR NEW.id = OLD.id AND NEW.performer_id = OLD.performer_id
       AND EXISTS (SELECT FROM performer WHERE id = NEW.performer_id AND destroyed_at IS NOT NULL)
     OR EXISTS (SELECT FROM installation WHERE name = 'restoring') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a document is withheld before it is destroyed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER withheld_first BEFORE UPDATE OF id, performer_id, destroyed_at, undo_until ON document_version
  FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.performer_id <> OLD.performer_id
    OR OLD.destroyed_at IS NULL AND NEW.destroyed_at IS NOT NULL)
  EXECUTE FUNCTION withheld_first();
