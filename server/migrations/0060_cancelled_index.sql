CREATE INDEX CONCURRENTLY IF NOT EXISTS organisation_cancelled ON organisation (cancelled_on) WHERE cancelled_on IS NOT NULL AND disabled_at IS NULL;
