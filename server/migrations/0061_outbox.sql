-- What is done after the commit of the act that caused it: mails, and requests for mails that a job decides about.
CREATE TABLE outbox (
  id              uuid PRIMARY KEY,
  -- Servers leave the jobs of queues that they do not know.
  queue           text NOT NULL,
  data            jsonb NOT NULL DEFAULT '{}',
  -- The encrypted content of a mail.
  box             bytea,
  -- Those that have begun.
  attempts        integer NOT NULL DEFAULT 0,
  -- During an attempt, the end of its time; null for a dead letter.
  next_attempt_at timestamptz DEFAULT now(),
  created_at      timestamptz NOT NULL DEFAULT now(),
  -- When it became a dead letter.
  ended_at        timestamptz
);
CREATE INDEX outbox_due ON outbox (queue, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX outbox_ended ON outbox (ended_at) WHERE ended_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO kyc_app;
