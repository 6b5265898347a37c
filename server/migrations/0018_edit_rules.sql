-- What an edit may change after a decision (D14, D15), who may decide after an edit (D6), and lost updates.

ALTER TABLE performer
  -- Whether any document was ever decided on, or ever verified. A later decision replaces status, decided_by and
  -- decided_at of a document version, so these flags are stored apart and are never reset.
  ADD COLUMN ever_decided  boolean NOT NULL DEFAULT false,
  ADD COLUMN ever_verified boolean NOT NULL DEFAULT false,
  -- For each detail that was changed since the registration: the account that changed it last, the version of the
  -- record from which the change holds, and whether it was an edit or a reading of a reviewer:
  -- {"lastName": {"by": uuid, "version": 4, "act": "edit" | "verify"}}
  ADD COLUMN field_changes jsonb NOT NULL DEFAULT '{}';

-- A decision that was replaced since is still in the audit log.
UPDATE performer p SET ever_decided = true, ever_verified = d.verified
FROM (
  SELECT performer_id, bool_or(verified) AS verified
  FROM (
    SELECT performer_id, status = 'verified' AS verified FROM document_version WHERE decided_at IS NOT NULL
    UNION ALL
    SELECT subject, action = 'verify' FROM audit_event
    WHERE action IN ('verify', 'reject') AND rtype = 'document' AND subject IS NOT NULL
  ) AS decision
  GROUP BY performer_id
) AS d
WHERE d.performer_id = p.id;

-- Which fields an earlier edit changed is encrypted in the log. The last editor other than the owner counts as the
-- editor of all fields that four eyes covers: too strict for some records, never too lenient for that editor.
UPDATE performer p SET field_changes = (
  SELECT jsonb_object_agg(field, jsonb_build_object('by', e.actor, 'version', p.version, 'act', 'edit'))
  FROM unnest(ARRAY['lastName', 'firstName', 'lastNameRoman', 'firstNameRoman', 'date_of_birth', 'idKind']) AS field)
FROM (
  SELECT DISTINCT ON (rid) rid, actor FROM audit_event
  WHERE action = 'update' AND rtype = 'performer' AND actor IS DISTINCT FROM owner
  ORDER BY rid, id DESC
) AS e
WHERE e.rid = p.id::text AND e.actor IS NOT NULL;

-- Saved answers are repeated as they are and must have the fields that an answer has from now on.
UPDATE idempotency_key SET body = '{"version": 1, "everDecided": false, "everVerified": false}'::jsonb || body
WHERE route = 'performers.create' AND body IS NOT NULL;
UPDATE idempotency_key SET body = '{"ownWork": false}'::jsonb || body
WHERE route = 'documents.replace' AND body IS NOT NULL;
