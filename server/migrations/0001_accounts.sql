-- People who sign in, their sessions, and the counters that slow down guessing.

-- What the running server may do. Migrations run as the owner; every connection of the server takes this role, so
-- that "append-only" below is a matter of privilege, not of good manners (D39).
DO $$ BEGIN
  CREATE ROLE kyc_app NOLOGIN;
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;
GRANT USAGE ON SCHEMA public TO kyc_app;

CREATE TABLE account (
  id            uuid PRIMARY KEY,
  email         text NOT NULL,
  -- The address folded for comparison; one account an address.
  email_key     text NOT NULL UNIQUE,
  name          text NOT NULL,
  role          text NOT NULL CHECK (role IN ('user', 'admin', 'superadmin')),
  provider      text NOT NULL DEFAULT 'legacy' CHECK (provider IN ('legacy', 'firebase')),
  provider_uid  text UNIQUE,
  password_hash text,
  disabled_at   timestamptz,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL
);

-- Sessions live on the server; the cookie's value is stored as its SHA-256 only (D27).
CREATE TABLE session (
  key              bytea PRIMARY KEY,
  account_id       uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  created_at       timestamptz NOT NULL DEFAULT now(),
  last_seen_at     timestamptz NOT NULL DEFAULT now(),
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  expires_at       timestamptz NOT NULL,
  -- Which rotation of the CSRF token counts (spec §7, session/refresh).
  csrf_generation  integer NOT NULL DEFAULT 0,
  ip               text,
  user_agent       text
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_expires ON session (expires_at);

-- Failures by bucket: an account, a device of an account, an address (D28). Counted before the password is looked
-- at, in one upsert, so that 500 parallel guesses make exactly five checks.
CREATE TABLE attempt_bucket (
  bucket       text PRIMARY KEY,
  failures     integer NOT NULL,
  window_start timestamptz NOT NULL,
  locked_until timestamptz
);
CREATE INDEX attempt_bucket_window ON attempt_bucket (window_start);

GRANT SELECT, INSERT, UPDATE ON account TO kyc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON session, attempt_bucket TO kyc_app;
