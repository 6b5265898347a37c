-- The time from submission to decision (D54), without reading the rows.
CREATE INDEX document_decided ON document_version (decided_at) INCLUDE (uploaded_at) WHERE decided_at IS NOT NULL;
