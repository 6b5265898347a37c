-- The version of the record when the account fetched the picture: an approval that names no version of the record must not apply to
-- names that the reviewer has not seen (D11). Null for views of an older server, which count as views of the registration.
ALTER TABLE document_view ADD COLUMN performer_version integer;
