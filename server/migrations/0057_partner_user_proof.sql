-- Whether the partner signed the link that named its user (D33). Without a signature, the id is a claim of the browser, which a signed
-- link of another account replaces.
ALTER TABLE kyc_session ADD COLUMN user_verified boolean NOT NULL DEFAULT false;
ALTER TABLE partner_user ADD COLUMN verified boolean NOT NULL DEFAULT false;
