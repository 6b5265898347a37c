import { dayInJapan } from '@kyc/contract/dates.ts'
import { day } from '@kyc/contract/durations.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { PageSession } from '@kyc/contract/page-session.ts'
import type { signContract as endpoint } from '@kyc/contract/performer-page.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { contractFacts } from '@kyc/contract/title-vocabulary.ts'
import { countOrRefuse, deleteBucket } from '../../../platform/attempts/attempt-repository.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutPerformer } from '../../audit/about.ts'
import { isMailedCode } from '../../performer-links/mailed-code.ts'
import { type SigningContent, signingBoxes } from '../../records/signing-content.ts'
import { withdrawApproval } from '../../videos/papers/withdraw-approval.ts'
import { enqueueCopy } from '../copy/copy-job.ts'
import { updateSigning } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { requireUnsigned } from '../signing-state.ts'
import { changeFacts, type PageAct } from './change-facts.ts'
import { getPageSigning, lockPageSigning, type PageSigningCall } from './lock-page-signing.ts'
import { presentPage } from './present-page.ts'
import { requireSignable } from './signing-code.ts'

type Signature = BodyOf<typeof endpoint>

/**
 * Signs the contract that was read, with the mailed code. One transaction stores the signature, its facts, its entry
 * and the job that makes the copy; everything that could stop it is checked again under the lock. A signing allows few
 * wrong codes in all.
 */
export async function signContract(
  services: SigningServices,
  call: PageSigningCall,
  signature: Signature,
): Promise<PageSession> {
  const { db } = services
  const found = await getPageSigning(db, call)
  requireUnsigned(found, services.clock.now()) // checked before the attempt counts, as no code could sign it
  const bucket = `signing-codes:${found.id}`
  const span = signingLimits.signDays * day
  // Committed before the check, so that parallel guesses cannot exceed the limit.
  const rule = { failures: signingLimits.wrongCodes, window: span, duration: span }
  await countOrRefuse(db, { bucket, rule })
  return inTransaction(db, async (tx) => {
    const { link, row } = await lockPageSigning(services, tx, call)
    const content = await requireSignable(services, tx, row)
    if (row.contract_sha256.toString('hex') !== signature.contractSha256) throw new Problem('CONFLICT')
    if (!(await isMailedCode(services, tx, row, signature.code))) throw new Problem('SECOND_FACTOR_INVALID')
    await sign(services, tx, { link, row, content, strokes: signature.strokes ?? null, ip: call.ip })
    await deleteBucket(tx, bucket)
    return presentPage(services, tx, link)
  })
}

interface Signed extends PageAct {
  readonly content: SigningContent
  readonly strokes: Signature['strokes']
}

async function sign(
  services: SigningServices,
  tx: Tx,
  { link, row, content, strokes, ip }: Signed,
): Promise<void> {
  const at = services.clock.now()
  if (!row.sent_at) throw new Error('a draft is not signed')
  const offeredOn = dayInJapan(row.sent_at)
  await changeFacts(services, tx, { link, row, ip }, () => ({
    contract: {
      offeredOn,
      signedOn: dayInJapan(at),
      receivedOn: null,
      named: [...contractFacts],
      partnerIds: [...content.partnerIds],
      voidClauses: [],
      proof: 'performer',
    },
  }))
  const origin = { actor: null, ip }
  // An earlier approval was about another contract than the one of these facts.
  await withdrawApproval(services, tx, origin, {
    videoId: row.video_id,
    performerId: link.performer_id,
    ownerId: link.owner_id,
  })
  // The entry contains only what the copy may show, because the copy contains the proof of the entry.
  const about = aboutPerformer(link.performer_id, link.owner_id)
  const entry = await services.audit.recordProvable(tx, origin, 'update', about, {
    change: 'signing_signed',
    videoId: row.video_id,
    sha256: row.contract_sha256.toString('hex'),
    viaLink: link.id,
  })
  const boxes = await signingBoxes(services, tx, row.performer_id)
  await updateSigning(tx, row.id, {
    signed_at: at,
    signed_entry: entry,
    strokes_box: strokes && strokes.length > 0 ? boxes.encrypt('strokes', row.id, strokes) : null,
    code_mac: null,
    code_expires_at: null,
  })
  await enqueueCopy(services, tx, row.id)
}
