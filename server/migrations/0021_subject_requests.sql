-- Requests of data subjects about their record (D77).
CREATE TABLE subject_request (
  id           uuid PRIMARY KEY,
  performer_id uuid NOT NULL REFERENCES performer,
  kind         text NOT NULL CHECK (kind IN ('disclosure', 'correction', 'erasure')),
  -- Days in Japan.
  received_on  date NOT NULL,
  due_on       date NOT NULL CHECK (due_on >= received_on),
  state        text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'partly', 'refused')),
  -- The texts, encrypted with the key of the performer: destroying the key destroys them too.
  details_box  bytea NOT NULL,
  response_box bytea,
  created_at   timestamptz(3) NOT NULL,
  responded_at timestamptz(3),
  handled_by   uuid REFERENCES account,
  CONSTRAINT subject_request_response CHECK (
    (state = 'open') = (responded_at IS NULL)
    AND (state = 'open') = (response_box IS NULL)
    AND (state = 'open') = (handled_by IS NULL))
);
-- Open requests by due date, then the answered ones, newest first.
CREATE INDEX subject_request_open ON subject_request (due_on, id) WHERE state = 'open';
CREATE INDEX subject_request_responded ON subject_request (responded_at) WHERE state <> 'open';
CREATE INDEX subject_request_performer ON subject_request (performer_id, id DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON subject_request TO kyc_app;

-- The requests end with the record: without its key, no response could be stored.
CREATE FUNCTION delete_subject_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM subject_request WHERE performer_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_subject_requests AFTER UPDATE OF destroyed_at ON performer
  FOR EACH ROW WHEN (OLD.destroyed_at IS NULL AND NEW.destroyed_at IS NOT NULL)
  EXECUTE FUNCTION delete_subject_requests();
