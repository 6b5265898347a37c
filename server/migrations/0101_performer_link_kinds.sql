ALTER TABLE performer_link VALIDATE CONSTRAINT performer_link_kind;
-- Accepted: replaced by performer_link_usable_kind, and an older server ends every link of a performer before it inserts one.
DROP INDEX IF EXISTS performer_link_usable;
