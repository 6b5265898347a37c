-- Campaigns (D111): links by mail to many performers in one act, with reminders and a stop.
CREATE TABLE campaign (
  id            uuid PRIMARY KEY,
  owner_id      uuid NOT NULL REFERENCES organisation,
  name          text NOT NULL,
  -- The link that each performer gets: to submit documents, or to its page.
  asks          text NOT NULL CHECK (asks IN ('documents', 'page')),
  language      text NOT NULL CHECK (language IN ('ja', 'en')),
  -- Its links are sent with the right of this account, and only while it has it.
  created_by    uuid NOT NULL REFERENCES account,
  created_at    timestamptz(3) NOT NULL,
  -- Days between two mails to a performer, and the reminders after the first one.
  reminder_days smallint NOT NULL CHECK (reminder_days > 0),
  reminders     smallint NOT NULL CHECK (reminders BETWEEN 0 AND 2),
  stopped_at    timestamptz(3),
  stopped_by    uuid REFERENCES account,
  CHECK ((stopped_at IS NULL) = (stopped_by IS NULL))
);
CREATE INDEX campaign_owner ON campaign (owner_id, id DESC);
GRANT SELECT, INSERT, UPDATE ON campaign TO kyc_app;

CREATE TABLE campaign_item (
  campaign_id  uuid NOT NULL REFERENCES campaign,
  performer_id uuid NOT NULL REFERENCES performer,
  asks         text NOT NULL,
  state        text NOT NULL CHECK (state IN ('waiting', 'sent', 'done', 'unanswered', 'failed', 'skipped')),
  -- Why nothing is sent, or nothing more.
  reason       text,
  -- The last link, and the job of its mail.
  link_id      uuid REFERENCES performer_link ON DELETE SET NULL,
  mail_id      uuid,
  sent_at      timestamptz(3),
  reminded     smallint NOT NULL DEFAULT 0,
  reminded_at  timestamptz(3),
  -- When the job handles it next: to send, to remind, or to end it. Null once it has ended.
  next_at      timestamptz(3),
  ended_at     timestamptz(3),
  PRIMARY KEY (campaign_id, performer_id),
  CONSTRAINT campaign_item_ended CHECK ((next_at IS NULL) = (ended_at IS NOT NULL)),
  CONSTRAINT campaign_item_sent CHECK (state IN ('waiting', 'skipped') OR sent_at IS NOT NULL)
);
-- No performer is asked for the same by two campaigns at once.
CREATE UNIQUE INDEX campaign_item_open ON campaign_item (performer_id, asks) WHERE ended_at IS NULL;
CREATE INDEX campaign_item_due ON campaign_item (next_at) WHERE ended_at IS NULL;
CREATE INDEX campaign_item_performer ON campaign_item (performer_id);
CREATE INDEX campaign_item_link ON campaign_item (link_id) WHERE link_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON campaign_item TO kyc_app;
