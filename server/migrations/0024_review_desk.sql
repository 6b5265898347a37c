-- The review desk (D21): who reviews which performer, notes between reviewers, and the filters of the queue.

-- An account claims a performer for some minutes; only its decisions are accepted until then.
CREATE TABLE review_claim (
  performer_id  uuid PRIMARY KEY REFERENCES performer,
  account_id    uuid NOT NULL REFERENCES account,
  claimed_until timestamptz(3) NOT NULL
);
CREATE INDEX review_claim_account ON review_claim (account_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON review_claim TO kyc_app;

-- Texts are encrypted with the key of the performer: destroying the key destroys them too.
CREATE TABLE review_note (
  id           uuid PRIMARY KEY,
  performer_id uuid NOT NULL REFERENCES performer,
  written_by   uuid NOT NULL REFERENCES account,
  written_at   timestamptz(3) NOT NULL,
  text_box     bytea NOT NULL
);
CREATE INDEX review_note_performer ON review_note (performer_id, id DESC);
GRANT SELECT, INSERT, DELETE ON review_note TO kyc_app;

-- Fetched before it was shown: the account may not have seen it (D14).
ALTER TABLE document_view ADD COLUMN prefetched boolean NOT NULL DEFAULT false;

-- Whether some pending newest version has an earlier one.
ALTER TABLE performer ADD COLUMN resubmitted boolean NOT NULL DEFAULT false;

-- The kind of ID is the last column: a scan in the order of the queue filters by it without reading rows.
DROP INDEX performer_waiting, performer_owner_waiting;
CREATE INDEX performer_waiting ON performer (pending_since, id, id_kind)
  WHERE sealed_at IS NULL AND pending_since IS NOT NULL AND version > 0;
CREATE INDEX performer_owner_waiting ON performer (owner_id, pending_since, id, id_kind)
  WHERE sealed_at IS NULL AND pending_since IS NOT NULL;
CREATE INDEX performer_resubmitted ON performer (pending_since, id, id_kind)
  WHERE sealed_at IS NULL AND pending_since IS NOT NULL AND resubmitted AND version > 0;
CREATE INDEX performer_owner_resubmitted ON performer (owner_id, pending_since, id, id_kind)
  WHERE sealed_at IS NULL AND pending_since IS NOT NULL AND resubmitted;
