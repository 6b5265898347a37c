-- A legal hold also protects the documents of a record (D116): none is destroyed while it is on, whichever act asks for it. The
-- restore of a backup repeats destructions that were permitted when they were made.
CREATE FUNCTION keep_held() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM legal_hold WHERE performer_id = NEW.performer_id AND ended_at IS NULL)
     AND NOT EXISTS (SELECT FROM installation WHERE name = 'restoring') THEN
    RAISE EXCEPTION 'a legal hold is on' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_held BEFORE UPDATE OF destroyed_at ON document_version
  FOR EACH ROW WHEN (OLD.destroyed_at IS NULL AND NEW.destroyed_at IS NOT NULL) EXECUTE FUNCTION keep_held();

-- A hold is ended, and its reasons are destroyed with the record; nothing else of it changes.
-- Accepted: the version before changes no other columns.
REVOKE UPDATE ON legal_hold FROM kyc_app;
GRANT UPDATE (reason_box, ended_by, ended_at, end_reason_box) ON legal_hold TO kyc_app;
