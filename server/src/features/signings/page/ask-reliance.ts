import { dayInJapan } from '@kyc/contract/dates.ts'
import { day, minute } from '@kyc/contract/durations.ts'
import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { relianceLimits } from '@kyc/contract/reliance-vocabulary.ts'
import type { askReliance as endpoint } from '@kyc/contract/reliances.ts'
import { type Selectable, sql } from 'kysely'
import { countOrRefuse } from '../../../platform/attempts/attempt-repository.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailRelianceCode } from '../../mails/mail-reliance.ts'
import { findRecipient, type Recipient } from '../../organisations/find-recipient.ts'
import { openAddress } from '../../performer-links/link-address.ts'
import { lockBoundLink, type UsableLink } from '../../performer-links/link-repository.ts'
import { macOfCode, newCode } from '../../performer-links/mailed-code.ts'
import { presentCheck } from '../../reliances/present-reliances.ts'
import type { SigningServices } from '../signing-services.ts'
import { findPageAddress } from './page-link.ts'

/** The approval that another organisation may rely on, with the facts that it then reads. */
export type ApprovedRow = Pick<
  Selectable<Tables['performer']>,
  'last_name' | 'first_name' | 'last_name_roman' | 'first_name_roman' | 'owner_id'
> &
  Pick<
    Selectable<Tables['identity_reliance']>,
    'checked_at' | 'identity_check' | 'id_kind' | 'expires_on'
  > & {
    readonly date_of_birth: string
  }

/**
 * Names an organisation that may rely on the approval, and mails a code that permits it to the stored address. Nothing
 * is permitted yet. The number of attempts is limited, so that ids cannot be found by trying.
 */
export async function askReliance(
  services: SigningServices,
  { link: found, recipient: recipientId }: { readonly link: UsableLink; readonly recipient: string },
): Promise<ReplyOf<typeof endpoint>> {
  const rule = { failures: relianceLimits.codesPerDay, window: day, duration: day }
  // Committed before the check, so that a refused id counts.
  await countOrRefuse(services.db, { bucket: `reliance-code-mails:${found.performer_id}`, rule })
  return inTransaction(services.db, async (tx) => {
    const link = await lockBoundLink(tx, services.clock.now(), found)
    const approved = await getApproved(tx, link.performer_id, services.clock.now())
    const recipient = await findRecipient(tx, recipientId, approved.owner_id)
    if (!recipient) throw fieldProblem('recipient', '組織IDを、利用する組織にご確認ください。')
    await refuseRepeated(tx, link.performer_id, recipient)
    const id = await saveAsked(services, tx, { link, approved, recipient })
    return {
      id,
      recipient: recipient.name,
      facts: {
        ...presentCheck(approved),
        name: `${approved.last_name} ${approved.first_name}`,
        nameRoman: `${approved.last_name_roman} ${approved.first_name_roman}`,
        dateOfBirth: approved.date_of_birth,
      },
    }
  })
}

/**
 * The approval of the record as it is now. @throws Problem RELIANCE_STATE without one, or with an ID that has expired
 */
export async function getApproved(db: Db, performerId: string, now: Date): Promise<ApprovedRow> {
  const approved = await findApproved(db, performerId, now)
  if (!approved) throw new Problem('RELIANCE_STATE')
  return approved
}

export async function findApproved(db: Db, performerId: string, now: Date): Promise<ApprovedRow | undefined> {
  const { rows } = await sql<ApprovedRow>`
    SELECT p.last_name, p.first_name, p.last_name_roman, p.first_name_roman, p.owner_id, p.date_of_birth,
      d.decided_at AS checked_at, d.identity_check, coalesce(d.id_kind, p.id_kind) AS id_kind, d.expires_on
    FROM performer p JOIN organisation o ON o.id = p.owner_id AND o.approved_at IS NOT NULL AND o.disabled_at IS NULL
      JOIN document_version d ON d.performer_id = p.id AND d.type = 'idFront' AND d.is_current AND d.status = 'verified'
        AND d.decided_at IS NOT NULL AND d.destroyed_at IS NULL
    WHERE p.id = ${performerId}::uuid AND p.sealed_at IS NULL AND p.status = 'approved' AND p.date_of_birth IS NOT NULL
      AND coalesce(d.expires_on, 'infinity') >= ${dayInJapan(now)}::date`.execute(db)
  return rows[0]
}

/**
 * Refuses an organisation that may rely on the record already, or whose permission the organisation of the record has
 * ended.
 */
async function refuseRepeated(tx: Tx, performerId: string, recipient: Recipient): Promise<void> {
  const { rows } = await sql<{ open: boolean; refused: boolean; others: number }>`
    SELECT coalesce(bool_or(recipient_id = ${recipient.id}::uuid AND ended_at IS NULL), false) AS open,
      coalesce(bool_or(recipient_id = ${recipient.id}::uuid AND ended_by = 'origin'), false) AS refused,
      count(*) FILTER (WHERE ended_at IS NULL)::int AS others
    FROM identity_reliance WHERE origin_id = ${performerId}::uuid AND permitted_at IS NOT NULL`.execute(tx)
  const [row] = rows
  if (row?.refused) throw new Problem('RELIANCE_REFUSED')
  if (row?.open) throw fieldProblem('recipient', 'この組織には、すでに許可しています。')
  if ((row?.others ?? 0) >= relianceLimits.perRecord) throw new Problem('RELIANCE_LIMIT')
}

/** Stores what is asked for with its code, which replaces the former one, and mails the code. */
async function saveAsked(
  services: SigningServices,
  tx: Tx,
  {
    link,
    approved,
    recipient,
  }: { readonly link: UsableLink; readonly approved: ApprovedRow; readonly recipient: Recipient },
): Promise<string> {
  const { performer_id: performerId, language } = link
  const address = await findPageAddress(tx, performerId)
  if (!address) throw new Problem('RELIANCE_STATE')
  const at = services.clock.now()
  const code = newCode()
  const { checked_at, identity_check, id_kind, expires_on, owner_id } = approved
  await sql`DELETE FROM identity_reliance WHERE origin_id = ${performerId}::uuid AND permitted_at IS NULL`.execute(
    tx,
  )
  const id = newId(at)
  const code_mac = await macOfCode(services, tx, { id, performer_id: performerId }, code)
  await tx
    .insertInto('identity_reliance')
    .values({
      ...{ id, origin_id: performerId, owner_id, recipient_id: recipient.id, asked_at: at },
      ...{ code_mac, code_expires_at: new Date(at.getTime() + relianceLimits.codeMinutes * minute) },
      ...{ checked_at, identity_check, id_kind, expires_on },
    })
    .execute()
  const email = await openAddress(services, tx, address)
  await mailRelianceCode(services, tx, {
    ...{ performerId, email, language, organisation: link.organisation_name, code },
    recipient: recipient.name,
  })
  return id
}
