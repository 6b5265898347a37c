-- How many entries each process has written (D121), so that one that disappears before it is sealed is missed.
CREATE TABLE audit_writer (
  writer uuid PRIMARY KEY,
  -- All acts with a number up to this one have ended.
  upto bigint NOT NULL,
  written bigint NOT NULL,
  -- Acts whose commit was never confirmed.
  unknown bigint NOT NULL,
  at_us bigint NOT NULL,
  mac bytea NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON audit_writer TO kyc_app;
