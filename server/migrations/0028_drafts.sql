-- Drafts (D80): performers without all required documents. They wait for no review.

ALTER TABLE performer DROP CONSTRAINT performer_status_check;
ALTER TABLE performer
  ADD CONSTRAINT performer_status_check CHECK (status IN ('draft', 'pending', 'rejected', 'approved'));

-- The order of D19: pending, rejected, approved, draft. A generated column cannot be changed (PostgreSQL 15), and its
-- indexes go with it.
ALTER TABLE performer DROP COLUMN status_rank;
ALTER TABLE performer ADD COLUMN status_rank smallint NOT NULL GENERATED ALWAYS AS
  (CASE status WHEN 'pending' THEN 0 WHEN 'rejected' THEN 1 WHEN 'approved' THEN 2 ELSE 3 END) STORED;
CREATE INDEX performer_status ON performer (status_rank, created_at, id) WHERE sealed_at IS NULL AND version > 0;
CREATE INDEX performer_owner_status ON performer (owner_id, status_rank, created_at, id) WHERE sealed_at IS NULL;
CREATE INDEX performer_updated ON performer (status_rank, updated_at, id) WHERE sealed_at IS NULL AND version > 0;
CREATE INDEX performer_owner_updated ON performer (owner_id, status_rank, updated_at, id) WHERE sealed_at IS NULL;
CREATE INDEX performer_name ON performer (status_rank, sort_name, id) WHERE sealed_at IS NULL AND version > 0;
CREATE INDEX performer_owner_name ON performer (owner_id, status_rank, sort_name, id) WHERE sealed_at IS NULL;

-- The filters of lists that an account has saved, without search texts: [{"name": …, "search": {…}}].
CREATE TABLE saved_filters (
  account_id uuid PRIMARY KEY REFERENCES account,
  filters    jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON saved_filters TO kyc_app;
