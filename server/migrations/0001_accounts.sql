-- Accounts, sessions, credentials and the counters that limit failed sign-ins.

-- The rights of the running server. Migrations run as the owner of the tables; every connection of the server takes
-- this role, so that the database itself rejects changes to the audit log (D39).
DO $$ BEGIN
  CREATE ROLE kyc_app NOLOGIN;
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;
GRANT USAGE ON SCHEMA public TO kyc_app;

-- All single characters and pairs of neighbours of a text, for indexes that find any part of it. The cost keeps the
-- planner from computing them row by row instead of using the index; a search by the index ends before parallel workers
-- have started.
CREATE FUNCTION text_grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL UNSAFE STRICT COST 5000
RETURN ARRAY(
  SELECT DISTINCT substr(value, start, width)
  FROM generate_series(1, length(value)) start, generate_series(1, 2) width
  WHERE start + width - 1 <= length(value));

CREATE TABLE account (
  id                     uuid PRIMARY KEY,
  -- Null once an unverified account has lost its address (D56).
  email                  text,
  -- The address folded for comparison, unique among accounts; without an address the id, which equals no address.
  email_key              text NOT NULL UNIQUE,
  -- The address and the name without differences of width, case, accents, kana script and variant characters (D18). The
  -- application folds them, with every change of the address or the name.
  email_folded           text,
  email_verified         boolean NOT NULL DEFAULT true,
  -- The last mail to an unverified address: one an hour (D56).
  verification_mailed_at timestamptz,
  name                   text NOT NULL,
  name_folded            text NOT NULL,
  role                   text NOT NULL CHECK (role IN ('user', 'admin', 'superadmin')),
  -- Whether the identity provider's claims set the role (D30).
  role_managed           boolean NOT NULL DEFAULT false,
  -- The role to restore when the claims are gone; null unless they set the role.
  own_role               text CHECK (own_role IN ('user', 'admin', 'superadmin')),
  provider               text NOT NULL DEFAULT 'legacy' CHECK (provider IN ('legacy', 'firebase')),
  provider_uid           text UNIQUE,
  -- The last time that the provider confirmed that the account exists.
  provider_checked_at    timestamptz,
  password_hash          text,
  -- Part of the MAC in device cookies. A new password or a change of the second factors raises it, so that cookies
  -- issued before no longer count (D28).
  device_generation      integer NOT NULL DEFAULT 0,
  last_sign_in_at        timestamptz(3),
  disabled_at            timestamptz,
  created_at             timestamptz(3) NOT NULL,
  updated_at             timestamptz(3) NOT NULL,
  -- For the search of the list of users.
  search_text            text NOT NULL
                           GENERATED ALWAYS AS (name_folded || chr(10) || coalesce(email_folded, '')) STORED,
  CONSTRAINT account_unverified_rank CHECK (email_verified OR role = 'user'),
  CONSTRAINT account_without_address CHECK (email IS NOT NULL OR (NOT email_verified AND email_key = id::text)),
  CONSTRAINT account_folded_address CHECK ((email IS NULL) = (email_folded IS NULL))
);
CREATE INDEX account_search ON account USING gin (text_grams(search_text));
-- The list filtered by role, and the check for the last superadmin.
CREATE INDEX account_role ON account (role, id DESC);
CREATE INDEX account_never_checked ON account (id) WHERE NOT email_verified AND provider_checked_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON account TO kyc_app;

-- Sessions are stored on the server; of the cookie's value only the SHA-256 (D27).
CREATE TABLE session (
  key              bytea PRIMARY KEY,
  account_id       uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- The first factor: sessions opened by the provider end when it withdraws the account (D30).
  method           text NOT NULL DEFAULT 'password' CHECK (method IN ('password', 'firebase')),
  created_at       timestamptz NOT NULL DEFAULT now(),
  last_seen_at     timestamptz NOT NULL DEFAULT now(),
  -- The time of the sign-in, which revocations by the provider and KYC sessions of partners compare with.
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  -- The last confirmation by a password or a second factor within the session (D31).
  stepped_up_at    timestamptz,
  expires_at       timestamptz NOT NULL,
  -- The rotation of the CSRF token that is valid (spec §7, session/refresh).
  csrf_generation  integer NOT NULL DEFAULT 0,
  -- The account must have a second factor and has none: the session can only enrol one.
  enrol_only       boolean NOT NULL DEFAULT false,
  -- The challenge of a passkey ceremony; valid once, and for that purpose only.
  challenge        text,
  challenge_for    text CHECK (challenge_for IN ('add', 'ask')),
  challenge_until  timestamptz,
  ip               text,
  user_agent       text
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_expires ON session (expires_at);
-- The accounts to revalidate with the provider.
CREATE INDEX session_by_provider ON session (account_id) WHERE method = 'firebase';
GRANT SELECT, INSERT, UPDATE, DELETE ON session TO kyc_app;

-- A sign-in that has passed its first factor; of its cookie only the SHA-256 is stored.
CREATE TABLE pending_sign_in (
  key             bytea PRIMARY KEY,
  account_id      uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- The first factor.
  method          text NOT NULL CHECK (method IN ('password', 'firebase')),
  -- The challenge for a passkey; valid once.
  challenge       text,
  challenge_until timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz NOT NULL
);
CREATE INDEX pending_sign_in_account ON pending_sign_in (account_id);
CREATE INDEX pending_sign_in_expires ON pending_sign_in (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_sign_in TO kyc_app;

-- An authenticator app. The secret is encrypted; last_step makes each code valid once.
CREATE TABLE totp (
  account_id   uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  secret_enc   bytea NOT NULL,
  confirmed_at timestamptz,
  last_step    bigint
);
GRANT SELECT, INSERT, UPDATE, DELETE ON totp TO kyc_app;

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
GRANT SELECT, INSERT, UPDATE, DELETE ON passkey TO kyc_app;

CREATE TABLE recovery_code (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  hash       bytea NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (account_id, hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_code TO kyc_app;

-- Links and codes that are valid once; only their SHA-256 is stored.
CREATE TABLE one_time_token (
  hash       bytea PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('invitation', 'password_reset', 'sso', 'email_verification')),
  account_id uuid REFERENCES account ON DELETE CASCADE,
  -- Returned to the caller that uses the token; never a secret.
  data       jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX one_time_token_account ON one_time_token (account_id, purpose);
CREATE INDEX one_time_token_expires ON one_time_token (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON one_time_token TO kyc_app;

-- Each ID token of the provider is accepted once (D29).
CREATE TABLE used_id_token (
  hash       bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_id_token_expires ON used_id_token (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON used_id_token TO kyc_app;

-- Failures per account, device of an account, and network address (D28). Their times are stored, at most as many as the
-- limit counts, so that "five within 15 minutes" holds for every 15 minutes. A failure is counted before the password is
-- verified, in one upsert: 500 parallel guesses make exactly five checks.
CREATE TABLE attempt_bucket (
  -- The buckets of one account are a range of names.
  bucket       text COLLATE "C" PRIMARY KEY,
  failed_at    timestamptz[] NOT NULL,
  locked_until timestamptz,
  -- From this time on, the row has no effect.
  expires_at   timestamptz NOT NULL
);
CREATE INDEX attempt_bucket_expires ON attempt_bucket (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON attempt_bucket TO kyc_app;
