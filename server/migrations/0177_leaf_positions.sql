-- An entry at a negative position would count as sealed and be in no tree.
ALTER TABLE audit_leaf ADD CONSTRAINT audit_leaf_position CHECK (leaf_index >= 0) NOT VALID;
