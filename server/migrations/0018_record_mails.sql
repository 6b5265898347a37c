-- When an account receives mails about records that other members of its organisations registered (D67).
ALTER TABLE account ADD COLUMN record_mails text NOT NULL DEFAULT 'daily'
  CHECK (record_mails IN ('immediately', 'daily', 'off'));

-- The events for the next daily mail of an account, deleted when it is sent. An event has the same id for all accounts, so
-- that none receives it twice. The organisation is that of the performer when the mail is sent.
CREATE TABLE digest_event (
  account_id   uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  id           uuid NOT NULL,
  performer_id uuid NOT NULL REFERENCES performer,
  kind         text NOT NULL CHECK (kind IN ('approved', 'rejected', 'expiring')),
  at           timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id)
);
GRANT SELECT, INSERT, DELETE ON digest_event TO kyc_app;
