-- Idempotent calls and facts about the installation.

-- One response per Idempotency-Key (D20), saved in the transaction of the act.
CREATE TABLE idempotency_key (
  -- The id of an account or, for a caller without a session, the first 16 bytes of the SHA-256 of the pre-session cookie.
  scope        uuid NOT NULL,
  route        text NOT NULL,
  key          text NOT NULL,
  fingerprint  bytea NOT NULL,
  intent_id    uuid,
  status       integer,
  body         jsonb,
  created_at   timestamptz NOT NULL DEFAULT now(),
  heartbeat_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, route, key)
);
CREATE INDEX idempotency_created ON idempotency_key (created_at);
-- A failed or swept upload releases the key that belongs to its intent.
CREATE INDEX idempotency_key_intent ON idempotency_key (intent_id) WHERE intent_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_key TO kyc_app;

-- Parts of the set-up that run once per database, such as the demo data.
CREATE TABLE installation (
  name text PRIMARY KEY,
  at   timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON installation TO kyc_app;

-- The id of the master key, from which the keys of all encrypted data are derived (D57): one row, written at the first
-- start and compared at every later one.
CREATE TABLE master_key (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  id        text NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON master_key TO kyc_app;
