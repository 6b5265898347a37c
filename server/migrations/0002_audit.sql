-- The audit log: append-only, with the columns that a Merkle tree over it needs (D38, D39).

CREATE TABLE audit_event (
  -- A UUID v7 of the application: the leaf contains it, and its time part is at_us in milliseconds, so that a range of
  -- days is a range of ids.
  id             uuid PRIMARY KEY,
  xid            xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at_us          bigint NOT NULL,
  actor          uuid,
  action         text NOT NULL,
  rtype          text NOT NULL,
  rid            text,
  -- The performer that an entry about a document belongs to.
  subject        uuid,
  -- The owner of the record, who may read the entry too (D3).
  owner          uuid,
  -- The process that wrote the entry, and the entry's number within it: unique and rising. The leaf contains the number,
  -- so it is assigned before the insert and a rollback leaves a gap: gaps prove nothing.
  writer         uuid NOT NULL,
  wseq           bigint NOT NULL,
  ip_commit      bytea NOT NULL,
  details_commit bytea NOT NULL,
  leaf           bytea NOT NULL,
  mac            bytea NOT NULL,
  UNIQUE (writer, wseq)
);
CREATE INDEX audit_event_xid ON audit_event (xid, id);
CREATE INDEX audit_event_owner ON audit_event (owner, id DESC);
CREATE INDEX audit_event_actor ON audit_event (actor, id DESC);
CREATE INDEX audit_event_rid ON audit_event (rid, id DESC);
CREATE INDEX audit_event_subject ON audit_event (subject, id DESC) WHERE subject IS NOT NULL;
-- Filters by action and resource type, alone and together, for all entries, one owner and one actor: each combination is
-- one range of one of these indexes, even where nothing matches.
CREATE INDEX audit_event_kind ON audit_event (action, rtype, id DESC);
CREATE INDEX audit_event_owner_kind ON audit_event (owner, action, rtype, id DESC);
CREATE INDEX audit_event_actor_kind ON audit_event (actor, action, rtype, id DESC);
-- Actions on records of other owners or of none. An expression has statistics and a partial index has none: without
-- them, the planner scanned the whole log for users who have hardly any such entries.
CREATE INDEX audit_event_elsewhere ON audit_event
  ((CASE WHEN owner IS DISTINCT FROM actor THEN actor END), id DESC);
GRANT SELECT, INSERT ON audit_event TO kyc_app;

-- The personal data of an entry, apart from the event: it can be destroyed at the end of retention while the event stays
-- provable.
CREATE TABLE audit_pii (
  event_id    uuid PRIMARY KEY REFERENCES audit_event,
  ip_enc      bytea NOT NULL,
  details_enc bytea NOT NULL
);
GRANT SELECT, INSERT ON audit_pii TO kyc_app;

-- The hash tree over the entries (RFC 6962): its leaves in order, the hashes of complete subtrees of 256 leaves and more,
-- from which roots and proofs are computed without reading all leaves, and its signed roots (D39).
CREATE TABLE audit_leaf (
  leaf_index bigint PRIMARY KEY,
  event_id   uuid NOT NULL UNIQUE REFERENCES audit_event,
  leaf       bytea NOT NULL
);
CREATE TABLE audit_node (
  level smallint NOT NULL CHECK (level >= 8),
  index bigint NOT NULL,
  hash  bytea NOT NULL,
  PRIMARY KEY (level, index)
);
CREATE TABLE audit_checkpoint (
  size bigint PRIMARY KEY,
  root bytea NOT NULL,
  -- The signed note with size, root, time and the position of the sequencer.
  note text NOT NULL
);
-- The name under which the checkpoints of this installation are signed.
CREATE TABLE audit_origin (name text PRIMARY KEY);
INSERT INTO audit_origin VALUES ('identity-verification/audit/' || gen_random_uuid());
GRANT SELECT, INSERT ON audit_leaf, audit_node, audit_checkpoint TO kyc_app;
GRANT SELECT ON audit_origin TO kyc_app;

-- Applies to the owner of the tables too, whom grants don't restrict.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_leaf
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_node
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoint
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON audit_origin
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
