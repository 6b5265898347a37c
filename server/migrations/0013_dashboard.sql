-- The time from submission to decision (D54), without reading the rows.
CREATE INDEX document_decided ON document_version (decided_at) INCLUDE (uploaded_at) WHERE decided_at IS NOT NULL;

-- The recent changes of the dashboard, below any number of views and sign-ins (D54).
CREATE INDEX audit_event_changes ON audit_event (id DESC)
  WHERE action <> ALL ('{read,download,export,login,logout,login_failed}'::text[]);
CREATE INDEX audit_event_owner_changes ON audit_event (owner, id DESC)
  WHERE action <> ALL ('{read,download,export,login,logout,login_failed}'::text[]);
