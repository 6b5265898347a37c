-- The key of the partner's server that created the address: what it has proven is a claim again once the key is revoked (D112). The
-- row of the key is deleted then, so there is no foreign key. Null for addresses of earlier versions.
ALTER TABLE kyc_address ADD COLUMN api_key_id uuid;
