-- The organisation's texts of contracts and explanation sheets (D101). They name no person: what is entered of an appearance replaces
-- their placeholders in the files of a signing.
CREATE TABLE contract_template (
  id         uuid PRIMARY KEY,
  owner_id   uuid NOT NULL REFERENCES organisation,
  type       text NOT NULL CHECK (type IN ('contract', 'explanationSheet')),
  language   text NOT NULL CHECK (language IN ('ja', 'en')),
  name       text NOT NULL,
  text       text NOT NULL,
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  updated_by uuid NOT NULL REFERENCES account,
  -- The row stays, because signings name it.
  deleted_at timestamptz(3)
);
-- Signings and pages name a template by its name.
CREATE UNIQUE INDEX contract_template_name ON contract_template (owner_id, type, name) WHERE deleted_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON contract_template TO kyc_app;

-- The days between the receipt of an explanation sheet and the signature of the contract (D101).
ALTER TABLE organisation ADD COLUMN signing_wait_days smallint NOT NULL DEFAULT 1;
ALTER TABLE organisation ADD CONSTRAINT organisation_signing_wait CHECK (signing_wait_days BETWEEN 0 AND 30) NOT VALID;
