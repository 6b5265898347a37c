-- The result of a verification is authenticated by the server and stays (D121). Results from before have an empty MAC, which no
-- new row gets.
ALTER TABLE log_verification ADD COLUMN mac bytea DEFAULT '';
ALTER TABLE log_verification ALTER COLUMN mac DROP DEFAULT;

CREATE FUNCTION keep_result() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF acts_as_owner() OR TG_OP = 'DELETE' AND OLD.started_at < database_now() - interval '89 days' THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'the result of a verification stays' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_result_new BEFORE INSERT ON log_verification FOR EACH ROW WHEN (NEW.mac = '') EXECUTE FUNCTION keep_result();
CREATE TRIGGER keep_result BEFORE UPDATE ON log_verification
  FOR EACH ROW WHEN (OLD.report IS NOT NULL OR NEW.mac = '' AND OLD.mac IS DISTINCT FROM '') EXECUTE FUNCTION keep_result();
CREATE TRIGGER keep_result_old BEFORE DELETE ON log_verification FOR EACH ROW WHEN (OLD.report IS NOT NULL) EXECUTE FUNCTION keep_result();
