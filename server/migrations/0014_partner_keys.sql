-- All API keys are keys of addresses (D33); the calls of a partner's server (D37) do not exist.
ALTER TABLE partner_key DROP COLUMN purpose;
