-- The audit log: append-only, and laid out so that it can be sealed into a Merkle tree without a rewrite (D38, D39).

CREATE TABLE audit_event (
  -- UUID v7 made by the application: the leaf contains it, and its time part is at_us in milliseconds, so that a
  -- range of days is a range of ids.
  id             uuid PRIMARY KEY,
  xid            xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at_us          bigint NOT NULL,
  actor          uuid,
  action         text NOT NULL,
  rtype          text NOT NULL,
  rid            text,
  -- The performer that an entry about a document belongs to.
  subject        uuid,
  -- Whose record it is about: what decides who else may read the entry (D3).
  owner          uuid,
  -- The process that wrote it, and its running number there: a gap shows that an entry was taken out.
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
CREATE INDEX audit_event_action ON audit_event (action, id DESC);
CREATE INDEX audit_event_rtype ON audit_event (rtype, id DESC);
CREATE INDEX audit_event_rid ON audit_event (rid, id DESC);
CREATE INDEX audit_event_subject ON audit_event (subject, id DESC) WHERE subject IS NOT NULL;

-- What may be destroyed at the end of retention while the tree above stays provable.
CREATE TABLE audit_pii (
  event_id    uuid PRIMARY KEY REFERENCES audit_event,
  salt        bytea NOT NULL,
  ip_enc      bytea NOT NULL,
  details_enc bytea NOT NULL
);

-- Written by the sequencer alone.
CREATE TABLE audit_leaf (
  leaf_index bigint PRIMARY KEY,
  event_id   uuid NOT NULL UNIQUE REFERENCES audit_event,
  leaf       bytea NOT NULL
);
CREATE TABLE audit_checkpoint (
  size         bigint PRIMARY KEY,
  root         bytea NOT NULL,
  note         text NOT NULL,
  published_at timestamptz
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_leaf
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON audit_event, audit_pii TO kyc_app;
GRANT SELECT ON audit_leaf, audit_checkpoint TO kyc_app;
