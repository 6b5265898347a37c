-- The accounts that replaced a PDF of the draft: none of them reviews what was signed (D6).
ALTER TABLE signing ADD COLUMN drafters uuid[] NOT NULL DEFAULT '{}';
