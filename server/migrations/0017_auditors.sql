-- The role 監査人 (auditor), which reads everything and changes nothing (D67).
ALTER TABLE account
  DROP CONSTRAINT account_role_check,
  ADD CONSTRAINT account_role_check CHECK (role IN ('user', 'auditor', 'admin', 'superadmin')),
  DROP CONSTRAINT account_own_role_check,
  ADD CONSTRAINT account_own_role_check CHECK (own_role IN ('user', 'auditor', 'admin', 'superadmin'));

-- When an auditor last gave a reason for opening the documents of a performer. The audit entry contains the reason.
CREATE TABLE document_opening (
  account_id   uuid NOT NULL REFERENCES account,
  performer_id uuid NOT NULL REFERENCES performer,
  at           timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, performer_id)
);
GRANT SELECT, INSERT, UPDATE ON document_opening TO kyc_app;
