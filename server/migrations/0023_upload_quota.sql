-- What each account has uploaded on a day in Japan (D59). The day comes first, so that one index serves both the
-- upsert of an upload and the deletion of past days.
CREATE TABLE upload_quota (
  day           date NOT NULL,
  account_id    uuid NOT NULL REFERENCES account,
  registrations integer NOT NULL,
  bytes         bigint NOT NULL,
  PRIMARY KEY (day, account_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON upload_quota TO kyc_app;

-- Claims count the attempts under way to a partner (D59).
CREATE INDEX delivery_claimed ON delivery (partner_id, claimed_until) WHERE claimed_until IS NOT NULL;
