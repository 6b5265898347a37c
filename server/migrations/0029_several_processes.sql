-- State that all processes of an installation share for seconds or minutes. Unlogged, because it is written often: a crash
-- of the database may empty these tables, which then only start counting again.

-- Things of which an account may have only a few at a time. A row whose time has passed is free.
CREATE UNLOGGED TABLE shared_slot (
  name       text NOT NULL,
  number     smallint NOT NULL,
  holder     uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (name, number)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON shared_slot TO kyc_app;

-- The calls of busy accounts and networks in a minute, added up over the processes.
CREATE UNLOGGED TABLE call_count (
  key    text PRIMARY KEY,
  minute timestamptz NOT NULL,
  calls  integer NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON call_count TO kyc_app;

-- The views of the last minutes, whose repeats by the same session need no second entry (D38).
CREATE UNLOGGED TABLE recent_view (
  session_key text NOT NULL,
  view        text NOT NULL,
  seen_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (session_key, view)
);
CREATE INDEX recent_view_seen ON recent_view (seen_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON recent_view TO kyc_app;
