-- A saved answer belongs to an account, or to the browser of a caller without a session (D20: /contact, /kyc/sessions).
ALTER TABLE idempotency_key DROP CONSTRAINT idempotency_key_account_id_fkey;
ALTER TABLE idempotency_key RENAME COLUMN account_id TO scope;
COMMENT ON COLUMN idempotency_key.scope IS
  'The id of an account, or the first 16 bytes of the SHA-256 of a pre-session cookie';

-- Corrects migration 0002, which said that a gap shows a removed entry. The leaf must contain the number, so it is taken
-- before the insert, and a transaction that rolls back leaves a gap. That no entry is missing is for audit_leaf to prove.
COMMENT ON COLUMN audit_event.wseq IS
  'Number of the entry within its writer, unique and rising. Gaps are normal and prove nothing';
