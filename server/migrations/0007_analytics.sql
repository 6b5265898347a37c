-- First-party events without personal data (D44): single events for 30 days, daily counts without limit.

CREATE TABLE analytics_event (
  id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at    timestamptz NOT NULL DEFAULT now(),
  name  text NOT NULL,
  page  text NOT NULL,
  form  text,
  depth smallint
);
CREATE INDEX analytics_event_at ON analytics_event (at);

CREATE TABLE analytics_daily (
  day   date NOT NULL,
  name  text NOT NULL,
  page  text NOT NULL,
  form  text NOT NULL DEFAULT '',
  depth smallint NOT NULL DEFAULT 0,
  n     bigint NOT NULL,
  PRIMARY KEY (day, name, page, form, depth)
);

GRANT SELECT, INSERT, DELETE ON analytics_event TO kyc_app;
GRANT SELECT, INSERT, UPDATE ON analytics_daily TO kyc_app;
