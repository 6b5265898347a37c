-- Idempotent calls and facts about the installation.

-- One response per Idempotency-Key (D20), saved encrypted in the transaction of the act.
CREATE TABLE idempotency_key (
  -- The id of an account or, for a caller without a session, the first 16 bytes of the SHA-256 of the pre-session cookie.
  scope        uuid NOT NULL,
  route        text NOT NULL,
  key          text NOT NULL,
  fingerprint  bytea NOT NULL,
  intent_id    uuid,
  status       integer,
  reply_enc    bytea,
  -- The record whose personal data the response contains, so that both are destroyed together (D17).
  about        uuid,
  created_at   timestamptz NOT NULL DEFAULT now(),
  heartbeat_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, route, key)
);
CREATE INDEX idempotency_created ON idempotency_key (created_at);
-- A failed or swept upload releases the key that belongs to its intent.
CREATE INDEX idempotency_key_intent ON idempotency_key (intent_id) WHERE intent_id IS NOT NULL;
CREATE INDEX idempotency_key_about ON idempotency_key (about) WHERE about IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_key TO kyc_app;

-- Parts of the set-up that run once per database, such as the demo data.
CREATE TABLE installation (
  name text PRIMARY KEY,
  at   timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON installation TO kyc_app;

-- The master keys whose wrapped keys are stored (D57), by id: one, or two during a rotation. The first is written at the
-- first start, and every start must have all of them.
CREATE TABLE master_key (
  id         text PRIMARY KEY,
  claimed_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, DELETE ON master_key TO kyc_app;

-- Master keys that a rotation has replaced. They are never used again.
CREATE TABLE retired_master_key (
  id         text PRIMARY KEY,
  retired_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON retired_master_key TO kyc_app;

-- Master keys that AWS KMS has generated, encrypted by the key of KMS that the address names.
CREATE TABLE kms_key (
  address    text PRIMARY KEY,
  encrypted  bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON kms_key TO kyc_app;

-- One random key for each purpose, wrapped by a master key. Boxes name the generation of their key.
CREATE TABLE data_key (
  purpose    text NOT NULL,
  generation integer NOT NULL CHECK (generation BETWEEN 1 AND 65535),
  kek_id     text NOT NULL REFERENCES master_key,
  wrapped    bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The time from which it encrypts, when every process has read it.
  active_at  timestamptz NOT NULL,
  PRIMARY KEY (purpose, generation)
);
GRANT SELECT, INSERT, UPDATE (kek_id, wrapped) ON data_key TO kyc_app;

-- A master key that wraps a key can't be removed, and no key can be wrapped by one that was replaced.
ALTER TABLE performer_key ADD FOREIGN KEY (kek_id) REFERENCES master_key;
