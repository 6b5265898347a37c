-- The API for the servers of partners (D112).

-- Keys of a partner's server, apart from those in addresses (D33), which browsers see. Random and long, so a plain SHA-256 suffices.
CREATE TABLE partner_api_key (
  id           uuid PRIMARY KEY,
  partner_id   uuid NOT NULL REFERENCES partner,
  -- A test key reads and writes partner_test_record only.
  mode         text NOT NULL CHECK (mode IN ('test', 'live')),
  scopes       text[] NOT NULL,
  -- The version of calls without a header: the newest one when the key was created.
  api_version  text NOT NULL,
  hash         bytea NOT NULL UNIQUE,
  hint         text NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  -- Set by a rotation; a revoked key is deleted.
  expires_at   timestamptz,
  -- To ten minutes, so that calls seldom write.
  last_used_at timestamptz(3)
);
CREATE INDEX partner_api_key_partner ON partner_api_key (partner_id, id DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_api_key TO kyc_app;

-- One-time addresses of the KYC page that a partner's server asked for: the sessions of its API. The SHA-256 of the token is stored.
CREATE TABLE kyc_address (
  id             uuid PRIMARY KEY,
  partner_id     uuid NOT NULL REFERENCES partner,
  mode           text NOT NULL CHECK (mode IN ('test', 'live')),
  user_id        text NOT NULL,
  session_id     text,
  locale         text NOT NULL,
  callback_url   text NOT NULL,
  redirect_url   text,
  token_hash     bytea NOT NULL UNIQUE,
  created_at     timestamptz(3) NOT NULL,
  expires_at     timestamptz NOT NULL,
  -- Set by the first browser that opens it, which alone can open it again.
  opened_at      timestamptz(3),
  kyc_session_id uuid REFERENCES kyc_session ON DELETE SET NULL,
  -- The address and the session that it can have opened are over.
  ended          boolean NOT NULL DEFAULT false
);
CREATE INDEX kyc_address_due ON kyc_address (expires_at) WHERE NOT ended AND mode = 'live';
CREATE INDEX kyc_address_partner ON kyc_address (partner_id, mode, id DESC);
CREATE INDEX kyc_address_user ON kyc_address (partner_id, user_id, id DESC);
CREATE INDEX kyc_address_created ON kyc_address (created_at);
CREATE INDEX kyc_address_session ON kyc_address (kyc_session_id) WHERE kyc_session_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON kyc_address TO kyc_app;

-- Requests to take a title down that partners opened.
CREATE TABLE partner_takedown (
  takedown_id uuid PRIMARY KEY REFERENCES takedown,
  partner_id  uuid NOT NULL REFERENCES partner
);
CREATE INDEX partner_takedown_partner ON partner_takedown (partner_id, takedown_id DESC);
GRANT SELECT, INSERT ON partner_takedown TO kyc_app;

-- What a test key creates and reads in place of performers and requests: no person, no title.
CREATE TABLE partner_test_record (
  id         uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partner,
  kind       text NOT NULL CHECK (kind IN ('performer', 'request')),
  user_id    text,
  -- As replies show it.
  shown      jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX partner_test_record_partner ON partner_test_record (partner_id, kind, id DESC);
CREATE INDEX partner_test_record_created ON partner_test_record (created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_test_record TO kyc_app;

-- Whose status a partner may read: the performers that a proven user's account has registered, while it is a member of their
-- organisation. A claimed user (D33) gives nothing.
CREATE VIEW partner_performer AS
  SELECT u.partner_id, u.user_id, p.id AS performer_id
  FROM partner_user u JOIN membership m ON m.account_id = u.account_id AND m.left_at IS NULL
    JOIN performer p ON p.owner_id = m.organisation_id AND p.registered_by = u.account_id AND p.sealed_at IS NULL AND p.status <> 'draft'
  WHERE u.verified;
GRANT SELECT ON partner_performer TO kyc_app;
