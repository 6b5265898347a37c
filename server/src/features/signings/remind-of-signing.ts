import { day } from '@kyc/contract/durations.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireMayContact } from '../access/may-contact.ts'
import { requireEditable } from '../access/visible-to.ts'
import { mailSigningReminder } from '../mails/mail-signing-performer.ts'
import { getSigning } from './get-signing.ts'
import { lockSigning } from './lock-signing.ts'
import { findPageMail, insertPageLink } from './page/page-link.ts'
import { recordSigning } from './record-signing.ts'
import { type SigningOfActor, updateSigning } from './signing-repository.ts'
import type { SigningServices } from './signing-services.ts'
import { requireUnsigned } from './signing-state.ts'

/** Milliseconds between two reminders. */
const pause = day / signingLimits.remindersPerDay

/** Mails the performer a new link to its page, to the stored address. */
export async function remindOfSigning(
  services: SigningServices,
  { actor, found, ip }: { readonly actor: Actor; readonly found: SigningOfActor; readonly ip: string | null },
): Promise<Signing> {
  requireEditable(found)
  await inTransaction(services.db, async (tx) => {
    const { row, performer } = await lockSigning(tx, actor, found)
    const at = services.clock.now()
    requireUnsigned(row, at)
    if (row.organisation_disabled) throw new Problem('ORGANISATION_DISABLED')
    const left = row.reminded_at ? row.reminded_at.getTime() + pause - at.getTime() : 0
    if (left > 0) throw new Problem('RATE_LIMITED', { retryAfterSeconds: Math.ceil(left / 1000) })
    const mail = await findPageMail(services, tx, row)
    if (!mail) throw new Problem('SIGNING_STATE')
    await requireMayContact(services, tx, { actor: actor.id, organisation: performer.owner_id })
    const link = await insertPageLink(services, tx, {
      performerId: performer.id,
      ownerId: performer.owner_id,
      createdBy: actor.id,
      language: row.language,
      email: mail.email,
    })
    await mailSigningReminder(services, tx, { ...link, organisation: row.organisation_name })
    await updateSigning(tx, row.id, { reminded_at: at })
    await recordSigning(services, tx, { actor, ip, performer, videoId: row.video_id }, 'signing_reminded')
  })
  return getSigning(services, services.db, actor, found.id)
}
