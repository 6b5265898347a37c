-- A title is shared with another organisation or with a partner platform (D112, D113): exactly one of them.
ALTER TABLE video_share
  ALTER COLUMN recipient_id DROP NOT NULL,
  ADD COLUMN partner_id uuid REFERENCES partner,
  -- The partner's own id of the title.
  ADD COLUMN reference text,
  ADD CONSTRAINT video_share_recipient_kind CHECK (num_nonnulls(recipient_id, partner_id) = 1) NOT VALID,
  -- A partner is one channel: what it may publish, and what it must stop, is what is on sale there.
  ADD CONSTRAINT video_share_partner CHECK (CASE WHEN partner_id IS NULL THEN reference IS NULL ELSE channel_id IS NOT NULL END) NOT VALID;

-- As in 0160; a partner must be live and not disabled.
CREATE OR REPLACE VIEW live_video_share AS
  SELECT s.id, s.video_id, s.owner_id, s.recipient_id, s.channel_id, s.created_by, s.created_at, s.partner_id, s.reference
  FROM video_share s JOIN organisation o ON o.id = s.owner_id
    LEFT JOIN organisation r ON r.id = s.recipient_id LEFT JOIN partner p ON p.id = s.partner_id
  WHERE s.ended_at IS NULL AND o.approved_at IS NOT NULL AND o.disabled_at IS NULL
    AND ((r.approved_at IS NOT NULL AND r.disabled_at IS NULL) OR (p.mode = 'live' AND p.disabled_at IS NULL));

-- A publication that a partner's server recorded has no account.
ALTER TABLE publication
  ALTER COLUMN created_by DROP NOT NULL,
  ADD COLUMN partner_id uuid REFERENCES partner,
  ADD CONSTRAINT publication_creator CHECK (num_nonnulls(created_by, partner_id) = 1) NOT VALID;
ALTER TABLE takedown_stop ADD COLUMN acknowledged_by_partner uuid REFERENCES partner;

-- Accepted: the table has the test records of 30 days only, and its servers write the kinds of both checks.
ALTER TABLE partner_test_record DROP CONSTRAINT partner_test_record_kind_check;
ALTER TABLE partner_test_record ADD CONSTRAINT partner_test_record_kinds CHECK (kind IN ('performer', 'request', 'title')) NOT VALID;

-- The readiness of a shared title that was reported to its partner last. Apart from the share, whose row calls lock.
CREATE TABLE partner_title_state (
  share_id uuid PRIMARY KEY REFERENCES video_share,
  state    text NOT NULL CHECK (state IN ('ready', 'blocked'))
);
GRANT SELECT, INSERT, UPDATE ON partner_title_state TO kyc_app;

CREATE FUNCTION event_of_ended_share() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM record_partner_event(p.id, 'live', 'title.share_ended', NEW.id, NULL, NULL)
  FROM partner p WHERE p.id = NEW.partner_id AND p.mode = 'live' AND p.disabled_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER event_of_ended_share AFTER UPDATE OF ended_at ON video_share FOR EACH ROW
  WHEN (NEW.partner_id IS NOT NULL AND OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION event_of_ended_share();

-- The partner on whose channel a stopped title is on sale. In the order of the partners, so that two receipts do not wait for each other.
CREATE FUNCTION event_of_stop() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  share record;
BEGIN
  FOR share IN SELECT DISTINCT s.partner_id, s.id FROM asked JOIN publication u ON u.id = asked.publication_id
    JOIN live_video_share s ON s.video_id = u.video_id AND s.channel_id = u.channel_id AND s.partner_id IS NOT NULL
    ORDER BY s.partner_id, s.id
  LOOP
    PERFORM record_partner_event(share.partner_id, 'live', 'takedown.stopped', share.id, NULL, NULL);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER event_of_stop AFTER INSERT ON takedown_stop REFERENCING NEW TABLE AS asked
  FOR EACH STATEMENT EXECUTE FUNCTION event_of_stop();
