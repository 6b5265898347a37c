-- Which reminders of an expiry have gone out: one a document version and step (D16).
CREATE TABLE expiry_mail (
  document_id uuid NOT NULL REFERENCES document_version,
  -- Days before the expiry.
  step        integer NOT NULL,
  sent_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (document_id, step)
);

GRANT SELECT, INSERT ON expiry_mail TO kyc_app;
