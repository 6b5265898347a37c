-- Only an approved organisation may write to people outside (D115). Those that exist were in use before and are approved by the
-- default of the new column; later ones are approved by the office, or belong to an account that the office has invited.
ALTER TABLE organisation
  ADD COLUMN legal_name text,
  ADD COLUMN contact text,
  ADD COLUMN approved_at timestamptz(3) DEFAULT '2026-01-01T00:00:00Z',
  ADD COLUMN approved_by uuid REFERENCES account;
ALTER TABLE organisation ALTER COLUMN approved_at DROP DEFAULT;

-- What was approved is the name: a change of it, by any path, needs another approval.
CREATE FUNCTION end_approval() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.approved_at := NULL;
  NEW.approved_by := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER end_approval BEFORE UPDATE ON organisation FOR EACH ROW
  WHEN (OLD.name <> NEW.name OR OLD.kind <> NEW.kind OR OLD.legal_name IS DISTINCT FROM NEW.legal_name)
  EXECUTE FUNCTION end_approval();
