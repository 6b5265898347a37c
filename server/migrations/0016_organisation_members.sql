-- Members are invited by address (D67): an invitation belongs to the account that has verified this address, so it does not
-- depend on whether there is one. Name and address are as the inviting member typed them.
CREATE TABLE organisation_invitation (
  id              uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisation,
  email           text NOT NULL,
  email_key       text NOT NULL,
  name            text NOT NULL,
  role            text NOT NULL CHECK (role IN ('representative', 'staff', 'viewer')),
  invited_by      uuid NOT NULL REFERENCES account,
  invited_at      timestamptz(3) NOT NULL,
  expires_at      timestamptz(3) NOT NULL,
  UNIQUE (organisation_id, email_key)
);
CREATE INDEX organisation_invitation_address ON organisation_invitation (email_key);
GRANT SELECT, INSERT, UPDATE, DELETE ON organisation_invitation TO kyc_app;

-- The folded name, and for personal organisations also the folded address, for the search of admins (D18).
ALTER TABLE organisation ADD COLUMN search_text text NOT NULL DEFAULT '';
UPDATE organisation o SET search_text = a.search_text FROM account a WHERE a.id = o.person_id;
ALTER TABLE organisation ALTER COLUMN search_text DROP DEFAULT;
CREATE INDEX organisation_search ON organisation USING gin (text_grams(search_text));

-- An id that is taken is replaced by one of the present time, because lists are in the order of ids.
CREATE FUNCTION create_personal_organisation(account account, at timestamptz) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  new_id uuid := account.id;
BEGIN
  IF EXISTS (SELECT FROM organisation WHERE id = new_id) THEN
    new_id := (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
      || right(replace(gen_random_uuid()::text, '-', ''), 19))::uuid;
  END IF;
  INSERT INTO organisation (id, name, search_text, kind, person_id, created_at, updated_at)
  VALUES (new_id, account.name, account.search_text, 'personal', account.id, at, at);
  INSERT INTO membership (account_id, organisation_id, role, joined_at)
  VALUES (account.id, new_id, 'representative', at);
  RETURN new_id;
END $$;

CREATE OR REPLACE FUNCTION follow_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM create_personal_organisation(NEW, NEW.created_at);
  ELSIF OLD.search_text <> NEW.search_text OR OLD.name <> NEW.name THEN
    UPDATE organisation SET name = NEW.name, search_text = NEW.search_text, updated_at = NEW.updated_at
    WHERE person_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER follow_account ON account;
CREATE TRIGGER follow_account AFTER INSERT OR UPDATE OF name, email_folded ON account
  FOR EACH ROW EXECUTE FUNCTION follow_account();
DROP FUNCTION create_personal_organisation(account);
