-- Performers of one owner with the same date of birth, for the hint of the registration form.
CREATE INDEX performer_owner_birth ON performer (owner_id, date_of_birth)
  WHERE sealed_at IS NULL AND date_of_birth IS NOT NULL;
