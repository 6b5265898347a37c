-- At most one link of each kind of a performer can be used.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS performer_link_usable_kind ON performer_link (performer_id, kind)
  WHERE revoked_at IS NULL AND done_at IS NULL;
