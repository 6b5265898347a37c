-- A second person (D116): the one who confirms a request is another superadmin who held the role for days before the request. A
-- confirmed destruction takes effect after a day in which any superadmin may stop it.

-- Since when the account has had its role, as the person who has it now; null for accounts from before, which have had it since
-- their creation. superadmin_until: when the account last stopped being an enabled superadmin.
ALTER TABLE account ADD COLUMN role_since timestamptz, ADD COLUMN superadmin_until timestamptz;
ALTER TABLE account ALTER COLUMN role_since SET DEFAULT database_now();

-- The time begins with a new role, when a disabled account is enabled, when an invited one gets its first password, and when another
-- address or another user of the provider signs in to it: another person may use the account now. The server can only let it begin
-- later, not earlier.
CREATE FUNCTION keep_role_since() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF acts_as_owner() THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    NEW.role_since := database_now();
    NEW.superadmin_until := NULL;
    RETURN NEW;
  END IF;
  NEW.created_at := OLD.created_at;
  NEW.superadmin_until := CASE
    WHEN OLD.role = 'superadmin' AND OLD.disabled_at IS NULL AND (NEW.role <> 'superadmin' OR NEW.disabled_at IS NOT NULL)
      THEN database_now()
    ELSE OLD.superadmin_until END;
  NEW.role_since := CASE
    WHEN NEW.role <> OLD.role OR (OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL)
      OR (OLD.password_hash IS NULL AND NEW.password_hash IS NOT NULL)
      OR (OLD.email_key, OLD.provider_uid) IS DISTINCT FROM (NEW.email_key, NEW.provider_uid)
      OR NEW.role_since > coalesce(OLD.role_since, OLD.created_at) THEN database_now()
    ELSE OLD.role_since END;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_role_since_new BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION keep_role_since();
CREATE TRIGGER keep_role_since BEFORE UPDATE OF role, role_since, superadmin_until, disabled_at, password_hash, email_key, provider_uid,
  created_at ON account FOR EACH ROW EXECUTE FUNCTION keep_role_since();

-- Whether an account may confirm the request of another one; the author is null for the provider's claims. At least a day before
-- the request, whatever the setting.
CREATE FUNCTION is_second_person(p_actor uuid, p_author uuid, p_requested_at timestamptz, p_days integer) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (p_author IS NULL
      OR (p_actor <> p_author AND EXISTS (SELECT FROM account WHERE id = p_author AND role = 'superadmin' AND disabled_at IS NULL)))
    AND EXISTS (SELECT FROM account WHERE id = p_actor AND role = 'superadmin' AND disabled_at IS NULL
                AND coalesce(role_since, created_at) <= p_requested_at - make_interval(days => greatest(p_days, 1)))
$$;

-- Requests begin and end by the clock of the database.
CREATE FUNCTION stamp_request() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT acts_as_owner() THEN
    NEW.requested_at := database_now();
    NEW.expires_at := database_now() + interval '7 days';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER stamp_request BEFORE INSERT ON transfer FOR EACH ROW EXECUTE FUNCTION stamp_request();
CREATE TRIGGER stamp_request BEFORE INSERT ON destruction_request FOR EACH ROW EXECUTE FUNCTION stamp_request();

-- Requests to make an account a superadmin, until a second person confirms or refuses them; without an author, the claims of the
-- provider ask for it.
CREATE TABLE superadmin_request (
  account_id   uuid PRIMARY KEY REFERENCES account,
  requested_by uuid REFERENCES account,
  requested_at timestamptz(3) NOT NULL DEFAULT database_now(),
  expires_at   timestamptz(3) NOT NULL DEFAULT database_now() + interval '7 days'
);
CREATE TRIGGER stamp_request BEFORE INSERT ON superadmin_request FOR EACH ROW EXECUTE FUNCTION stamp_request();
GRANT SELECT, INSERT, DELETE ON superadmin_request TO kyc_app;

-- The kind of a request is null if the version before stored it.
ALTER TABLE destruction_request ADD COLUMN kind text, ADD COLUMN confirmed_by uuid, ADD COLUMN confirmed_at timestamptz(3);
ALTER TABLE destruction_request ADD CONSTRAINT destruction_request_confirmed
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)) NOT VALID;
GRANT UPDATE (confirmed_by) ON destruction_request TO kyc_app;

-- A confirmation is made once, by a second person, and now.
CREATE FUNCTION confirm_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF acts_as_owner() THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    NEW.confirmed_by := NULL;
    NEW.confirmed_at := NULL;
  ELSIF OLD.confirmed_by IS NULL AND OLD.expires_at > database_now()
      AND is_second_person(NEW.confirmed_by, OLD.requested_by, OLD.requested_at, 1) THEN
    NEW.confirmed_at := database_now();
    NEW.expires_at := database_now() + interval '7 days';
  ELSE
    RAISE EXCEPTION 'only a second person confirms a request, once' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER confirm_once BEFORE INSERT OR UPDATE ON destruction_request FOR EACH ROW EXECUTE FUNCTION confirm_once();

-- Whether the confirmed destruction of a record takes effect now. A restore ends requests: the backup may lack that one was stopped.
CREATE FUNCTION destruction_is_due(p_id uuid) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM destruction_request r
    WHERE r.performer_id = p_id AND r.confirmed_at <= database_now() - interval '24 hours' AND r.expires_at > database_now()
      AND is_second_person(r.confirmed_by, r.requested_by, r.requested_at, 1)
      AND NOT EXISTS (SELECT FROM installation i WHERE i.name = 'restored' AND i.at >= r.requested_at))
$$;

-- As in 0040, with the confirmed request of two persons instead of any request.
CREATE OR REPLACE FUNCTION destroy_performer(p_id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
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
    IF record.retain_until >= (database_now() AT TIME ZONE 'Asia/Tokyo')::date AND NOT destruction_is_due(p_id) THEN
      RAISE EXCEPTION 'the retention has not ended, and no confirmed request is due' USING ERRCODE = 'insufficient_privilege';
    END IF;
    UPDATE performer_key SET wrapped = NULL, destroyed_at = database_now() WHERE performer_id = p_id;
  END IF;
  UPDATE performer SET sealed_box = NULL, field_changes = '{}', destroyed_at = database_now(), version = version + 1
  WHERE id = p_id;
END $$;
