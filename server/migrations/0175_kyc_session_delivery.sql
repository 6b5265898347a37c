CREATE INDEX CONCURRENTLY IF NOT EXISTS kyc_session_delivery ON kyc_session (delivery_id) WHERE delivery_id IS NOT NULL;
