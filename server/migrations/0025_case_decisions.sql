-- Checks of an approval (D14), resubmissions of a slot, and closed cases (D78).

ALTER TABLE document_version
  -- What the reviewer confirmed when approving the version.
  ADD COLUMN checks text[] NOT NULL DEFAULT '{}',
  -- How often the slot was resubmitted, up to this version, since the registration or the last reopening.
  ADD COLUMN resubmission integer NOT NULL DEFAULT 0 CHECK (resubmission >= 0);

-- A closed case accepts neither files nor decisions, and does not wait for a review, until an admin reopens it.
ALTER TABLE performer
  ADD COLUMN case_closed text CHECK (case_closed IN ('final', 'resubmissions')),
  ADD COLUMN closed_at timestamptz(3),
  ADD COLUMN closed_by uuid REFERENCES account,
  ADD CONSTRAINT performer_case_closed CHECK (num_nonnulls(case_closed, closed_at, closed_by) IN (0, 3)),
  ADD CONSTRAINT performer_closed_waits_not CHECK (case_closed IS NULL OR pending_since IS NULL);
-- Counted by organisation, and of all.
CREATE INDEX performer_closed ON performer (owner_id) WHERE case_closed IS NOT NULL AND sealed_at IS NULL;

-- Also decisions on single documents that were revised, and reopened cases.
ALTER TABLE digest_event DROP CONSTRAINT digest_event_kind_check;
ALTER TABLE digest_event ADD CONSTRAINT digest_event_kind_check
  CHECK (kind IN ('approved', 'rejected', 'revised', 'reopened', 'expiring'));
