-- The server compares the schema with its migrations, and waits until they are applied (D121). It holds no login that could.
GRANT SELECT ON schema_migration TO kyc_app;
