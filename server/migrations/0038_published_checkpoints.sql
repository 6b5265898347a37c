-- Which checkpoints were published outside (D39), so that a deleted file is detected.
CREATE TABLE audit_published (
  size bigint PRIMARY KEY
);
GRANT SELECT, INSERT ON audit_published TO kyc_app;
