-- Keys that sign contracts: the private half encrypted until a newer key replaces it, the certificate for ever.

CREATE TABLE contract_key (
  -- SHA-256 of the certificate in hex, by which a signed contract is compared with this list.
  fingerprint text PRIMARY KEY CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  -- Null once retired: what was signed stays verifiable, and no later theft can sign with it.
  private_enc bytea,
  -- X.509 in DER.
  certificate bytea NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  retired_at  timestamptz,
  CHECK (private_enc IS NULL OR retired_at IS NULL)
);
GRANT SELECT, INSERT, UPDATE (private_enc, retired_at) ON contract_key TO kyc_app;
