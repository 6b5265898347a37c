-- The scheduler of callbacks reads the next attempts of each partner in the order of their time.
CREATE INDEX delivery_due ON delivery (partner_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
