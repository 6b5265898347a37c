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
CREATE INDEX video_owner ON video (owner_id, id DESC);
CREATE UNIQUE INDEX video_external ON video (owner_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX video_search ON video USING gin (text_grams(search_text));

CREATE TABLE video_performer (
  video_id     uuid NOT NULL,
  performer_id uuid NOT NULL,
  owner_id     uuid NOT NULL,
  -- v7: the order in which they were added.
  id           uuid NOT NULL UNIQUE,
  added_by     uuid NOT NULL REFERENCES account,
  added_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (video_id, performer_id),
  FOREIGN KEY (video_id, owner_id) REFERENCES video (id, owner_id),
  FOREIGN KEY (performer_id, owner_id) REFERENCES performer (id, owner_id)
);
CREATE INDEX video_performer_order ON video_performer (video_id, id);
CREATE INDEX video_performer_performer ON video_performer (performer_id, video_id);

GRANT SELECT, INSERT, UPDATE ON video TO kyc_app;
GRANT SELECT, INSERT, DELETE ON video_performer TO kyc_app;
