-- The queue of the review: performers with a pending document, whatever their status.

-- "pending_since" is now the time since which a document is pending, no longer the time since which the status is.
UPDATE performer p SET pending_since = w.since
FROM (
  SELECT q.id, CASE WHEN count(d.id) > 0 THEN greatest(q.pending_since, min(d.uploaded_at)) END AS since
  FROM performer q LEFT JOIN document_version d ON d.performer_id = q.id AND d.is_current AND d.status = 'pending'
  WHERE q.sealed_at IS NULL AND q.status <> 'approved'
  GROUP BY q.id
) w
WHERE p.id = w.id AND p.pending_since IS DISTINCT FROM w.since;

DROP INDEX performer_pending;
CREATE INDEX performer_waiting ON performer (pending_since, id)
  WHERE sealed_at IS NULL AND pending_since IS NOT NULL AND version > 0;
CREATE INDEX performer_owner_waiting ON performer (owner_id, pending_since, id)
  WHERE sealed_at IS NULL AND pending_since IS NOT NULL;

CREATE OR REPLACE FUNCTION count_performer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  waited CONSTANT boolean := TG_OP = 'UPDATE' AND OLD.sealed_at IS NULL AND OLD.pending_since IS NOT NULL;
  waits  CONSTANT boolean := NEW.sealed_at IS NULL AND NEW.pending_since IS NOT NULL;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.sealed_at IS NULL THEN
      PERFORM bump(NEW.owner_id, 'performer.' || NEW.status, 1);
    END IF;
    PERFORM bump_day(NEW.created_at, 'performer.registered');
  ELSIF OLD.sealed_at IS NULL AND NEW.sealed_at IS NOT NULL THEN
    PERFORM bump(OLD.owner_id, 'performer.' || OLD.status, -1);
    PERFORM bump(OLD.owner_id, 'document', -(SELECT count(*) FROM document_version d
                                             WHERE d.performer_id = OLD.id AND d.is_current));
  ELSIF OLD.sealed_at IS NULL AND OLD.status <> NEW.status THEN
    PERFORM bump(OLD.owner_id, 'performer.' || OLD.status, -1);
    PERFORM bump(OLD.owner_id, 'performer.' || NEW.status, 1);
  END IF;
  IF waited <> waits THEN
    PERFORM bump(NEW.owner_id, 'performer.waiting', CASE WHEN waits THEN 1 ELSE -1 END);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER count_performer ON performer;
CREATE TRIGGER count_performer AFTER INSERT OR UPDATE OF status, sealed_at, pending_since ON performer
  FOR EACH ROW EXECUTE FUNCTION count_performer();

INSERT INTO counter (owner_id, name, slot, n)
SELECT owner, 'performer.waiting', 0, count(*)
FROM performer p, unnest(ARRAY['00000000-0000-0000-0000-000000000000', p.owner_id]) AS owner
WHERE p.sealed_at IS NULL AND p.pending_since IS NOT NULL
GROUP BY owner;

-- The reviewer found no expiry date on the document; false also where no expiry date was read.
ALTER TABLE document_version ADD COLUMN no_expiry boolean NOT NULL DEFAULT false;
