-- Second factors, links sent by mail, and what single sign-on must remember (D29 to D31).

ALTER TABLE account
  ADD COLUMN last_sign_in_at timestamptz(3),
  -- Whether the provider's claims set the role (D30).
  ADD COLUMN role_managed boolean NOT NULL DEFAULT false,
  -- The role to go back to when the claims are gone; only while they set it.
  ADD COLUMN own_role text CHECK (own_role IN ('user', 'admin', 'superadmin')),
  -- When the provider was last asked whether it still knows the account.
  ADD COLUMN provider_checked_at timestamptz;

-- Links and codes that work once; only their SHA-256 is stored.
CREATE TABLE one_time_token (
  hash       bytea PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('invitation', 'password_reset', 'sso')),
  account_id uuid REFERENCES account ON DELETE CASCADE,
  -- What the holder gets when it is used; never a secret.
  data       jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX one_time_token_account ON one_time_token (account_id, purpose);
CREATE INDEX one_time_token_expires ON one_time_token (expires_at);

-- An authenticator app: the secret is encrypted, and a time step counts once.
CREATE TABLE totp (
  account_id   uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  secret_enc   bytea NOT NULL,
  confirmed_at timestamptz,
  last_step    bigint
);

CREATE TABLE passkey (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  credential   text NOT NULL UNIQUE,
  public_key   bytea NOT NULL,
  counter      bigint NOT NULL,
  transports   text[] NOT NULL DEFAULT '{}',
  name         text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkey_account ON passkey (account_id);

CREATE TABLE recovery_code (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  hash       bytea NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (account_id, hash)
);

-- A sign-in whose first factor was right; its cookie is stored as its SHA-256.
CREATE TABLE pending_sign_in (
  key        bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- The first factor: 'password' or the provider.
  method     text NOT NULL CHECK (method IN ('password', 'firebase')),
  -- The challenge of a passkey that is asked for; it works once.
  challenge  text,
  challenge_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX pending_sign_in_account ON pending_sign_in (account_id);
CREATE INDEX pending_sign_in_expires ON pending_sign_in (expires_at);

ALTER TABLE session
  -- The first factor: sessions that the provider opened end when it withdraws the account (D30).
  ADD COLUMN method text NOT NULL DEFAULT 'password' CHECK (method IN ('password', 'firebase')),
  -- A person who must have a second factor and has none: the session can only enrol.
  ADD COLUMN enrol_only boolean NOT NULL DEFAULT false,
  -- The challenge of a passkey that is being added or asked for; it works once, and for that alone.
  ADD COLUMN challenge text,
  ADD COLUMN challenge_for text CHECK (challenge_for IN ('add', 'ask')),
  ADD COLUMN challenge_until timestamptz;

-- Those whose accounts the provider is asked about.
CREATE INDEX session_by_provider ON session (account_id) WHERE method = 'firebase';

-- Tokens of the provider count once (D29).
CREATE TABLE used_id_token (
  hash       bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_id_token_expires ON used_id_token (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON one_time_token, totp, passkey, recovery_code, pending_sign_in, used_id_token
  TO kyc_app;
