-- Hints for reviewers (D65): keyed hashes of the files, which show that two records share a picture.

CREATE TABLE document_hash (
  document_id uuid PRIMARY KEY REFERENCES document_version,
  -- HMAC of the SHA-256 of the received file.
  file_key    bytea NOT NULL,
  -- The perceptual hash of the photo of a face, encrypted; null for other documents.
  picture_enc bytea
);
CREATE INDEX document_hash_file ON document_hash (file_key);
GRANT SELECT, INSERT, UPDATE, DELETE ON document_hash TO kyc_app;

-- HMACs of the parts of the perceptual hash: pictures that share a part are compared.
CREATE TABLE document_hash_part (
  part        bigint NOT NULL,
  document_id uuid NOT NULL REFERENCES document_hash ON DELETE CASCADE,
  PRIMARY KEY (part, document_id)
);
CREATE INDEX document_hash_part_document ON document_hash_part (document_id);
GRANT SELECT, INSERT, DELETE ON document_hash_part TO kyc_app;

-- Whatever destroys a document destroys its hashes.
CREATE FUNCTION delete_hashes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM document_hash WHERE document_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_hashes AFTER UPDATE OF destroyed_at ON document_version
  FOR EACH ROW WHEN (NEW.destroyed_at IS NOT NULL) EXECUTE FUNCTION delete_hashes();

-- Performers of all owners with the same date of birth.
CREATE INDEX performer_birth ON performer (date_of_birth)
  WHERE sealed_at IS NULL AND date_of_birth IS NOT NULL AND version > 0;
