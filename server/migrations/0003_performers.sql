-- Performers, their keys, and counters that replace counting over all rows (D19, D54).

-- Lets one GIN index combine owner_id with grams.
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE performer (
  id                 uuid PRIMARY KEY,
  owner_id           uuid NOT NULL REFERENCES account,
  -- Names are stored as typed.
  last_name          text NOT NULL,
  first_name         text NOT NULL,
  last_name_roman    text NOT NULL,
  first_name_roman   text NOT NULL,
  -- The folded roman name (D19: sort=name).
  sort_name          text COLLATE "C" NOT NULL,
  -- The folded names in both orders, and their characters and bigrams (D18).
  search_text        text NOT NULL,
  search_grams       text[] NOT NULL,
  external_id        text COLLATE "C",
  -- Folded in width and case, for search by prefix (D18).
  external_key       text COLLATE "C" GENERATED ALWAYS AS (lower(normalize(external_id, NFKC))) STORED,
  email              text,
  date_of_birth      date,
  nationality        text,
  id_kind            text,
  status             text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'rejected', 'approved')),
  -- The order of D19: pending, rejected, approved.
  status_rank        smallint NOT NULL GENERATED ALWAYS AS
                       (CASE status WHEN 'pending' THEN 0 WHEN 'rejected' THEN 1 ELSE 2 END) STORED,
  -- The time since which a decision is pending; null while none is.
  pending_since      timestamptz(3),
  -- The earliest expiry date among the newest versions of its documents (D16).
  expires_on         date,
  -- The last change, for one line of a list.
  last_action        text NOT NULL DEFAULT 'create',
  last_resource_type text NOT NULL DEFAULT 'performer',
  last_document_type text,
  version            integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- Whether any document was ever decided on, or ever verified (D14, D15). A later decision replaces status, decided_by
  -- and decided_at of a document version, so these flags are stored separately and never reset.
  ever_decided       boolean NOT NULL DEFAULT false,
  ever_verified      boolean NOT NULL DEFAULT false,
  -- For each detail changed since the registration: the account that changed it last, the first version of the record
  -- that contains the change, and whether it was an edit or a reading of a reviewer (D6, D14):
  -- {"lastName": {"by": uuid, "version": 4, "act": "edit" | "verify"}}
  field_changes      jsonb NOT NULL DEFAULT '{}',
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  -- Deleted records are sealed until their retention ends (D17).
  sealed_at          timestamptz(3),
  sealed_by          uuid REFERENCES account,
  retain_until       date,
  legal_hold         boolean NOT NULL DEFAULT false,
  destroyed_at       timestamptz(3),
  -- The target of the foreign key that keeps videos and their performers with one owner (D23).
  CONSTRAINT performer_of_owner UNIQUE (id, owner_id)
);

-- Lists scan these in both directions; sealed records are in none of them. The indexes with the status in front serve
-- each status and, merged, all statuses together, so that no combination of filter and order reads more than a page.
-- "version > 0" is true for every row. Queries over all owners repeat it to match these partial indexes; without it, the
-- planner would scan the rows of all owners for those of one.
CREATE INDEX performer_created ON performer (created_at, id) WHERE sealed_at IS NULL AND version > 0;
CREATE INDEX performer_owner_created ON performer (owner_id, created_at, id) WHERE sealed_at IS NULL;
CREATE INDEX performer_status ON performer (status_rank, created_at, id) WHERE sealed_at IS NULL AND version > 0;
CREATE INDEX performer_owner_status ON performer (owner_id, status_rank, created_at, id) WHERE sealed_at IS NULL;
CREATE INDEX performer_updated ON performer (status_rank, updated_at, id) WHERE sealed_at IS NULL AND version > 0;
CREATE INDEX performer_owner_updated ON performer (owner_id, status_rank, updated_at, id) WHERE sealed_at IS NULL;
CREATE INDEX performer_name ON performer (status_rank, sort_name, id) WHERE sealed_at IS NULL AND version > 0;
CREATE INDEX performer_owner_name ON performer (owner_id, status_rank, sort_name, id) WHERE sealed_at IS NULL;
CREATE INDEX performer_expires ON performer (expires_on)
  WHERE sealed_at IS NULL AND version > 0 AND expires_on IS NOT NULL;
