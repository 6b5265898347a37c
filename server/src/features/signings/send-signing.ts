import { day } from '@kyc/contract/durations.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { isUnderAge } from '@kyc/contract/signing-obstacles.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import type { sendSigning as endpoint } from '@kyc/contract/signings.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireMayContact } from '../access/may-contact.ts'
import { requireEditable } from '../access/visible-to.ts'
import { mailSigningLink } from '../mails/mail-signing-performer.ts'
import { countSending } from '../performer-links/count-sending.ts'
import { requireOpenCase } from '../records/performers-repository.ts'
import { readFactsOf } from '../videos/facts/facts-repository.ts'
import { appearanceOf } from '../videos/facts/title-facts.ts'
import { getSigning } from './get-signing.ts'
import { lockSigning } from './lock-signing.ts'
import { insertPageLink } from './page/page-link.ts'
import { recordSigning } from './record-signing.ts'
import { type SigningOfActor, updateSigning } from './signing-repository.ts'
import type { SigningServices } from './signing-services.ts'

interface Sending {
  readonly actor: Actor
  readonly found: SigningOfActor
  readonly body: BodyOf<typeof endpoint>
  readonly ip: string | null
}

/**
 * Offers the contract and the sheet that the caller has seen: the signature of the organisation. Mails the performer a link to its page, in place
 * of the former one. A repeated call changes nothing.
 */
export async function sendSigning(
  services: SigningServices,
  { actor, found, body, ip }: Sending,
): Promise<Signing> {
  requireEditable(found)
  await inTransaction(services.db, async (tx) => {
    const { row, performer } = await lockSigning(tx, actor, found)
    if (!hasSeen(row, body)) throw new Problem('CONFLICT')
    if (row.sent_at && row.sent_by === actor.id && row.ended_at === null) return
    if (row.sent_at) throw new Problem('SIGNING_STATE')
    const at = services.clock.now()
    if (isUnderAge(performer.date_of_birth, at)) throw new Problem('SIGNING_UNDER_AGE')
    const { appearances } = await readFactsOf(tx, row.video_id)
    const appearance = appearances.find(({ performerId }) => performerId === performer.id)
    if (appearanceOf(appearance?.facts ?? {}).ended) throw new Problem('APPEARANCE_ENDED')
    if (row.organisation_disabled) throw new Problem('ORGANISATION_DISABLED')
    requireOpenCase(performer)
    await requireMayContact(services, tx, { actor: actor.id, organisation: performer.owner_id })
    await countSending(services, tx, performer, body.email)
    const expiresAt = new Date(at.getTime() + signingLimits.signDays * day)
    await updateSigning(tx, row.id, {
      owner_id: performer.owner_id,
      sent_at: at,
      sent_by: actor.id,
      expires_at: expiresAt,
    })
    const link = await insertPageLink(services, tx, {
      performerId: performer.id,
      ownerId: performer.owner_id,
      createdBy: actor.id,
      language: row.language,
      email: body.email,
    })
    await mailSigningLink(services, tx, {
      ...link,
      organisation: row.organisation_name,
      signUntil: expiresAt,
    })
    await recordSigning(services, tx, { actor, ip, performer, videoId: row.video_id }, 'signing_sent', {
      language: row.language,
      email: body.email,
      sha256: body.contractSha256,
    })
  })
  return getSigning(services, services.db, actor, found.id)
}

/** Whether the caller has seen both drafts as they are sent. */
function hasSeen({ contract_sha256, sheet_sha256 }: SigningOfActor, body: Sending['body']): boolean {
  return (
    contract_sha256.toString('hex') === body.contractSha256 &&
    sheet_sha256?.toString('hex') === body.sheetSha256
  )
}
