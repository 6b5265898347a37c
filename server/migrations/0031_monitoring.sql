-- What monitoring reads at each scrape (D47).

-- The accounts that are locked, among the buckets of all attempts.
-- Accepted: the table contains only attempts of the last minutes to a day, so the lock lasts milliseconds.
CREATE INDEX attempt_bucket_locked ON attempt_bucket (locked_until) WHERE locked_until IS NOT NULL;

-- The result of the last run of a part, such as the number of files that the reconciliation did not find.
ALTER TABLE installation ADD COLUMN faults integer;