CREATE INDEX performer_owner_expires ON performer (owner_id, expires_on)
  WHERE sealed_at IS NULL AND expires_on IS NOT NULL;
CREATE INDEX performer_pending ON performer (pending_since) WHERE sealed_at IS NULL AND pending_since IS NOT NULL;
CREATE INDEX performer_grams ON performer USING gin (owner_id, search_grams) WHERE sealed_at IS NULL;
CREATE UNIQUE INDEX performer_external ON performer (owner_id, external_id)
  WHERE sealed_at IS NULL AND external_id IS NOT NULL;
CREATE INDEX performer_external_key ON performer (external_key) WHERE sealed_at IS NULL AND external_id IS NOT NULL;
CREATE INDEX performer_owner_external_key ON performer (owner_id, external_key)
  WHERE sealed_at IS NULL AND external_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON performer TO kyc_app;

-- One data key per performer, wrapped by the master key; destroying it destroys every file (D17).
CREATE TABLE performer_key (
  performer_id uuid PRIMARY KEY REFERENCES performer,
  kek_id       text NOT NULL,
  wrapped      bytea,
  destroyed_at timestamptz
);
GRANT SELECT, INSERT, UPDATE ON performer_key TO kyc_app;

-- Counters by owner; the zero uuid counts all owners. A count is the sum of its slots: concurrent transactions update
-- different slots and don't block each other.
CREATE TABLE counter (
  owner_id uuid NOT NULL,
  name     text NOT NULL,
  slot     smallint NOT NULL,
  n        bigint NOT NULL,
  PRIMARY KEY (owner_id, name, slot)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE ON counter TO kyc_app;

-- Events per day in Japan, for the charts.
CREATE TABLE daily_counter (
  day  date NOT NULL,
  name text NOT NULL,
  slot smallint NOT NULL,
  n    bigint NOT NULL,
  PRIMARY KEY (day, name, slot)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE ON daily_counter TO kyc_app;

-- The slot of this transaction: one that no other transaction is writing, so that transactions neither block each other
-- nor lock slots in crossing orders.
CREATE FUNCTION counter_slot() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  slots CONSTANT integer := 16;
  slot integer;
BEGIN
  FOR i IN 0..slots - 1 LOOP
    slot := (pg_backend_pid() + i) % slots;
    IF pg_try_advisory_xact_lock(720355, slot) THEN
      RETURN slot;
    END IF;
  END LOOP;
  PERFORM pg_advisory_xact_lock(720355, slot);
  RETURN slot;
END $$;

CREATE FUNCTION bump(p_owner uuid, p_name text, p_delta bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO counter (owner_id, name, slot, n)
  SELECT owner, p_name, own.slot, p_delta
  FROM counter_slot() AS own (slot), unnest(ARRAY['00000000-0000-0000-0000-000000000000', p_owner]) AS owner
  ON CONFLICT (owner_id, name, slot) DO UPDATE SET n = counter.n + excluded.n
$$;

CREATE FUNCTION bump_day(p_at timestamptz, p_name text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO daily_counter (day, name, slot, n)
  VALUES ((p_at AT TIME ZONE 'Asia/Tokyo')::date, p_name, counter_slot(), 1)
  ON CONFLICT (day, name, slot) DO UPDATE SET n = daily_counter.n + 1
$$;

CREATE FUNCTION count_performer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.sealed_at IS NULL THEN
      PERFORM bump(NEW.owner_id, 'performer.' || NEW.status, 1);
    END IF;
    PERFORM bump_day(NEW.created_at, 'performer.registered');
  ELSIF OLD.sealed_at IS NULL AND NEW.sealed_at IS NOT NULL THEN
    PERFORM bump(OLD.owner_id, 'performer.' || OLD.status, -1);
    PERFORM bump(OLD.owner_id, 'document', -(SELECT count(*) FROM document_version d
                                             WHERE d.performer_id = OLD.id AND d.is_current));
  ELSIF OLD.sealed_at IS NULL AND OLD.status <> NEW.status THEN
    PERFORM bump(OLD.owner_id, 'performer.' || OLD.status, -1);
    PERFORM bump(OLD.owner_id, 'performer.' || NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_performer AFTER INSERT OR UPDATE OF status, sealed_at ON performer
  FOR EACH ROW EXECUTE FUNCTION count_performer();
