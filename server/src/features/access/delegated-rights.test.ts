import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useStage } from '../../testing/app/test-app.ts'

const { app } = useStage()

/** The column states who acted; the row gives no right. */
const states = 'states who acted'
/** The row belongs to this account, and is used by its own sessions only, with its present rights. */
const own = 'the account itself'

/** A legal hold protects the record after its author has left; each superadmin may end it. */
const protects = 'protects the record, and gives no right'

/**
 * The contract, or the share of a title, is offered in the name of the organisation (D101, D113), until one of its
 * members takes it back.
 */
const offered = 'the offer is that of the organisation'

/** A right that one account gives to another. `endedBy` names the test of its end, as `file: title` (D118). */
const delegated = (endedBy: string) => ({ endedBy })

/** Every column with the id of an account. */
const columns: Readonly<Record<string, string | { readonly endedBy: string }>> = {
  'audit_event.actor': states,
  'campaign.created_by': delegated(
    'campaigns/send-campaigns.test.ts: sends nothing once the account that started it has lost its right, until it has it again (D118)',
  ),
  'campaign.stopped_by': states,
  'contract_template.updated_by': states,
  'destruction_request.confirmed_by': delegated(
    'performers/sealed/second-person.test.ts: an early destruction ends when one of its two superadmins is none any more before it takes effect',
  ),
  'destruction_request.requested_by': delegated(
    'performers/sealed/request-destruction.test.ts: a request ends when its author is no superadmin any more',
  ),
  'digest_event.account_id': own,
  'document_opening.account_id': own,
  'document_version.decided_by': states,
  'document_version.destroyed_by': states,
  'document_version.uploaded_by': states,
  'document_view.account_id': own,
  'exported_performers.account_id': own,
  'gate_override.confirmed_by': states,
  'gate_override.requested_by': delegated(
    'videos/gate/override-rule.test.ts: a request for an override ends when its author is no superadmin any more',
  ),
  'inquiry.answered_by': states,
  'kyc_session.account_id': own,
  'legal_hold.ended_by': states,
  'legal_hold.put_by': protects,
  'looks_alert.account_id': own,
  'membership.account_id': own,
  'one_time_token.account_id': own,
  'one_time_token.issued_by': delegated(
    'accounts/links/invitation.test.ts: an invitation works only while its author may invite with that role (D118)',
  ),
  'organisation.approved_by': states,
  'organisation.person_id': own,
  'organisation_invitation.invited_by': delegated(
    'organisations/invitations.test.ts: works only while its author may invite (D118)',
  ),
  'partner_user.account_id': own,
  'passkey.account_id': own,
  'pending_sign_in.account_id': own,
  'performer.closed_by': states,
  'performer.registered_by': states,
  'performer.sealed_by': states,
  'performer_link.created_by': delegated('performer-links/performer-links.test.ts: its sender may only read'),
  'recovery_code.account_id': own,
  'review_claim.account_id': own,
  'undoable_decision.decided_by': own,
  'pack.created_by': delegated(
    'packs/pack-links.test.ts: a link opens nothing once its author may not create it any more',
  ),
  'paper.decided_by': states,
  'paper.uploaded_by': states,
  'paper_view.account_id': own,
  'review_note.written_by': states,
  'saved_filters.account_id': own,
  'publication.created_by': states,
  'session.account_id': own,
  'signing.created_by': states,
  'signing.sent_by': offered,
  'signing_question.answered_by': states,
  'subject_request.handled_by': states,
  'superadmin_request.account_id': own,
  'superadmin_request.requested_by': delegated(
    'accounts/users/new-superadmins.test.ts: a request changes nothing until it is confirmed, ends with its author, and can be refused',
  ),
  'takedown.closed_by': states,
  'takedown.confirmed_by': states,
  'takedown.created_by': states,
  'takedown_evidence.uploaded_by': states,
  'takedown_stop.acknowledged_by': states,
  'takedown_stop.acknowledged_by_partner': states,
  'totp.account_id': own,
  'transfer.requested_by': delegated(
    'organisations/transfers/transfers.test.ts: ends when its author is no superadmin any more',
  ),
  'upload_intent.account_id': own,
  'video.registered_by': states,
  'video_share.created_by': offered,
  'video_share_paper.granted_by': delegated(
    'shares/shared-papers.test.ts: a permission opens nothing once its author may not give it any more',
  ),
  'video_performer.added_by': states,
  'video_performer.facts_by': states,
}

test('every column with the id of an account states what ends the right that it gives (D118)', async () => {
  const rows = await app.sql<{ name: string }>(`
    SELECT DISTINCT c.table_name || '.' || c.column_name AS name
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      LEFT JOIN pg_constraint k ON k.contype = 'f' AND k.confrelid = 'account'::regclass
        AND k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
        AND k.conkey = ARRAY[c.ordinal_position::smallint]
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'uuid'
      AND (k.oid IS NOT NULL OR c.column_name ~ '(_by|^by|actor|author|account|person|user)')
    ORDER BY name`)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(columns).toSorted())
})

test('each delegated right names an existing test of its end', async () => {
  for (const column of Object.values(columns)) {
    if (typeof column === 'string') continue
    const [file = '', title = ''] = column.endedBy.split(/: (.*)/s)
    const source = await readFile(new URL(`../${file}`, import.meta.url), 'utf8')
    expect(source.includes(`'${title}'`), column.endedBy).toBe(true)
  }
})
