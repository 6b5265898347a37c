-- Requests of a superadmin to move records to another organisation, or to merge one into another, until a second
-- superadmin confirms them (D67). The log keeps what became of them.
CREATE TABLE transfer (
  id            uuid PRIMARY KEY,
  from_id       uuid NOT NULL REFERENCES organisation,
  to_id         uuid NOT NULL REFERENCES organisation,
  -- The records to move; both are null for a merge, which moves all records and members.
  performer_ids uuid[],
  video_ids     uuid[],
  reason        text NOT NULL,
  requested_by  uuid NOT NULL REFERENCES account,
  requested_at  timestamptz(3) NOT NULL,
  expires_at    timestamptz(3) NOT NULL,
  CONSTRAINT transfer_elsewhere CHECK (from_id <> to_id),
  CONSTRAINT transfer_records CHECK ((performer_ids IS NULL) = (video_ids IS NULL))
);
GRANT SELECT, INSERT, DELETE ON transfer TO kyc_app;

-- The only change of an owner. The row trigger that counts performers does not run: updating a counter once for each of
-- thousands of rows would take minutes. Null moves all, sealed ones included. Returns the number of records.
CREATE FUNCTION move_performers(p_from uuid, p_to uuid, p_ids uuid[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  moved_ids uuid[];
  counted record;
BEGIN
  WITH moved AS (
    UPDATE performer SET owner_id = p_to WHERE owner_id = p_from AND (p_ids IS NULL OR id = ANY (p_ids)) RETURNING id
  )
  SELECT coalesce(array_agg(id), '{}') INTO moved_ids FROM moved;
  FOR counted IN
    WITH open AS (SELECT * FROM performer WHERE id = ANY (moved_ids) AND sealed_at IS NULL)
    SELECT 'performer.' || status AS name, count(*) AS n FROM open GROUP BY status
    UNION ALL SELECT 'performer.waiting', count(*) FROM open WHERE pending_since IS NOT NULL
    UNION ALL SELECT 'document', count(*) FROM document_version d JOIN open ON open.id = d.performer_id WHERE d.is_current
  LOOP
    PERFORM bump(p_from, counted.name, -counted.n);
    PERFORM bump(p_to, counted.name, counted.n);
  END LOOP;
  RETURN cardinality(moved_ids);
END $$;
