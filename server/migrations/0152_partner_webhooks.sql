-- The events of partners by webhook, and the log of the calls of their servers (D112).

-- The address that receives the events of a partner and mode.
CREATE TABLE partner_webhook (
  id            uuid PRIMARY KEY,
  partner_id    uuid NOT NULL REFERENCES partner,
  mode          text NOT NULL CHECK (mode IN ('test', 'live')),
  url           text NOT NULL,
  -- The version in which events are sent.
  api_version   text NOT NULL,
  -- Why nothing is sent; of its own, so that results of KYC sessions still are.
  stop          text CHECK (stop IN ('gone', 'failing')),
  failing_since timestamptz,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  UNIQUE (partner_id, mode)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_webhook TO kyc_app;

-- Apart from partner_secret, which also proves the users of signed links (D33). Two are valid during a rotation.
CREATE TABLE partner_webhook_secret (
  id         uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES partner_webhook ON DELETE CASCADE,
  secret_enc bytea NOT NULL,
  hint       text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz
);
CREATE INDEX partner_webhook_secret_webhook ON partner_webhook_secret (webhook_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_webhook_secret TO kyc_app;

-- A delivery of an event has no payload: its body is the event, read at each attempt. All deliveries of an event have its id as
-- webhook-id. No foreign keys: a delivery outlives its webhook and its event.
ALTER TABLE delivery
  ADD COLUMN webhook_id uuid,
  ADD COLUMN webhook_mode text,
  ADD COLUMN event_id uuid,
  ADD COLUMN resend_of uuid;

-- The only writer of events. The delivery belongs to the transaction of the event, so that neither exists without the other.
CREATE OR REPLACE FUNCTION record_partner_event(p_partner uuid, p_mode text, p_type text, p_object uuid, p_user text, p_expires date)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  next bigint;
  event uuid;
BEGIN
  INSERT INTO partner_event_number AS n VALUES (p_partner, p_mode, 1)
  ON CONFLICT (partner_id, mode) DO UPDATE SET last = n.last + 1 RETURNING n.last INTO next;
  INSERT INTO partner_event (partner_id, mode, number, type, object_id, user_id, expires_on)
  VALUES (p_partner, p_mode, next, p_type, p_object, p_user, p_expires) RETURNING id INTO event;
  INSERT INTO delivery (id, partner_id, event, url, webhook_id, webhook_mode, event_id, next_attempt_at, created_at)
  SELECT uuidv7(), w.partner_id, p_type, w.url, w.id, w.mode, event, database_now(), database_now()
  FROM partner_webhook w WHERE w.partner_id = p_partner AND w.mode = p_mode;
END $$;

-- The calls of partners' servers: no bodies, no ids of records, no names.
CREATE TABLE partner_call (
  id          uuid PRIMARY KEY,
  partner_id  uuid NOT NULL REFERENCES partner,
  mode        text NOT NULL,
  key_hint    text NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  method      text NOT NULL,
  path        text NOT NULL,
  status      smallint NOT NULL,
  duration_ms integer NOT NULL,
  request_id  text NOT NULL
);
CREATE INDEX partner_call_partner ON partner_call (partner_id, id DESC);
CREATE INDEX partner_call_failed ON partner_call (partner_id, id DESC) WHERE status >= 400;
CREATE INDEX partner_call_created ON partner_call (created_at);
GRANT SELECT, INSERT, DELETE ON partner_call TO kyc_app;
