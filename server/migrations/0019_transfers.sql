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
