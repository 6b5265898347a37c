-- Videos and who appears in them. A video has one owner and accepts only performers of that owner (D23): the two foreign
-- keys over the owner enforce it.

CREATE TABLE video (
  id           uuid PRIMARY KEY,
  owner_id     uuid NOT NULL REFERENCES account,
  title        text NOT NULL,
  -- The id of the video in the sister service; unique per owner.
  external_id  text,
  -- The title, folded by the application (D18).
  search_text  text NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  UNIQUE (id, owner_id)
);
CREATE INDEX video_owner ON video (owner_id, id);
CREATE UNIQUE INDEX video_external ON video (owner_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX video_search ON video USING gin (owner_id, text_grams(search_text));
GRANT SELECT, INSERT, UPDATE ON video TO kyc_app;

-- The grams that a search for a word needs: its pairs of neighbours, or the character itself if it has only one.
CREATE FUNCTION word_grams(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(
  SELECT DISTINCT substr(word, start, 2)
  FROM generate_series(1, greatest(length(word) - 1, 1)) start);

CREATE TABLE video_performer (
  video_id     uuid NOT NULL,
  performer_id uuid NOT NULL,
  owner_id     uuid NOT NULL,
  -- A UUID v7: the order in which they were added.
  id           uuid NOT NULL,
  added_by     uuid NOT NULL REFERENCES account,
  added_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (video_id, performer_id),
  -- Pages scan it. With an index of the ids alone, the planner would scan all videos for those of one.
  UNIQUE (video_id, id),
  FOREIGN KEY (video_id, owner_id) REFERENCES video (id, owner_id),
  FOREIGN KEY (performer_id, owner_id) REFERENCES performer (id, owner_id)
);
CREATE INDEX video_performer_performer ON video_performer (performer_id, video_id);
GRANT SELECT, INSERT, DELETE ON video_performer TO kyc_app;
