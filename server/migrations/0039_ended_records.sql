-- Records that were deleted or destroyed, until their ids are published next to the checkpoints of the log (D57): a restore of an
-- older backup would bring them back otherwise.
CREATE TABLE ended_record (
  performer_id uuid NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('deleted', 'destroyed')),
  PRIMARY KEY (performer_id, kind)
);
GRANT SELECT, INSERT, DELETE ON ended_record TO kyc_app;

-- A trigger, so that no way to end a record is forgotten.
CREATE FUNCTION note_ended_record() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO ended_record (performer_id, kind)
  VALUES (NEW.id, CASE WHEN NEW.destroyed_at IS NULL THEN 'deleted' ELSE 'destroyed' END)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_ended_record AFTER UPDATE OF sealed_at, destroyed_at ON performer FOR EACH ROW
  WHEN ((OLD.sealed_at IS NULL AND NEW.sealed_at IS NOT NULL) OR (OLD.destroyed_at IS NULL AND NEW.destroyed_at IS NOT NULL))
  EXECUTE FUNCTION note_ended_record();
