ALTER TABLE audit_leaf VALIDATE CONSTRAINT audit_leaf_position;
