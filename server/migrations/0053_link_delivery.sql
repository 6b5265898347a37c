-- Whether a link was mailed or shown as a code, which its consent states (D66); the address is deleted at the end of the link.
-- Null for the links of the version before.
ALTER TABLE performer_link ADD COLUMN mailed boolean;
