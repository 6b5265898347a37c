-- How many performers each export of a list or of the log contained, within the last hour: added to the views of the account (D38).
CREATE TABLE exported_performers (
  account_id uuid NOT NULL REFERENCES account,
  at         timestamptz NOT NULL,
  performers integer NOT NULL
);
CREATE INDEX exported_performers_account ON exported_performers (account_id, at);
GRANT SELECT, INSERT, DELETE ON exported_performers TO kyc_app;
