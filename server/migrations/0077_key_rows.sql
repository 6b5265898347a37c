-- Rows that the server's login may add to the tables of keys. One that no key opens makes every later backup useless.

-- Accepted: only keys:rotate retires a key, with the owner's login, since 0040.
REVOKE INSERT ON retired_master_key FROM kyc_app;

-- A start creates the first key of each purpose; the others are created by keys:rotate with the owner's login. A server of the
-- version before renews none during the upgrade, and changes nothing.
CREATE FUNCTION keep_data_keys() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF acts_as_owner() THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'only keys:rotate renews a key' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_data_keys BEFORE INSERT ON data_key FOR EACH ROW WHEN (NEW.generation <> 1) EXECUTE FUNCTION keep_data_keys();

-- The mark of demo data decides where a backup can be restored: it is made before the first record, and stays.
CREATE FUNCTION keep_demo_mark() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF acts_as_owner() OR TG_OP = 'INSERT'
      AND (NOT EXISTS (SELECT FROM performer) OR EXISTS (SELECT FROM installation WHERE name = 'demo')) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'the mark of demo data stays as it was before the first record' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_demo_mark_new BEFORE INSERT ON installation FOR EACH ROW WHEN (NEW.name = 'demo') EXECUTE FUNCTION keep_demo_mark();
CREATE TRIGGER keep_demo_mark BEFORE UPDATE ON installation
  FOR EACH ROW WHEN (OLD.name = 'demo' OR NEW.name = 'demo') EXECUTE FUNCTION keep_demo_mark();
CREATE TRIGGER keep_demo_mark_old BEFORE DELETE ON installation FOR EACH ROW WHEN (OLD.name = 'demo') EXECUTE FUNCTION keep_demo_mark();
