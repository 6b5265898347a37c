-- Sealed records (D17): their personal data in one box under the performer's key, legal holds, requests to destroy a
-- record before its retention ends, and the destruction.

-- The personal columns of a sealed performer and of its documents, encrypted under the performer's key.
ALTER TABLE performer ADD COLUMN sealed_box bytea;
-- legal_hold is a table now.
ALTER TABLE performer DROP COLUMN legal_hold;

-- A sealed row contains nothing about the person outside of the box, and a destroyed one no box. Not checked for the
-- records that development versions have sealed: a migration has no key to encrypt them.
ALTER TABLE performer ADD CONSTRAINT performer_sealed CHECK (
  CASE WHEN sealed_at IS NULL THEN sealed_box IS NULL AND destroyed_at IS NULL
  ELSE (sealed_box IS NULL) = (destroyed_at IS NOT NULL) AND retain_until IS NOT NULL
    AND last_name = '' AND first_name = '' AND last_name_roman = '' AND first_name_roman = ''
    AND sort_name = '' AND search_text = '' AND search_grams = '{}'
    AND num_nonnulls(last_name_kana, first_name_kana, external_id, email, date_of_birth, nationality, id_kind,
      expires_on) = 0
  END) NOT VALID;
ALTER TABLE performer_key ADD CONSTRAINT performer_key_destroyed CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL));

-- Sealing ends the openings of auditors.
GRANT DELETE ON document_opening TO kyc_app;
-- They go with the record.
GRANT DELETE ON expiry_mail TO kyc_app;

-- The list and the daily job read the records whose retention ends first in front.
CREATE INDEX performer_retention ON performer (retain_until, id) WHERE sealed_at IS NOT NULL AND destroyed_at IS NULL;
CREATE INDEX performer_owner_retention ON performer (owner_id, retain_until, id)
  WHERE sealed_at IS NOT NULL AND destroyed_at IS NULL;
CREATE INDEX performer_tombstone ON performer (retain_until, id) WHERE destroyed_at IS NOT NULL;
-- Each start compares the two tables: an older backup may be in use with the newer keys.
CREATE INDEX performer_key_gone ON performer_key (performer_id) WHERE destroyed_at IS NOT NULL;

-- Legal holds, past ones included. Reasons are encrypted under the performer's key.
CREATE TABLE legal_hold (
  id             uuid PRIMARY KEY,
  performer_id   uuid NOT NULL REFERENCES performer,
  put_by         uuid NOT NULL REFERENCES account,
  put_at         timestamptz(3) NOT NULL,
  reason_box     bytea,
  ended_by       uuid REFERENCES account,
  ended_at       timestamptz(3),
  end_reason_box bytea,
  CONSTRAINT legal_hold_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE UNIQUE INDEX legal_hold_on ON legal_hold (performer_id) WHERE ended_at IS NULL;
CREATE INDEX legal_hold_performer ON legal_hold (performer_id, put_at);
GRANT SELECT, INSERT, UPDATE ON legal_hold TO kyc_app;

-- Open requests to destroy a record early; a second superadmin confirms. The log keeps what became of them.
CREATE TABLE destruction_request (
  performer_id uuid PRIMARY KEY REFERENCES performer,
  requested_by uuid NOT NULL REFERENCES account,
  requested_at timestamptz(3) NOT NULL,
  expires_at   timestamptz(3) NOT NULL,
  reason_box   bytea NOT NULL
);
GRANT SELECT, INSERT, DELETE ON destruction_request TO kyc_app;

-- Deletes the personal data of the entries about a destroyed performer and its documents, except those of destructions;
-- the entries stay. A function of the tables' owner, so that the server can delete no other personal data of the log.
CREATE FUNCTION shred_entries(p_id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM performer WHERE id = p_id AND destroyed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the performer is not destroyed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM audit_pii WHERE event_id IN (
    SELECT id FROM audit_event WHERE rid = p_id::text AND (rtype, action) <> ('performer', 'shred')
    UNION ALL SELECT id FROM audit_event WHERE subject = p_id);
END $$;
REVOKE ALL ON FUNCTION shred_entries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shred_entries TO kyc_app;
