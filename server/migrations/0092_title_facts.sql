-- The facts of a video and of its appearances (D90 to D96), the rules of channels (D97), and the answer of the gate (D106).

-- What accounts enter about a video; the contract has its shape.
ALTER TABLE video
  ADD COLUMN facts jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN facts_version integer NOT NULL DEFAULT 1;

-- What accounts enter about a performer in the video: days of contract, explanation sheet, footage and consents. It names no person.
ALTER TABLE video_performer
  ADD COLUMN facts jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN version integer NOT NULL DEFAULT 1;
GRANT UPDATE ON video_performer TO kyc_app;

ALTER TABLE channel
  -- A consent older than these months does not carry new titles.
  ADD COLUMN consent_months integer,
  ADD COLUMN download boolean NOT NULL DEFAULT false,
  ADD COLUMN version integer NOT NULL DEFAULT 1;
GRANT UPDATE ON channel TO kyc_app;

-- An override of a rule (D105). Rules of class A are never overridden: no row can name one.
CREATE TABLE gate_override (
  id           uuid PRIMARY KEY,
  video_id     uuid NOT NULL REFERENCES video,
  rule         text NOT NULL CONSTRAINT gate_override_rule CHECK (rule IN (
    'category', 'categoryReason', 'contentReview', 'consent', 'consentAge',
    'identity', 'contractFacts', 'voidClauses', 'partners', 'sheet', 'copy', 'oneMonth')),
  -- Null for all performers of the video.
  performer_id uuid REFERENCES performer,
  -- Null for all channels.
  channel_id   uuid REFERENCES channel,
  reason       text NOT NULL,
  opinion      text,
  -- The last day; null without an end.
  until_on     date,
  requested_by uuid NOT NULL REFERENCES account,
  requested_at timestamptz(3) NOT NULL,
  confirmed_by uuid REFERENCES account,
  confirmed_at timestamptz(3),
  ended_at     timestamptz(3),
  CONSTRAINT gate_override_second_person CHECK (confirmed_by <> requested_by),
  -- A rule of the trade or of a channel needs an end. A breach that cannot be undone needs a second person and a legal opinion.
  CONSTRAINT gate_override_class CHECK (
    CASE WHEN rule IN ('category', 'categoryReason', 'contentReview', 'consent', 'consentAge')
    THEN until_on IS NOT NULL
    ELSE opinion IS NOT NULL END)
);
CREATE INDEX gate_override_video ON gate_override (video_id) WHERE ended_at IS NULL;
CREATE INDEX gate_override_performer ON gate_override (performer_id) WHERE performer_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON gate_override TO kyc_app;

-- The answer of the gate as lists show it. It holds until `changes_on`, the day on which it changes by itself; -infinity if its facts
-- have changed since.
CREATE TABLE video_gate (
  video_id      uuid PRIMARY KEY REFERENCES video,
  owner_id      uuid NOT NULL,
  state         text NOT NULL DEFAULT 'unknown',
  -- By channel, null for all: what is missing.
  answers       jsonb NOT NULL DEFAULT '[]',
  rules_version text,
  computed_on   date,
  changes_on    date NOT NULL DEFAULT '-infinity'
);
CREATE INDEX video_gate_due ON video_gate (changes_on);
CREATE INDEX video_gate_owner ON video_gate (owner_id, state, video_id);
CREATE INDEX video_gate_state ON video_gate (state, video_id);
GRANT SELECT, INSERT, UPDATE ON video_gate TO kyc_app;

-- Triggers mark the answer whenever one of its facts changes, by any program, so that no list shows an answer from before.
-- Rows are locked in the order of their ids.
CREATE FUNCTION forget_gates(ids uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE video_gate g SET changes_on = '-infinity', state = 'unknown'
  FROM (SELECT video_id FROM video_gate WHERE video_id = ANY(ids) ORDER BY video_id FOR UPDATE) changed
  WHERE g.video_id = changed.video_id
$$;

CREATE FUNCTION gate_of_video() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO video_gate (video_id, owner_id) VALUES (NEW.id, NEW.owner_id);
  ELSE
    UPDATE video_gate SET owner_id = NEW.owner_id, changes_on = '-infinity', state = 'unknown' WHERE video_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER gate_of_new_video AFTER INSERT ON video FOR EACH ROW EXECUTE FUNCTION gate_of_video();
CREATE TRIGGER gate_of_changed_video AFTER UPDATE OF owner_id, facts ON video FOR EACH ROW
  WHEN (OLD.owner_id <> NEW.owner_id OR OLD.facts <> NEW.facts) EXECUTE FUNCTION gate_of_video();

CREATE FUNCTION gate_of_part() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM forget_gates(ARRAY[CASE WHEN TG_OP = 'DELETE' THEN OLD.video_id ELSE NEW.video_id END]);
  RETURN NULL;
END $$;
CREATE TRIGGER gate_of_appearance AFTER INSERT OR DELETE OR UPDATE OF facts ON video_performer
  FOR EACH ROW EXECUTE FUNCTION gate_of_part();
CREATE TRIGGER gate_of_publication AFTER INSERT OR UPDATE ON publication FOR EACH ROW EXECUTE FUNCTION gate_of_part();
CREATE TRIGGER gate_of_override AFTER INSERT OR UPDATE ON gate_override FOR EACH ROW EXECUTE FUNCTION gate_of_part();

CREATE FUNCTION gate_of_performer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM forget_gates(ARRAY(SELECT video_id FROM video_performer WHERE performer_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER gate_of_performer AFTER UPDATE OF status, date_of_birth, sealed_at ON performer FOR EACH ROW
  WHEN ((OLD.status, OLD.date_of_birth, OLD.sealed_at) IS DISTINCT FROM (NEW.status, NEW.date_of_birth, NEW.sealed_at))
  EXECUTE FUNCTION gate_of_performer();

CREATE FUNCTION gate_of_channel() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM forget_gates(ARRAY(SELECT id FROM video WHERE owner_id = NEW.owner_id));
  RETURN NULL;
END $$;
CREATE TRIGGER gate_of_channel AFTER UPDATE OF consent_months, download ON channel FOR EACH ROW
  WHEN ((OLD.consent_months, OLD.download) IS DISTINCT FROM (NEW.consent_months, NEW.download))
  EXECUTE FUNCTION gate_of_channel();
