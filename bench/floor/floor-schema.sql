-- The tables of the floor: the same records, with only the indexes that its few queries need.

CREATE SCHEMA floor;

CREATE TABLE floor.token (token text PRIMARY KEY, account_id uuid NOT NULL);
INSERT INTO floor.token SELECT 'floor-token', id FROM account WHERE role = 'admin' LIMIT 1;

CREATE TABLE floor.performer AS
  SELECT id, owner_id, last_name, first_name, last_name_roman, first_name_roman, search_text, search_grams, external_id,
    email, date_of_birth, nationality, id_kind, status, expires_on, version, created_at, updated_at
  FROM performer;
ALTER TABLE floor.performer ADD PRIMARY KEY (id);
ALTER TABLE floor.performer ALTER status SET DEFAULT 'pending', ALTER version SET DEFAULT 1;
CREATE INDEX ON floor.performer (created_at DESC, id DESC);
CREATE INDEX ON floor.performer (owner_id, created_at DESC, id DESC);
CREATE INDEX ON floor.performer USING gin (owner_id, search_grams);

CREATE TABLE floor.audit (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at            timestamptz NOT NULL DEFAULT now(),
  actor_id      uuid NOT NULL,
  owner_id      uuid,
  action        text NOT NULL,
  resource_type text NOT NULL,
  resource_id   text NOT NULL,
  ip            text,
  details       jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX ON floor.audit (at);
CREATE INDEX ON floor.audit (owner_id, id DESC);
CREATE INDEX ON floor.audit (action, id DESC);
CREATE INDEX ON floor.audit (resource_type, id DESC);

CREATE TABLE floor.document (
  id uuid PRIMARY KEY, path text NOT NULL, size integer NOT NULL, sha256 bytea NOT NULL,
  key bytea NOT NULL, iv bytea NOT NULL, tag bytea NOT NULL
);

ANALYZE floor.performer;
GRANT USAGE ON SCHEMA floor TO kyc_app;
GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA floor TO kyc_app;
