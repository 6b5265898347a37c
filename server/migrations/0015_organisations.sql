-- The owner of performers and videos is an organisation (D67). Every account has one: until now the owner was the
-- account itself, so its personal organisation takes over the account's id and no owner changes.

CREATE TABLE organisation (
  id              uuid PRIMARY KEY,
  name            text NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('personal', 'producer', 'distributor')),
  -- The only member of a personal organisation, which has the account's name.
  person_id       uuid UNIQUE REFERENCES account,
  disabled_at     timestamptz(3),
  -- Shown to the members.
  disabled_reason text,
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  CONSTRAINT organisation_person CHECK ((kind = 'personal') = (person_id IS NOT NULL)),
  CONSTRAINT organisation_disabled CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);
CREATE INDEX organisation_companies ON organisation (id) WHERE kind <> 'personal';
GRANT SELECT, INSERT, UPDATE ON organisation TO kyc_app;

-- A former member keeps the row, with left_at: the log shows former colleagues by name.
CREATE TABLE membership (
  account_id      uuid NOT NULL REFERENCES account,
  organisation_id uuid NOT NULL REFERENCES organisation,
  role            text NOT NULL CHECK (role IN ('representative', 'staff', 'viewer')),
  joined_at       timestamptz(3) NOT NULL,
  left_at         timestamptz(3),
  PRIMARY KEY (account_id, organisation_id)
);
CREATE INDEX membership_organisation ON membership (organisation_id, account_id);
GRANT SELECT, INSERT, UPDATE ON membership TO kyc_app;

-- The memberships that give access.
CREATE VIEW active_membership AS
  SELECT m.account_id, m.organisation_id, m.role
  FROM membership m JOIN organisation o ON o.id = m.organisation_id
  WHERE m.left_at IS NULL AND o.disabled_at IS NULL;
GRANT SELECT ON active_membership TO kyc_app;

INSERT INTO organisation (id, name, kind, person_id, created_at, updated_at)
SELECT id, name, 'personal', id, created_at, created_at FROM account;
INSERT INTO membership (account_id, organisation_id, role, joined_at)
SELECT id, id, 'representative', created_at FROM account;

-- Triggers, so that no way to create an account leaves it without an organisation. The id differs from the account's if
-- the first personal organisation has become a company.
CREATE FUNCTION create_personal_organisation(account account) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  new_id uuid := account.id;
BEGIN
  IF EXISTS (SELECT FROM organisation WHERE id = new_id) THEN
    new_id := gen_random_uuid();
  END IF;
  INSERT INTO organisation (id, name, kind, person_id, created_at, updated_at)
  VALUES (new_id, account.name, 'personal', account.id, account.updated_at, account.updated_at);
  INSERT INTO membership (account_id, organisation_id, role, joined_at)
  VALUES (account.id, new_id, 'representative', account.updated_at);
  RETURN new_id;
END $$;

CREATE FUNCTION follow_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM create_personal_organisation(NEW);
  ELSIF OLD.name <> NEW.name THEN
    UPDATE organisation SET name = NEW.name, updated_at = NEW.updated_at WHERE person_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER follow_account AFTER INSERT OR UPDATE OF name ON account
  FOR EACH ROW EXECUTE FUNCTION follow_account();

-- Rises when an account loses access to records, so that its requests in progress end (D27).
ALTER TABLE account ADD COLUMN access_generation integer NOT NULL DEFAULT 0;

