-- A failed or swept upload looks up the idempotency key that waits for its intent; without an index that look-up scans
-- seven days of answers.
CREATE INDEX idempotency_key_intent ON idempotency_key (intent_id) WHERE intent_id IS NOT NULL;
