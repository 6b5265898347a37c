-- Destruction as one fact (D119): only a function destroys the key of a performer, together with the record, after it has
-- checked by itself what permits that. The server's login has no other way to a key.

-- The clock of all these rules. A function, so that a test can move it.
CREATE FUNCTION database_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT pg_catalog.now()';

-- Whether the statement runs with the rights of the tables' owner: a migration, a restore, an operator's program, or a
-- function of the owner. The server's login never does.
CREATE FUNCTION acts_as_owner() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT pg_catalog.pg_has_role(current_user, (SELECT relowner FROM pg_catalog.pg_class WHERE oid = 'public.performer'::regclass), 'MEMBER')
$$;

-- A sealed record keeps its times and its content, and its retention is only ever extended. At the deletion it lasts for at
-- least 7 years by the clock of the database, whatever the server writes.
CREATE FUNCTION keep_sealed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF acts_as_owner() THEN
    RETURN NEW;
  END IF;
  IF NEW.destroyed_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.destroyed_at IS NULL) THEN
    RAISE EXCEPTION 'a performer is destroyed only by destroy_performer' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'INSERT' OR OLD.sealed_at IS NULL THEN
    NEW.retain_until := greatest(NEW.retain_until,
      ((database_now() AT TIME ZONE 'Asia/Tokyo')::date + interval '7 years')::date);
  ELSIF (NEW.sealed_at, NEW.sealed_box, NEW.updated_at, NEW.destroyed_at)
      IS DISTINCT FROM (OLD.sealed_at, OLD.sealed_box, OLD.updated_at, OLD.destroyed_at)
      OR NEW.retain_until IS NULL OR NEW.retain_until < OLD.retain_until THEN
    RAISE EXCEPTION 'a sealed performer does not change' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_sealed_new BEFORE INSERT ON performer
  FOR EACH ROW WHEN (NEW.sealed_at IS NOT NULL OR NEW.destroyed_at IS NOT NULL) EXECUTE FUNCTION keep_sealed();
CREATE TRIGGER keep_sealed BEFORE UPDATE ON performer
  FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL OR NEW.sealed_at IS NOT NULL OR NEW.destroyed_at IS NOT NULL)
  EXECUTE FUNCTION keep_sealed();

-- When a transaction ends, a key and its record are either both destroyed or both not, also if the owner of the tables
-- changed them. During a restore, the newer keys come first and the records follow.
CREATE FUNCTION key_and_record() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM performer p JOIN performer_key k ON k.performer_id = p.id
             WHERE p.id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid AND (p.destroyed_at IS NULL) <> (k.destroyed_at IS NULL))
     AND NOT EXISTS (SELECT FROM installation WHERE name = 'restoring') THEN
    RAISE EXCEPTION 'a performer and its key are destroyed together' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER key_with_record_new AFTER INSERT ON performer_key DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.destroyed_at IS NOT NULL) EXECUTE FUNCTION key_and_record('performer_id');
CREATE CONSTRAINT TRIGGER key_with_record AFTER UPDATE ON performer_key DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.destroyed_at IS DISTINCT FROM NEW.destroyed_at) EXECUTE FUNCTION key_and_record('performer_id');
CREATE CONSTRAINT TRIGGER record_with_key_new AFTER INSERT ON performer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.destroyed_at IS NOT NULL) EXECUTE FUNCTION key_and_record('id');
CREATE CONSTRAINT TRIGGER record_with_key AFTER UPDATE ON performer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.destroyed_at IS DISTINCT FROM NEW.destroyed_at) EXECUTE FUNCTION key_and_record('id');

-- The marks of restores, which permit and delay destructions, belong to the program that restores.
CREATE FUNCTION keep_restore_marks() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF acts_as_owner() THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'only a restore changes its marks' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_restore_marks_new BEFORE INSERT ON installation
  FOR EACH ROW WHEN (NEW.name IN ('restoring', 'restored')) EXECUTE FUNCTION keep_restore_marks();
CREATE TRIGGER keep_restore_marks BEFORE UPDATE ON installation
  FOR EACH ROW WHEN (OLD.name IN ('restoring', 'restored') OR NEW.name IN ('restoring', 'restored'))
  EXECUTE FUNCTION keep_restore_marks();
CREATE TRIGGER keep_restore_marks_old BEFORE DELETE ON installation
  FOR EACH ROW WHEN (OLD.name IN ('restoring', 'restored')) EXECUTE FUNCTION keep_restore_marks();

-- Destroys a sealed performer with its key. Requires that no legal hold is on, that the installation was not restored in the
-- last three days, and that the retention has ended or a superadmin has requested the destruction. A key that is destroyed
-- already, which only the restore of newer keys leaves, takes its record with it.
CREATE FUNCTION destroy_performer(p_id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  record performer;
BEGIN
  SELECT * INTO record FROM performer WHERE id = p_id FOR UPDATE;
  IF record.sealed_at IS NULL OR record.destroyed_at IS NOT NULL THEN
    RAISE EXCEPTION 'the performer is not sealed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT EXISTS (SELECT FROM performer_key WHERE performer_id = p_id AND destroyed_at IS NOT NULL) THEN
    IF EXISTS (SELECT FROM legal_hold WHERE performer_id = p_id AND ended_at IS NULL) THEN
      RAISE EXCEPTION 'a legal hold is on' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF EXISTS (SELECT FROM installation WHERE name = 'restored' AND at > now() - interval '3 days') THEN
      RAISE EXCEPTION 'the installation was restored' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF record.retain_until >= (database_now() AT TIME ZONE 'Asia/Tokyo')::date
       AND NOT EXISTS (SELECT FROM destruction_request r JOIN account a ON a.id = r.requested_by
                       WHERE r.performer_id = p_id AND a.role = 'superadmin' AND a.disabled_at IS NULL) THEN
      RAISE EXCEPTION 'the retention has not ended' USING ERRCODE = 'insufficient_privilege';
    END IF;
    UPDATE performer_key SET wrapped = NULL, destroyed_at = database_now() WHERE performer_id = p_id;
  END IF;
  UPDATE performer SET sealed_box = NULL, field_changes = '{}', destroyed_at = database_now(), version = version + 1
  WHERE id = p_id;
END $$;
-- Accepted: no server uses the function yet.
REVOKE ALL ON FUNCTION destroy_performer FROM PUBLIC;
GRANT EXECUTE ON FUNCTION destroy_performer TO kyc_app;

-- A key that is inserted is never destroyed (above), and none is changed: keys:rotate works with the owner's login.
-- Accepted: a server of the version before fails to destroy a record or to rotate keys, and changes nothing; it can do all else.
REVOKE UPDATE ON performer_key FROM kyc_app;
-- Accepted: as above.
REVOKE UPDATE (kek_id, wrapped) ON data_key FROM kyc_app;
-- Accepted: as above.
REVOKE DELETE ON master_key FROM kyc_app;
