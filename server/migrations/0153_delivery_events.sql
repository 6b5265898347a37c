CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_event ON delivery (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_event_ended ON delivery (ended_at) WHERE event_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_attempt_at ON delivery_attempt (at);
