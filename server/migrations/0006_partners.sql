-- Partner platforms, the KYC sessions that they start, and the callbacks to them (D33 to D35).

CREATE TABLE partner (
  id                uuid PRIMARY KEY,
  company_id        text NOT NULL UNIQUE,
  name              text NOT NULL,
  mode              text NOT NULL CHECK (mode IN ('test', 'live')),
  callback_origins  text[] NOT NULL,
  redirect_origins  text[] NOT NULL,
  referrer_origins  text[] NOT NULL,
  disabled_at       timestamptz,
  -- Why callbacks are stopped; null while they are sent.
  callback_stop     text CHECK (callback_stop IN ('gone', 'failing', 'manual')),
  -- The start of uninterrupted failures; null after a success.
  failing_since     timestamptz,
  version           integer NOT NULL DEFAULT 1,
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON partner TO kyc_app;

-- API keys: in addresses (D33) and, later, of the partner's server (D37). They are random and long, so that a plain
-- SHA-256 is as safe as a slow hash.
CREATE TABLE partner_key (
  id         uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partner,
  purpose    text NOT NULL DEFAULT 'address' CHECK (purpose IN ('address', 'server')),
  hash       bytea NOT NULL UNIQUE,
  hint       text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz
);
CREATE INDEX partner_key_partner ON partner_key (partner_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_key TO kyc_app;

-- Secrets that sign callbacks (D35); two are valid during a rotation.
CREATE TABLE partner_secret (
  id         uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partner,
  secret_enc bytea NOT NULL,
  hint       text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz
);
CREATE INDEX partner_secret_partner ON partner_secret (partner_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_secret TO kyc_app;

-- Callbacks, written in the transaction that caused them. The id is the webhook-id of every attempt.
CREATE TABLE delivery (
  id              uuid PRIMARY KEY,
  partner_id      uuid NOT NULL REFERENCES partner,
  event           text NOT NULL,
  url             text NOT NULL,
  -- The encrypted body, emptied some time after the end. Tokens are issued for each attempt and never stored.
  payload_enc     bytea,
  state           text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead')),
  -- Attempts that have ended, and those of them made by the schedule: a manual resend does not use one up.
  attempts        integer NOT NULL DEFAULT 0,
  scheduled       integer NOT NULL DEFAULT 0,
  -- The lease of an attempt in progress; it expires if the process dies.
  claimed_until   timestamptz,
  next_attempt_at timestamptz,
  created_at      timestamptz(3) NOT NULL,
  ended_at        timestamptz
);
CREATE INDEX delivery_partner ON delivery (partner_id, id DESC);
CREATE INDEX delivery_partner_state ON delivery (partner_id, state, id DESC);
CREATE INDEX delivery_ended ON delivery (ended_at) WHERE payload_enc IS NOT NULL;
-- The attempts in progress to a partner (D59).
CREATE INDEX delivery_claimed ON delivery (partner_id, claimed_until) WHERE claimed_until IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON delivery TO kyc_app;

CREATE TABLE delivery_attempt (
  delivery_id uuid NOT NULL REFERENCES delivery ON DELETE CASCADE,
  number      integer NOT NULL,
  at          timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  status      integer,
  failure     text,
  -- The partner's response. It may repeat the body, so it is emptied together with that.
  answer      text,
  manual      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (delivery_id, number)
);
GRANT SELECT, INSERT, DELETE, UPDATE (answer) ON delivery_attempt TO kyc_app;

-- A KYC session is one call of /kyc/register. It belongs to the browser that opened it: the SHA-256 of its cookie is
-- stored.
CREATE TABLE kyc_session (
  id           uuid PRIMARY KEY,
  partner_id   uuid NOT NULL REFERENCES partner,
  browser_key  bytea NOT NULL,
  user_id      text NOT NULL,
  session_id   text,
  locale       text NOT NULL,
  callback_url text NOT NULL,
  redirect_url text,
  warnings     text[] NOT NULL DEFAULT '{}',
  -- The first account that signed in for the session; from then on no other account can.
  account_id   uuid REFERENCES account,
  delivery_id  uuid REFERENCES delivery,
  created_at   timestamptz(3) NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE INDEX kyc_session_browser ON kyc_session (browser_key, id DESC);
CREATE INDEX kyc_session_created ON kyc_session (created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON kyc_session TO kyc_app;

-- The account of each user of a partner.
CREATE TABLE partner_user (
  partner_id uuid NOT NULL REFERENCES partner,
  user_id    text NOT NULL,
  account_id uuid NOT NULL REFERENCES account,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, user_id)
);
CREATE INDEX partner_user_account ON partner_user (account_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_user TO kyc_app;

-- Keys that sign tokens for partners (D34): the private half encrypted, the public half as in /.well-known/jwks.json.
CREATE TABLE signing_key (
  kid         text PRIMARY KEY,
  private_enc bytea NOT NULL,
  public_jwk  jsonb NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  retired_at  timestamptz
);
GRANT SELECT, INSERT, UPDATE ON signing_key TO kyc_app;
