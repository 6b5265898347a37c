CREATE INDEX CONCURRENTLY IF NOT EXISTS publication_address ON publication (address) WHERE address IS NOT NULL;
