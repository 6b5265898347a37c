-- Requests to take a title down (D108). Their receipt stops the title and everything derived from it, in one transaction.

CREATE TABLE takedown (
  id            uuid PRIMARY KEY,
  -- The receipt of the sender. Random, so that no other is found with it.
  number        text NOT NULL UNIQUE,
  kind          text NOT NULL CHECK (kind IN ('cancellation', 'rescission', 'termination', 'injunction', 'reviewingBody',
    'provider', 'card', 'intimateImage', 'police')),
  -- Held until it is confirmed; it stops the title unless it is unfounded.
  state         text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'confirmed', 'completed', 'unfounded')),
  way           text NOT NULL CHECK (way IN ('page', 'form', 'hand', 'partner')),
  -- Null while the office has not found what a public notice is about.
  video_id      uuid REFERENCES video,
  owner_id      uuid REFERENCES organisation,
  performer_id  uuid REFERENCES performer,
  -- What was written, and where its sender can be reached: JSON, encrypted.
  -- Null once the record of the performer is destroyed.
  notice_enc    bytea,
  sent_on       date,
  received_at   timestamptz(3) NOT NULL,
  due_at        timestamptz(3) NOT NULL,
  due_with_holidays_at timestamptz(3),
  created_by    uuid REFERENCES account,
  confirmed_at  timestamptz(3),
  confirmed_by  uuid REFERENCES account,
  closed_at     timestamptz(3),
  closed_by     uuid REFERENCES account,
  reason_enc    bytea,
  -- 1 once mailed a day before it is due, 2 once mailed as late.
  reminded      smallint NOT NULL DEFAULT 0,
  version       integer NOT NULL DEFAULT 1,
  CONSTRAINT takedown_title CHECK ((video_id IS NULL) = (owner_id IS NULL)),
  CONSTRAINT takedown_closed CHECK ((state IN ('completed', 'unfounded')) = (closed_at IS NOT NULL))
);
CREATE INDEX takedown_open ON takedown (due_at, id) WHERE closed_at IS NULL;
CREATE INDEX takedown_open_owner ON takedown (owner_id, due_at, id) WHERE closed_at IS NULL;
CREATE INDEX takedown_closed_at ON takedown (closed_at DESC, id DESC) WHERE closed_at IS NOT NULL;
CREATE INDEX takedown_closed_owner ON takedown (owner_id, closed_at DESC, id DESC) WHERE closed_at IS NOT NULL;
CREATE INDEX takedown_received ON takedown (received_at, id);
CREATE INDEX takedown_video_of ON takedown (video_id, id) WHERE video_id IS NOT NULL;
CREATE INDEX takedown_performer ON takedown (performer_id) WHERE performer_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON takedown TO kyc_app;

-- The titles that a request stops: the one that it names, and those derived from it. Rows are never removed: who edits what a title
-- is derived from does not put it back on sale.
CREATE TABLE takedown_video (
  takedown_id uuid NOT NULL REFERENCES takedown,
  video_id    uuid NOT NULL REFERENCES video,
  PRIMARY KEY (takedown_id, video_id)
);
CREATE INDEX takedown_video_video ON takedown_video (video_id);
GRANT SELECT, INSERT ON takedown_video TO kyc_app;

-- Each publication that was asked to stop.
CREATE TABLE takedown_stop (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  takedown_id     uuid NOT NULL REFERENCES takedown,
  publication_id  uuid NOT NULL REFERENCES publication,
  asked_at        timestamptz(3) NOT NULL DEFAULT database_now(),
  acknowledged_at timestamptz(3),
  acknowledged_by uuid REFERENCES account,
  UNIQUE (takedown_id, publication_id)
);
CREATE INDEX takedown_stop_publication ON takedown_stop (publication_id);
GRANT SELECT, INSERT, UPDATE ON takedown_stop TO kyc_app;

-- A publication in another transaction either waits for the receipt and is refused, or is stopped by it.
CREATE FUNCTION lock_stopped_video() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM video WHERE id = NEW.video_id FOR NO KEY UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER lock_stopped_video BEFORE INSERT ON takedown_video FOR EACH ROW EXECUTE FUNCTION lock_stopped_video();

CREATE FUNCTION stop_video() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM forget_gates(ARRAY[NEW.video_id]);
  INSERT INTO takedown_stop (takedown_id, publication_id)
  SELECT NEW.takedown_id, u.id FROM publication u
  WHERE u.video_id = NEW.video_id AND coalesce(u.ended_on, 'infinity') >= today_in_japan()
  ON CONFLICT DO NOTHING;
  -- Each of these runs this trigger in turn; a title that is derived from itself is stopped once.
  INSERT INTO takedown_video (takedown_id, video_id)
  SELECT NEW.takedown_id, d.id FROM video d
  WHERE d.facts -> 'derivedFrom' @> jsonb_build_array(jsonb_build_object('videoId', NEW.video_id)) ORDER BY d.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER stop_video AFTER INSERT ON takedown_video FOR EACH ROW EXECUTE FUNCTION stop_video();

-- What is derived later from a stopped title is stopped too.
CREATE FUNCTION stop_derived_video() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A receipt of another transaction either waits, and finds this title, or is seen below.
  PERFORM FROM video WHERE id IN (
    SELECT source."videoId" FROM jsonb_to_recordset(NEW.facts -> 'derivedFrom') AS source ("videoId" uuid))
    ORDER BY id FOR SHARE;
  INSERT INTO takedown_video (takedown_id, video_id)
  SELECT DISTINCT tv.takedown_id, NEW.id
  FROM jsonb_to_recordset(NEW.facts -> 'derivedFrom') AS source ("videoId" uuid)
    JOIN takedown_video tv ON tv.video_id = source."videoId"
    JOIN takedown t ON t.id = tv.takedown_id AND t.state <> 'unfounded'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER stop_derived_video AFTER UPDATE OF facts ON video FOR EACH ROW
  WHEN (NEW.facts -> 'derivedFrom' IS DISTINCT FROM OLD.facts -> 'derivedFrom')
  EXECUTE FUNCTION stop_derived_video();

CREATE FUNCTION gates_of_takedown() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM forget_gates(ARRAY(SELECT video_id FROM takedown_video WHERE takedown_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER gates_of_takedown AFTER UPDATE OF state ON takedown FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION gates_of_takedown();

-- As in 0087, but an open request to take a title with the person down keeps the record, too.
CREATE OR REPLACE FUNCTION record_kept_by(p_id uuid) RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM subject_request WHERE performer_id = p_id AND state = 'open') THEN 'request'
    WHEN EXISTS (SELECT FROM takedown WHERE performer_id = p_id AND closed_at IS NULL) THEN 'request'
    WHEN EXISTS (SELECT FROM video_performer vp JOIN takedown_video tv ON tv.video_id = vp.video_id
                 JOIN takedown t ON t.id = tv.takedown_id
                 WHERE vp.performer_id = p_id AND t.closed_at IS NULL) THEN 'request'
    WHEN last_day_on_sale(p_id) >= today_in_japan() THEN 'publication'
    WHEN EXISTS (SELECT FROM video_performer vp JOIN video v ON v.id = vp.video_id
                 WHERE vp.performer_id = p_id AND NOT v.publications_known) THEN 'unknown'
  END
$$;
