-- Messages from the contact form (D43).

CREATE TABLE inquiry (
  id          uuid PRIMARY KEY,
  name        text NOT NULL,
  email       text NOT NULL,
  subject     text NOT NULL,
  message     text NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  answered_at timestamptz(3),
  answered_by uuid REFERENCES account
);
CREATE INDEX inquiry_open ON inquiry (id DESC) WHERE answered_at IS NULL;
CREATE INDEX inquiry_answered ON inquiry (answered_at) WHERE answered_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON inquiry TO kyc_app;
