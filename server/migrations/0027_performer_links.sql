-- The performer's own link to its record (D66). Only the hash of its token is stored.
CREATE TABLE performer_link (
  id              uuid PRIMARY KEY,
  performer_id    uuid NOT NULL REFERENCES performer,
  -- The owner of the record when the link was sent: a transfer ends the link.
  owner_id        uuid NOT NULL REFERENCES organisation,
  -- The account that sent it; the link ends with its right to edit the record.
  created_by      uuid NOT NULL REFERENCES account,
  created_at      timestamptz(3) NOT NULL,
  expires_at      timestamptz(3) NOT NULL CHECK (expires_at > created_at),
  language        text NOT NULL CHECK (language IN ('ja', 'en')),
  token_hash      bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  -- The address that it was mailed to, encrypted with the key of the performer; null once the link has ended.
  email_box       bytea,
  -- The hash of the cookie of the bound browser.
  browser_key     bytea CHECK (length(browser_key) = 32),
  opened_at       timestamptz(3),
  id_kind_chosen  boolean NOT NULL DEFAULT false,
  -- HMAC of the code that binds another browser.
  code_mac        bytea,
  code_expires_at timestamptz(3),
  done_at         timestamptz(3),
  revoked_at      timestamptz(3),
  CONSTRAINT performer_link_opened CHECK ((browser_key IS NULL) = (opened_at IS NULL)),
  CONSTRAINT performer_link_code CHECK ((code_mac IS NULL) = (code_expires_at IS NULL))
);
-- At most one link of a performer can be used.
CREATE UNIQUE INDEX performer_link_usable ON performer_link (performer_id) WHERE revoked_at IS NULL AND done_at IS NULL;
CREATE INDEX performer_link_newest ON performer_link (performer_id, id DESC);
CREATE INDEX performer_link_browser ON performer_link (browser_key, opened_at DESC) WHERE browser_key IS NOT NULL;
CREATE INDEX performer_link_address ON performer_link (expires_at) WHERE email_box IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON performer_link TO kyc_app;

-- The consents of performers, with the wording that was shown. Rows are never changed.
CREATE TABLE performer_consent (
  id           uuid PRIMARY KEY,
  performer_id uuid NOT NULL REFERENCES performer,
  link_id      uuid NOT NULL UNIQUE REFERENCES performer_link ON DELETE CASCADE,
  at           timestamptz(3) NOT NULL,
  version      text NOT NULL,
  language     text NOT NULL CHECK (language IN ('ja', 'en')),
  wording      text NOT NULL
);
CREATE INDEX performer_consent_performer ON performer_consent (performer_id, id DESC);
GRANT SELECT, INSERT ON performer_consent TO kyc_app;

-- The link through which the performer submitted the version; uploaded_by is then the account that sent the link.
ALTER TABLE document_version ADD COLUMN uploaded_via_link uuid REFERENCES performer_link ON DELETE SET NULL;
CREATE INDEX document_version_link ON document_version (uploaded_via_link) WHERE uploaded_via_link IS NOT NULL;

-- Links and consents end with the record.
CREATE FUNCTION delete_performer_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM performer_link WHERE performer_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_performer_links AFTER UPDATE OF destroyed_at ON performer
  FOR EACH ROW WHEN (OLD.destroyed_at IS NULL AND NEW.destroyed_at IS NOT NULL)
  EXECUTE FUNCTION delete_performer_links();
