-- The lists of performers, each in its order. Without the condition on the version, which the planner had to be given in
-- every query over all organisations, and without the status in front of names and changes, which needed a scan for each status.
CREATE INDEX CONCURRENTLY IF NOT EXISTS performer_by_created ON performer (created_at, id) WHERE sealed_at IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS performer_by_updated ON performer (updated_at, id) WHERE sealed_at IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS performer_by_name ON performer (sort_name, id) WHERE sealed_at IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS performer_by_status ON performer (status_rank, created_at, id) WHERE sealed_at IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS performer_by_expiry ON performer (expires_on)
  WHERE sealed_at IS NULL AND expires_on IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS performer_by_waiting ON performer (pending_since, id, id_kind)
  WHERE sealed_at IS NULL AND pending_since IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS performer_by_resubmission ON performer (pending_since, id, id_kind)
  WHERE sealed_at IS NULL AND pending_since IS NOT NULL AND resubmitted;
CREATE INDEX CONCURRENTLY IF NOT EXISTS performer_by_birth ON performer (date_of_birth)
  WHERE sealed_at IS NULL AND date_of_birth IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS performer_of_owner_by_updated ON performer (owner_id, updated_at, id)
  WHERE sealed_at IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS performer_of_owner_by_name ON performer (owner_id, sort_name, id)
  WHERE sealed_at IS NULL;
