-- Stage names and former names of a performer (D98); the contract has the shape of the list. One column of the row, so that search,
-- sealing and destruction treat it like every other field.
ALTER TABLE performer ADD COLUMN other_names jsonb;

-- As `performer_sealed`: a server of the version before would leave the names in a sealed row.
ALTER TABLE performer ADD CONSTRAINT performer_sealed_other_names
  CHECK (sealed_at IS NULL OR other_names IS NULL) NOT VALID;

-- How the identity was checked (D99), of an approved front of an ID; null for approvals from before.
ALTER TABLE document_version ADD COLUMN identity_check text;