CREATE FUNCTION narrow_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'membership' THEN
    UPDATE account SET access_generation = access_generation + 1 WHERE id = NEW.account_id;
  ELSE
    UPDATE account SET access_generation = access_generation + 1
    WHERE id IN (SELECT account_id FROM membership WHERE organisation_id = NEW.id AND left_at IS NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER narrow_access AFTER UPDATE ON membership
  FOR EACH ROW WHEN ((OLD.left_at IS NULL AND NEW.left_at IS NOT NULL) OR (OLD.role <> NEW.role))
  EXECUTE FUNCTION narrow_access();
CREATE TRIGGER narrow_access AFTER UPDATE ON organisation
  FOR EACH ROW WHEN (OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL) EXECUTE FUNCTION narrow_access();

-- The person who registered a record, apart from its owner (D6, D67).
ALTER TABLE performer ADD COLUMN registered_by uuid REFERENCES account;
UPDATE performer SET registered_by = owner_id;
ALTER TABLE performer
  ALTER COLUMN registered_by SET NOT NULL,
  DROP CONSTRAINT performer_owner_id_fkey,
  ADD FOREIGN KEY (owner_id) REFERENCES organisation;
ALTER TABLE video ADD COLUMN registered_by uuid REFERENCES account;
UPDATE video SET registered_by = owner_id;
ALTER TABLE video
  ALTER COLUMN registered_by SET NOT NULL,
  DROP CONSTRAINT video_owner_id_fkey,
  ADD FOREIGN KEY (owner_id) REFERENCES organisation;

-- Checked at the commit, so that a video and its performers can move to another owner together.
ALTER TABLE video_performer
  ALTER CONSTRAINT video_performer_video_id_owner_id_fkey DEFERRABLE,
  ALTER CONSTRAINT video_performer_performer_id_owner_id_fkey DEFERRABLE;
GRANT UPDATE (owner_id) ON video_performer TO kyc_app;

-- What each organisation has uploaded on a day (D59).
ALTER TABLE upload_quota DROP CONSTRAINT upload_quota_account_id_fkey;
ALTER TABLE upload_quota RENAME COLUMN account_id TO organisation_id;
ALTER TABLE upload_quota ADD FOREIGN KEY (organisation_id) REFERENCES organisation;

-- The owner of an entry about a record is an organisation, of an entry about an account, its results for partners and its
-- inquiries that account. A personal organisation may have the id of its account, so queries tell them apart by the
-- resource type. These are the entries of an account apart from those of organisations: its own acts, and those of others
-- about it.
DROP INDEX audit_event_elsewhere;
CREATE INDEX audit_event_personal_act ON audit_event
  ((CASE WHEN owner IS NULL OR rtype IN ('user', 'partner', 'inquiry') THEN actor END), id DESC);
CREATE INDEX audit_event_account ON audit_event ((CASE WHEN rtype IN ('user', 'partner', 'inquiry') THEN owner END), id DESC);

-- A record that moves takes its counts along.
CREATE OR REPLACE FUNCTION count_performer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted CONSTANT boolean := TG_OP = 'UPDATE' AND OLD.sealed_at IS NULL;
  counts  CONSTANT boolean := NEW.sealed_at IS NULL;
  documents bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM bump_day(NEW.created_at, 'performer.registered');
  END IF;
  IF counted AND (NOT counts OR OLD.owner_id <> NEW.owner_id) THEN
    documents := (SELECT count(*) FROM document_version d WHERE d.performer_id = OLD.id AND d.is_current);
    PERFORM bump(OLD.owner_id, 'document', -documents);
    IF counts THEN
      PERFORM bump(NEW.owner_id, 'document', documents);
    END IF;
  END IF;
  IF counted AND (NOT counts OR OLD.owner_id <> NEW.owner_id OR OLD.status <> NEW.status) THEN
    PERFORM bump(OLD.owner_id, 'performer.' || OLD.status, -1);
  END IF;
  IF counts AND (NOT counted OR OLD.owner_id <> NEW.owner_id OR OLD.status <> NEW.status) THEN
    PERFORM bump(NEW.owner_id, 'performer.' || NEW.status, 1);
  END IF;
  IF counted AND OLD.pending_since IS NOT NULL
     AND (NOT counts OR OLD.owner_id <> NEW.owner_id OR NEW.pending_since IS NULL) THEN
    PERFORM bump(OLD.owner_id, 'performer.waiting', -1);
  END IF;
  IF counts AND NEW.pending_since IS NOT NULL
     AND (NOT counted OR OLD.owner_id <> NEW.owner_id OR OLD.pending_since IS NULL) THEN
    PERFORM bump(NEW.owner_id, 'performer.waiting', 1);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER count_performer ON performer;
CREATE TRIGGER count_performer AFTER INSERT OR UPDATE OF status, sealed_at, pending_since, owner_id ON performer
  FOR EACH ROW EXECUTE FUNCTION count_performer();
