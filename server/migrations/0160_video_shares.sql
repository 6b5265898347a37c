-- Titles that their organisation shares with another one (D113), which reads facts of the records and never the records.

CREATE TABLE video_share (
  id           uuid PRIMARY KEY,
  video_id     uuid NOT NULL REFERENCES video,
  owner_id     uuid NOT NULL REFERENCES organisation,
  recipient_id uuid NOT NULL REFERENCES organisation,
  -- The channel that the recipient asks about; null for what holds on every channel.
  channel_id   uuid REFERENCES channel,
  created_by   uuid NOT NULL REFERENCES account,
  created_at   timestamptz(3) NOT NULL,
  ended_at     timestamptz(3),
  CONSTRAINT video_share_other CHECK (owner_id <> recipient_id)
);
CREATE UNIQUE INDEX video_share_open ON video_share (video_id, recipient_id) WHERE ended_at IS NULL;
CREATE INDEX video_share_recipient ON video_share (recipient_id, id DESC) WHERE ended_at IS NULL;
CREATE INDEX video_share_owner ON video_share (owner_id) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON video_share TO kyc_app;

-- The documents of a share that its recipient may open, until when, and who has permitted it.
CREATE TABLE video_share_paper (
  share_id   uuid NOT NULL REFERENCES video_share,
  type       text NOT NULL CHECK (type IN ('contract', 'explanationSheet')),
  until      timestamptz(3) NOT NULL,
  granted_by uuid NOT NULL REFERENCES account,
  PRIMARY KEY (share_id, type)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON video_share_paper TO kyc_app;

-- The condition of every read of a share: it has not ended, and both organisations are approved and not disabled.
CREATE VIEW live_video_share AS
  SELECT s.id, s.video_id, s.owner_id, s.recipient_id, s.channel_id, s.created_by, s.created_at
  FROM video_share s JOIN organisation o ON o.id = s.owner_id JOIN organisation r ON r.id = s.recipient_id
  WHERE s.ended_at IS NULL AND o.approved_at IS NOT NULL AND o.disabled_at IS NULL
    AND r.approved_at IS NOT NULL AND r.disabled_at IS NULL;
GRANT SELECT ON live_video_share TO kyc_app;

-- The new owner of a title decides itself with whom it is shared.
CREATE FUNCTION end_video_shares() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE video_share SET ended_at = database_now() WHERE video_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER end_video_shares AFTER UPDATE OF owner_id ON video FOR EACH ROW
  WHEN (OLD.owner_id <> NEW.owner_id) EXECUTE FUNCTION end_video_shares();
