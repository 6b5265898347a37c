-- Partner platforms, the visits that they send, and what is sent back to them (D33 to D35).

CREATE TABLE partner (
  id                uuid PRIMARY KEY,
  company_id        text NOT NULL UNIQUE,
  name              text NOT NULL,
  mode              text NOT NULL CHECK (mode IN ('test', 'live')),
  callback_origins  text[] NOT NULL,
  redirect_origins  text[] NOT NULL,
  referrer_origins  text[] NOT NULL,
  disabled_at       timestamptz,
  -- Why nothing is sent; null while callbacks go out.
  callback_stop     text CHECK (callback_stop IN ('gone', 'failing', 'manual')),
  -- Since when every delivery has failed; null after a success.
  failing_since     timestamptz,
  version           integer NOT NULL DEFAULT 1,
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL
);

-- API keys: of the address (D33), and later of the partner's server (D37). Random and long, so that a plain SHA-256
-- is as good as a slow hash.
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

CREATE TABLE partner_secret (
  id         uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partner,
  secret_enc bytea NOT NULL,
  hint       text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz
);
CREATE INDEX partner_secret_partner ON partner_secret (partner_id);

-- One visit to /kyc/register. It belongs to the browser whose cookie it was opened with, of which the SHA-256 is kept.
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
  -- Who signed in for it; from then on nobody else can.
  account_id   uuid REFERENCES account,
  delivery_id  uuid,
  created_at   timestamptz(3) NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE INDEX kyc_session_browser ON kyc_session (browser_key, id DESC);
CREATE INDEX kyc_session_created ON kyc_session (created_at);

-- Which account is which user of a partner.
CREATE TABLE partner_user (
  partner_id uuid NOT NULL REFERENCES partner,
  user_id    text NOT NULL,
  account_id uuid NOT NULL REFERENCES account,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, user_id)
);
CREATE INDEX partner_user_account ON partner_user (account_id);

-- The outbox of callbacks: written in the transaction that caused them. The id is the webhook-id of every attempt.
CREATE TABLE delivery (
  id              uuid PRIMARY KEY,
  partner_id      uuid NOT NULL REFERENCES partner,
  event           text NOT NULL,
  url             text NOT NULL,
  -- What is sent, encrypted; emptied some time after the end. Tokens are made at each attempt and never kept.
  payload_enc     bytea,
  state           text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead')),
  -- Attempts that have ended, and those of them that the schedule made: a resend by hand does not use one up.
  attempts        integer NOT NULL DEFAULT 0,
  scheduled       integer NOT NULL DEFAULT 0,
  -- An attempt under way; a process that dies leaves it behind until this time.
  claimed_until   timestamptz,
  next_attempt_at timestamptz,
  created_at      timestamptz(3) NOT NULL,
  ended_at        timestamptz
);
CREATE INDEX delivery_partner ON delivery (partner_id, id DESC);
CREATE INDEX delivery_partner_state ON delivery (partner_id, state, id DESC);
CREATE INDEX delivery_ended ON delivery (ended_at) WHERE payload_enc IS NOT NULL;
ALTER TABLE kyc_session ADD FOREIGN KEY (delivery_id) REFERENCES delivery;

CREATE TABLE delivery_attempt (
  delivery_id uuid NOT NULL REFERENCES delivery ON DELETE CASCADE,
  number      integer NOT NULL,
  at          timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  status      integer,
  failure     text,
  answer      text,
  manual      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (delivery_id, number)
);

-- Keys that sign what partners get (D34): the private half encrypted, the public half as /.well-known/jwks.json.
CREATE TABLE signing_key (
  kid         text PRIMARY KEY,
  private_enc bytea NOT NULL,
  public_jwk  jsonb NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  retired_at  timestamptz
);

GRANT SELECT, INSERT, UPDATE ON partner, delivery, signing_key TO kyc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_key, partner_secret, kyc_session, partner_user TO kyc_app;
GRANT SELECT, INSERT, DELETE ON delivery_attempt TO kyc_app;
