-- Verifications of the audit log (D39): the running one and the results, of which the newest is shown.
CREATE TABLE log_verification (
  id           uuid PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('incremental', 'full')),
  started_at   timestamptz NOT NULL DEFAULT now(),
  -- Renewed while the process lives: without, another process may start a verification.
  heartbeat_at timestamptz NOT NULL DEFAULT now(),
  done         bigint NOT NULL DEFAULT 0,
  total        bigint,
  finished_at  timestamptz,
  -- Null if it ended without a result.
  report       jsonb,
  -- Where the next incremental verification begins; authenticated by the server. Null if there are faults.
  position     text
);
CREATE UNIQUE INDEX log_verification_running ON log_verification ((true)) WHERE finished_at IS NULL;
CREATE INDEX log_verification_started ON log_verification (started_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON log_verification TO kyc_app;
