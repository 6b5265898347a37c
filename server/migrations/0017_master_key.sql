-- The id of the master key that all keys and boxes of this database come from (D57): one row, written at the first
-- start and compared at every later one.
CREATE TABLE master_key (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  id        text NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT ON master_key TO kyc_app;
