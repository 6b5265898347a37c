CREATE INDEX CONCURRENTLY IF NOT EXISTS document_withheld_until ON document_version (undo_until) WHERE undo_until IS NOT NULL;
