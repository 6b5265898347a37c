-- Publications (D97): on which channel a video was on sale, from which day to which. They decide how long the records of its
-- performers are kept (D110).

-- A shop, a platform or a site of an organisation, by its name.
CREATE TABLE channel (
  id         uuid PRIMARY KEY,
  owner_id   uuid NOT NULL REFERENCES organisation,
  name       text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, name)
);
GRANT SELECT, INSERT ON channel TO kyc_app;

-- A time on sale on a channel. Rows are corrected, never deleted: they are the reason why records are kept.
CREATE TABLE publication (
  id          uuid PRIMARY KEY,
  video_id    uuid NOT NULL REFERENCES video,
  -- After a transfer of the video it is still the channel of the organisation that published it.
  channel_id  uuid NOT NULL REFERENCES channel,
  started_on  date NOT NULL,
  -- The last day on sale; null while it has no end.
  ended_on    date,
  address     text,
  external_id text,
  version     integer NOT NULL DEFAULT 1,
  created_by  uuid NOT NULL REFERENCES account,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  CONSTRAINT publication_days CHECK (ended_on >= started_on)
);
CREATE INDEX publication_video ON publication (video_id, started_on, id);
-- A video is on sale once on a channel.
CREATE UNIQUE INDEX publication_open ON publication (video_id, channel_id) WHERE ended_on IS NULL;
GRANT SELECT, INSERT, UPDATE ON publication TO kyc_app;

-- Whether the publications of a video are known: an account has stated that none is missing. Existing videos, and those that a
-- server of the version before creates, may be on sale anywhere.
ALTER TABLE video ADD COLUMN publications_known boolean NOT NULL DEFAULT false;

CREATE FUNCTION today_in_japan() RETURNS date LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
  RETURN (database_now() AT TIME ZONE 'Asia/Tokyo')::date;

-- The last day on sale of all videos with a performer: infinity while one has no end, null without a publication.
CREATE FUNCTION last_day_on_sale(p_id uuid) RETURNS date LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT max(coalesce(u.ended_on, 'infinity'))
  FROM video_performer vp JOIN publication u ON u.video_id = vp.video_id WHERE vp.performer_id = p_id
$$;

-- What keeps the record of a performer whatever its retention: an open request of the person, a video that is on sale, or one
-- whose publications are unknown. Null if nothing does.
CREATE FUNCTION record_kept_by(p_id uuid) RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM subject_request WHERE performer_id = p_id AND state = 'open') THEN 'request'
    WHEN last_day_on_sale(p_id) >= today_in_japan() THEN 'publication'
    WHEN EXISTS (SELECT FROM video_performer vp JOIN video v ON v.id = vp.video_id
                 WHERE vp.performer_id = p_id AND NOT v.publications_known) THEN 'unknown'
  END
$$;

-- As in 0042, but nothing is destroyed that `record_kept_by` names, and the retention lasts at least 7 years from the last day
-- on sale, whatever the row says.
CREATE OR REPLACE FUNCTION destroy_performer(p_id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  record performer;
  kept_by text;
BEGIN
  SELECT * INTO record FROM performer WHERE id = p_id FOR UPDATE;
  IF record.sealed_at IS NULL OR record.destroyed_at IS NOT NULL THEN
    RAISE EXCEPTION 'the performer is not sealed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT EXISTS (SELECT FROM performer_key WHERE performer_id = p_id AND destroyed_at IS NOT NULL) THEN
    IF EXISTS (SELECT FROM legal_hold WHERE performer_id = p_id AND ended_at IS NULL) THEN
      RAISE EXCEPTION 'a legal hold is on' USING ERRCODE = 'insufficient_privilege';
    END IF;
    kept_by := record_kept_by(p_id);
    IF kept_by IS NOT NULL THEN
      RAISE EXCEPTION 'the record is kept: %', kept_by USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF EXISTS (SELECT FROM installation WHERE name = 'restored' AND at > now() - interval '3 days') THEN
      RAISE EXCEPTION 'the installation was restored' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF greatest(record.retain_until, (last_day_on_sale(p_id) + interval '7 years')::date) >= today_in_japan()
        AND NOT destruction_is_due(p_id) THEN
      RAISE EXCEPTION 'the retention has not ended, and no confirmed request is due' USING ERRCODE = 'insufficient_privilege';
    END IF;
    UPDATE performer_key SET wrapped = NULL, destroyed_at = database_now() WHERE performer_id = p_id;
  END IF;
  UPDATE performer SET sealed_box = NULL, field_changes = '{}', destroyed_at = database_now(), version = version + 1
  WHERE id = p_id;
END $$;
