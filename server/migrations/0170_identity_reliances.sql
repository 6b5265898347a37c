-- Reuse of a verified person (D126): a performer permits another organisation to rely on the approval of its documents.

CREATE TABLE identity_reliance (
  id              uuid PRIMARY KEY,
  -- The record that is relied on, and its organisation.
  origin_id       uuid NOT NULL REFERENCES performer,
  owner_id        uuid NOT NULL REFERENCES organisation,
  recipient_id    uuid NOT NULL REFERENCES organisation,
  asked_at        timestamptz(3) NOT NULL,
  -- The mailed code that permits it; null afterwards.
  code_mac        bytea,
  code_expires_at timestamptz(3),
  permitted_at    timestamptz(3),
  -- The approval of the front of the ID: when it was decided, how the identity was checked, and until when the ID is valid.
  checked_at      timestamptz(3) NOT NULL,
  identity_check  text,
  id_kind         text,
  expires_on      date,
  -- The record that relies on it, once the recipient has registered the performer.
  performer_id    uuid REFERENCES performer,
  accepted_at     timestamptz(3),
  ended_at        timestamptz(3),
  ended_by        text CONSTRAINT identity_reliance_ended_by
    CHECK (ended_by IN ('performer', 'origin', 'recipient', 'documents', 'expired', 'changed')),
  CONSTRAINT identity_reliance_other CHECK (owner_id <> recipient_id),
  CONSTRAINT identity_reliance_accepted CHECK ((performer_id IS NULL) = (accepted_at IS NULL)),
  CONSTRAINT identity_reliance_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT identity_reliance_permitted CHECK (permitted_at IS NOT NULL OR (performer_id IS NULL AND ended_at IS NULL))
);
CREATE UNIQUE INDEX identity_reliance_open ON identity_reliance (origin_id, recipient_id) WHERE ended_at IS NULL;
-- A record relies on one other record in its life: it is created for it.
CREATE UNIQUE INDEX identity_reliance_performer ON identity_reliance (performer_id) WHERE performer_id IS NOT NULL;
CREATE INDEX identity_reliance_origin ON identity_reliance (origin_id, id DESC);
CREATE INDEX identity_reliance_owner ON identity_reliance (owner_id) WHERE ended_at IS NULL;
CREATE INDEX identity_reliance_recipient ON identity_reliance (recipient_id, id DESC) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON identity_reliance TO kyc_app;

-- Whether a reliance counts, as every read must ask: the same approval of the front of the ID, by the records as they are now.
-- `over` says why it has ended for good. It is suspended while an organisation may not be used, or while a document of the origin waits
-- for its review.
CREATE VIEW identity_reliance_now AS
  SELECT r.*, CASE
      WHEN r.ended_at IS NOT NULL THEN r.ended_by
      WHEN p.status = 'approved' THEN 'documents'
      WHEN r.expires_on < today_in_japan() THEN 'expired'
      WHEN origin.sealed_at IS NOT NULL OR origin.owner_id <> r.owner_id OR origin.status = 'rejected'
        OR p.sealed_at IS NOT NULL OR p.owner_id <> r.recipient_id OR p.status = 'rejected' OR d.id IS NULL THEN 'changed'
    END AS over,
    origin.status = 'approved' AND o.approved_at IS NOT NULL AND o.disabled_at IS NULL
      AND c.approved_at IS NOT NULL AND c.disabled_at IS NULL AS in_use
  FROM identity_reliance r JOIN performer origin ON origin.id = r.origin_id
    JOIN organisation o ON o.id = r.owner_id JOIN organisation c ON c.id = r.recipient_id
    LEFT JOIN performer p ON p.id = r.performer_id
    LEFT JOIN document_version d ON d.performer_id = r.origin_id AND d.type = 'idFront' AND d.is_current AND d.status = 'verified'
      AND d.decided_at = r.checked_at AND d.expires_on IS NOT DISTINCT FROM r.expires_on AND d.destroyed_at IS NULL
  WHERE r.permitted_at IS NOT NULL;
GRANT SELECT ON identity_reliance_now TO kyc_app;

-- Triggers mark the answers of the gate of the titles that rely on what has changed, as for every other fact (D106).
CREATE FUNCTION forget_relying_gates(reliances uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT forget_gates(ARRAY(SELECT vp.video_id FROM identity_reliance r JOIN video_performer vp ON vp.performer_id = r.performer_id
    WHERE r.id = ANY(reliances)))
$$;

CREATE FUNCTION gate_of_reliance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM forget_relying_gates(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER gate_of_reliance AFTER UPDATE OF performer_id, ended_at ON identity_reliance
  FOR EACH ROW EXECUTE FUNCTION gate_of_reliance();

CREATE FUNCTION gate_of_origin() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM forget_relying_gates(ARRAY(SELECT id FROM identity_reliance
    WHERE ended_at IS NULL AND (origin_id = NEW.id OR performer_id = NEW.id)));
  RETURN NULL;
END $$;
CREATE TRIGGER gate_of_origin AFTER UPDATE OF status, sealed_at, owner_id ON performer FOR EACH ROW
  WHEN ((OLD.status, OLD.sealed_at, OLD.owner_id) IS DISTINCT FROM (NEW.status, NEW.sealed_at, NEW.owner_id))
  EXECUTE FUNCTION gate_of_origin();

CREATE FUNCTION gate_of_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM forget_relying_gates(ARRAY(SELECT id FROM identity_reliance
    WHERE ended_at IS NULL AND origin_id = NEW.performer_id));
  RETURN NULL;
END $$;
CREATE TRIGGER gate_of_decision AFTER UPDATE OF status, decided_at, expires_on, is_current, destroyed_at ON document_version FOR EACH ROW
  WHEN (OLD.type = 'idFront' AND (OLD.status, OLD.decided_at, OLD.expires_on, OLD.is_current, OLD.destroyed_at)
    IS DISTINCT FROM (NEW.status, NEW.decided_at, NEW.expires_on, NEW.is_current, NEW.destroyed_at))
  EXECUTE FUNCTION gate_of_decision();

CREATE FUNCTION gate_of_organisation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM forget_relying_gates(ARRAY(SELECT id FROM identity_reliance
    WHERE ended_at IS NULL AND (owner_id = NEW.id OR recipient_id = NEW.id)));
  RETURN NULL;
END $$;
CREATE TRIGGER gate_of_organisation AFTER UPDATE OF approved_at, disabled_at ON organisation FOR EACH ROW
  WHEN ((OLD.approved_at, OLD.disabled_at) IS DISTINCT FROM (NEW.approved_at, NEW.disabled_at))
  EXECUTE FUNCTION gate_of_organisation();
