-- Addresses that nothing proves to belong to the account's holder (D56).

-- The generated column reads email, which may be null from now on.
ALTER TABLE account DROP COLUMN search_text;
ALTER TABLE account
  -- Null once an unverified account has lost its address; email_key then holds the id, which equals no address.
  ALTER COLUMN email DROP NOT NULL,
  ADD COLUMN email_verified boolean NOT NULL DEFAULT true,
  -- The last mail to an unverified address: one an hour.
  ADD COLUMN verification_mailed_at timestamptz,
  ADD COLUMN search_text text
    GENERATED ALWAYS AS (fold_person(name) || chr(10) || coalesce(fold_person(email), '')) STORED,
  ADD CONSTRAINT account_unverified_rank CHECK (email_verified OR role = 'user'),
  ADD CONSTRAINT account_without_address CHECK (email IS NOT NULL OR (NOT email_verified AND email_key = id::text));
CREATE INDEX account_search ON account USING gin (text_grams(search_text));

-- Until now every account of the provider was created without regard to its address. They count as unverified until
-- the provider has been asked about each. Higher ranks were given by a superadmin or by the provider's claims and stay.
UPDATE account SET email_verified = false, provider_checked_at = NULL WHERE provider = 'firebase' AND role = 'user';
CREATE INDEX account_never_checked ON account (id) WHERE NOT email_verified AND provider_checked_at IS NULL;

ALTER TABLE one_time_token DROP CONSTRAINT one_time_token_purpose_check;
ALTER TABLE one_time_token ADD CONSTRAINT one_time_token_purpose_check
  CHECK (purpose IN ('invitation', 'password_reset', 'sso', 'email_verification'));
