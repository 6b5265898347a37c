-- Events for the servers of partners (D112): ids, codes and days. Triggers write them in the transaction that causes them, so that no
-- act can forget one, and an undone act (D123) writes the next state.

-- The number of the last event of a partner and mode. Its row is locked until the end of the transaction, so that events become
-- visible in the order of their numbers: a reader that has seen one has seen all before it.
CREATE TABLE partner_event_number (
  partner_id uuid NOT NULL REFERENCES partner,
  mode       text NOT NULL,
  last       bigint NOT NULL,
  PRIMARY KEY (partner_id, mode)
);
GRANT SELECT, INSERT, UPDATE ON partner_event_number TO kyc_app;

CREATE TABLE partner_event (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  partner_id uuid NOT NULL REFERENCES partner,
  mode       text NOT NULL CHECK (mode IN ('test', 'live')),
  number     bigint NOT NULL,
  type       text NOT NULL,
  -- The session, performer or request; no foreign key, because the event outlives it.
  object_id  uuid NOT NULL,
  user_id    text,
  expires_on date,
  created_at timestamptz(3) NOT NULL DEFAULT database_now(),
  UNIQUE (partner_id, mode, number)
);
CREATE INDEX partner_event_object ON partner_event (object_id);
CREATE INDEX partner_event_created ON partner_event (created_at);
GRANT SELECT, INSERT, DELETE ON partner_event TO kyc_app;

-- The only writer of events.
CREATE FUNCTION record_partner_event(p_partner uuid, p_mode text, p_type text, p_object uuid, p_user text, p_expires date)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  next bigint;
BEGIN
  INSERT INTO partner_event_number AS n VALUES (p_partner, p_mode, 1)
  ON CONFLICT (partner_id, mode) DO UPDATE SET last = n.last + 1 RETURNING n.last INTO next;
  INSERT INTO partner_event (partner_id, mode, number, type, object_id, user_id, expires_on)
  VALUES (p_partner, p_mode, next, p_type, p_object, p_user, p_expires);
END $$;

-- An event about a performer, for each partner that may read its status. In the order of the partners, so that two transactions do not
-- wait for each other.
CREATE FUNCTION record_performer_event(p_performer uuid, p_type text, p_expires date)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  link record;
BEGIN
  FOR link IN SELECT l.partner_id, min(l.user_id) AS user_id FROM partner_performer l
    JOIN partner p ON p.id = l.partner_id AND p.mode = 'live' AND p.disabled_at IS NULL
    WHERE l.performer_id = p_performer GROUP BY l.partner_id ORDER BY l.partner_id
  LOOP
    PERFORM record_partner_event(link.partner_id, 'live', p_type, p_performer, link.user_id, p_expires);
  END LOOP;
END $$;

CREATE FUNCTION event_of_performer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM record_performer_event(NEW.id, CASE
    WHEN NEW.status = 'approved' THEN 'performer.approved'
    WHEN NEW.status = 'rejected' AND NEW.case_closed IS NULL THEN 'performer.resubmission_requested'
    WHEN NEW.status = 'rejected' THEN 'performer.rejected'
    ELSE 'performer.pending' END, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER event_of_performer AFTER UPDATE OF status, case_closed ON performer FOR EACH ROW
  WHEN (NEW.sealed_at IS NULL AND (OLD.status <> NEW.status
    OR (NEW.status = 'rejected' AND OLD.case_closed IS DISTINCT FROM NEW.case_closed)))
  EXECUTE FUNCTION event_of_performer();

-- Written once for each document and step: 60, 30 and 7 days before (D16).
CREATE FUNCTION event_of_expiry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  document document_version;
BEGIN
  SELECT * INTO document FROM document_version WHERE id = NEW.document_id;
  PERFORM record_performer_event(document.performer_id, 'document.expiring', document.expires_on);
  RETURN NULL;
END $$;
CREATE TRIGGER event_of_expiry AFTER INSERT ON expiry_mail FOR EACH ROW EXECUTE FUNCTION event_of_expiry();

CREATE FUNCTION event_of_withdrawal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM record_performer_event(NEW.performer_id, 'consent.withdrawn', NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER event_of_withdrawal AFTER INSERT ON takedown FOR EACH ROW
  WHEN (NEW.way = 'page' AND NEW.performer_id IS NOT NULL) EXECUTE FUNCTION event_of_withdrawal();

-- A request that the partner has opened. No event says whether a title was stopped: the request names a title that the partner may guess.
CREATE FUNCTION event_of_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM record_partner_event(NEW.partner_id, 'live', 'takedown.opened', NEW.takedown_id, NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER event_of_request AFTER INSERT ON partner_takedown FOR EACH ROW EXECUTE FUNCTION event_of_request();

CREATE FUNCTION event_of_resolution() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM record_partner_event(l.partner_id, 'live', 'takedown.resolved', NEW.id, NULL, NULL)
  FROM partner_takedown l WHERE l.takedown_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER event_of_resolution AFTER UPDATE OF closed_at ON takedown FOR EACH ROW
  WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL) EXECUTE FUNCTION event_of_resolution();

CREATE FUNCTION event_of_address() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.opened_at IS NOT NULL AND OLD.opened_at IS NULL THEN
    PERFORM record_partner_event(NEW.partner_id, NEW.mode, 'kyc.opened', NEW.id, NEW.user_id, NULL);
  END IF;
  IF NEW.ended AND NOT OLD.ended AND NOT EXISTS (
      SELECT FROM kyc_session WHERE id = NEW.kyc_session_id AND delivery_id IS NOT NULL) THEN
    PERFORM record_partner_event(NEW.partner_id, NEW.mode, 'kyc.expired', NEW.id, NEW.user_id, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER event_of_address AFTER UPDATE OF opened_at, ended ON kyc_address FOR EACH ROW EXECUTE FUNCTION event_of_address();

CREATE FUNCTION event_of_result() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM record_partner_event(a.partner_id, a.mode, 'kyc.auth_result', a.id, a.user_id, NULL)
  FROM kyc_address a WHERE a.kyc_session_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER event_of_result AFTER UPDATE OF delivery_id ON kyc_session FOR EACH ROW
  WHEN (OLD.delivery_id IS NULL AND NEW.delivery_id IS NOT NULL) EXECUTE FUNCTION event_of_result();
