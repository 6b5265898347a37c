import { day } from '@kyc/contract/durations.ts'
import type { PageSession } from '@kyc/contract/page-session.ts'
import { relianceLimits } from '@kyc/contract/reliance-vocabulary.ts'
import { type Selectable, sql } from 'kysely'
import { countOrRefuse } from '../../../platform/attempts/attempt-repository.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutOrganisation, aboutPerformer } from '../../audit/about.ts'
import { mailRelianceOffered, mailReliancePermitted } from '../../mails/mail-reliance.ts'
import { findRecipient } from '../../organisations/find-recipient.ts'
import { lockBoundLink, type UsableLink } from '../../performer-links/link-repository.ts'
import { isMailedCode } from '../../performer-links/mailed-code.ts'
import { findOwn, recordEnd } from '../../reliances/end-reliance.ts'
import { lockReliance } from '../../reliances/reliance-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { getApproved } from './ask-reliance.ts'
import { presentPage } from './present-page.ts'

interface RelianceCall {
  readonly link: UsableLink
  readonly reliance: string
  readonly ip: string | null
}

/**
 * Permits the organisation that was named to rely on the approval that was shown, with the mailed code. The approval must be the same
 * still. Both organisations have an entry and a mail.
 */
export async function permitReliance(
  services: SigningServices,
  call: RelianceCall,
  code: string,
): Promise<PageSession> {
  const { performer_id: performerId } = call.link
  const rule = { failures: relianceLimits.wrongCodes, window: day, duration: day }
  if (!isId(call.reliance)) throw new Problem('RELIANCE_NOT_FOUND')
  // Committed before the check, so that parallel guesses cannot exceed the limit.
  await countOrRefuse(services.db, { bucket: `reliance-codes:${call.reliance}`, rule })
  return inTransaction(services.db, async (tx) => {
    const link = await lockBoundLink(tx, services.clock.now(), call.link)
    const asked = await lockAsked(tx, performerId, call.reliance)
    if (!asked) throw new Problem('RELIANCE_NOT_FOUND')
    if (asked.permitted_at) throw new Problem('RELIANCE_STATE')
    const approved = await getApproved(tx, performerId, services.clock.now())
    const recipient = await findRecipient(tx, asked.recipient_id, approved.owner_id)
    if (!recipient || !isSame(asked, approved)) throw new Problem('RELIANCE_STATE')
    if (!(await isMailedCode(services, tx, { ...asked, performer_id: performerId }, code)))
      throw new Problem('SECOND_FACTOR_INVALID')
    await tx
      .updateTable('identity_reliance')
      .set({ permitted_at: services.clock.now(), code_mac: null, code_expires_at: null })
      .where('id', '=', asked.id)
      .execute()
    const origin = { actor: null, ip: call.ip }
    await services.audit.record(tx, origin, 'share', aboutPerformer(performerId, approved.owner_id), {
      change: 'reliance_permitted',
      recipient: recipient.name,
      viaLink: link.id,
    })
    // The log of the other organisation has no address of the performer.
    await services.audit.record(tx, { actor: null, ip: null }, 'update', aboutOrganisation(recipient.id), {
      change: 'reliance_offered',
      organisation: link.organisation_name,
      viaLink: link.id,
    })
    await mailReliancePermitted(services, tx, {
      performerId,
      owner: approved.owner_id,
      recipient: recipient.name,
    })
    await mailRelianceOffered(services, tx, {
      recipient: recipient.id,
      organisation: link.organisation_name,
    })
    return presentPage(services, tx, link)
  })
}

/** Ends a permission of the performer. A repeat changes nothing. */
export function endOwnReliance(services: SigningServices, call: RelianceCall): Promise<PageSession> {
  return inTransaction(services.db, async (tx) => {
    const link = await lockBoundLink(tx, services.clock.now(), call.link)
    const own = sql`r.origin_id = ${link.performer_id}::uuid`
    const row = await lockReliance(tx, call.reliance, own)
    if (row)
      await recordEnd(services, tx, row, {
        by: 'performer',
        origin: { actor: null, ip: call.ip },
        viaLink: link.id,
      })
    else if (!isId(call.reliance) || !(await findOwn(tx, link.performer_id, call.reliance)))
      throw new Problem('RELIANCE_NOT_FOUND')
    return presentPage(services, tx, link)
  })
}

type Asked = Selectable<Tables['identity_reliance']>

async function lockAsked(tx: Tx, performerId: string, id: string): Promise<Asked | undefined> {
  return tx
    .selectFrom('identity_reliance')
    .selectAll()
    .where('id', '=', id)
    .where('origin_id', '=', performerId)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether the approval is the one that the performer has seen. */
function isSame(asked: Asked, now: Pick<Asked, 'owner_id' | 'checked_at' | 'expires_on'>): boolean {
  return (
    asked.owner_id === now.owner_id &&
    asked.checked_at.getTime() === now.checked_at.getTime() &&
    asked.expires_on === now.expires_on
  )
}
