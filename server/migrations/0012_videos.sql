-- Videos and who appears in them (D23). A video has one owner and takes performers of that owner only: the two foreign
-- keys over the owner hold it, whatever the application does.

ALTER TABLE performer ADD CONSTRAINT performer_of_owner UNIQUE (id, owner_id);

CREATE TABLE video (
  id           uuid PRIMARY KEY,
  owner_id     uuid NOT NULL REFERENCES account,
  title        text NOT NULL,
  -- The sister service's name for it; one video of an owner has it.
  external_id  text,
  search_text  text GENERATED ALWAYS AS (fold_person(title)) STORED,
  version      integer NOT NULL DEFAULT 1,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  UNIQUE (id, owner_id)
);
CREATE INDEX video_owner ON video (owner_id, id);
CREATE UNIQUE INDEX video_external ON video (owner_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX video_search ON video USING gin (owner_id, text_grams(search_text));

-- What it really costs beside reading a row, so that no plan makes the grams anew row by row to spare itself the index;
-- and a search by the index is over before parallel helpers have started.
ALTER FUNCTION text_grams(text) COST 5000 PARALLEL UNSAFE;

-- What a search looks up: a single character as such; of a longer word the pairs say it all.
CREATE FUNCTION word_grams(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(
  SELECT DISTINCT substr(word, start, 2)
  FROM generate_series(1, greatest(length(word) - 1, 1)) start);

CREATE TABLE video_performer (
  video_id     uuid NOT NULL,
  performer_id uuid NOT NULL,
  owner_id     uuid NOT NULL,
  -- v7: the order in which they were added.
  id           uuid NOT NULL,
  added_by     uuid NOT NULL REFERENCES account,
  added_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (video_id, performer_id),
  -- Pages run on it. An index of the ids alone would tempt the planner to walk through all videos for those of one.
  UNIQUE (video_id, id),
  FOREIGN KEY (video_id, owner_id) REFERENCES video (id, owner_id),
  FOREIGN KEY (performer_id, owner_id) REFERENCES performer (id, owner_id)
);
CREATE INDEX video_performer_performer ON video_performer (performer_id, video_id);

GRANT SELECT, INSERT, UPDATE ON video TO kyc_app;
GRANT SELECT, INSERT, DELETE ON video_performer TO kyc_app;
