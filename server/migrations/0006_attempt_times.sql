-- Failures are kept as their times, so that "five within 15 minutes" holds for every 15 minutes and not only for
-- those that begin with a first failure (D28). At most as many times are kept as the rule counts.
DROP TABLE attempt_bucket;
CREATE TABLE attempt_bucket (
  bucket       text PRIMARY KEY,
  failed_at    timestamptz[] NOT NULL,
  locked_until timestamptz,
  -- From when on the row says nothing any more.
  expires_at   timestamptz NOT NULL
);
CREATE INDEX attempt_bucket_expires ON attempt_bucket (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON attempt_bucket TO kyc_app;
