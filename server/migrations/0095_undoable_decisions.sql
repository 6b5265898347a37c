-- The last decision on a performer, while its author can undo it (D123).
CREATE TABLE undoable_decision (
  performer_id uuid PRIMARY KEY REFERENCES performer,
  decided_by   uuid NOT NULL REFERENCES account,
  -- That of the documents.
  decided_at   timestamptz(3) NOT NULL,
  -- By the clock of the database; the mails of the decision wait from then on.
  stored_at    timestamptz NOT NULL DEFAULT now(),
  -- The version of the record since the decision.
  version      integer NOT NULL,
  -- The reviewed columns of the record and of the documents; null if the decision can't be undone.
  before       jsonb,
  -- The jobs of the outbox with the mails of the decision.
  mails        uuid[] NOT NULL
);
CREATE INDEX undoable_decision_old ON undoable_decision (stored_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON undoable_decision TO kyc_app;
