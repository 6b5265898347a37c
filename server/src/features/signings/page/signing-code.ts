import { day, minute } from '@kyc/contract/durations.ts'
import { obstaclesOf } from '@kyc/contract/signing-obstacles.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { countOrRefuse } from '../../../platform/attempts/attempt-repository.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailSigningCode } from '../../mails/mail-signing-performer.ts'
import { macOfCode, newCode } from '../../performer-links/mailed-code.ts'
import { type SigningContent, signingBoxes } from '../../records/signing-content.ts'
import { type SigningRow, updateSigning } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { progressOf, requireUnsigned } from '../signing-state.ts'
import { refuseEnded } from './change-facts.ts'
import { lockPageSigning, type PageSigningCall } from './lock-page-signing.ts'
import { findPageMail } from './page-link.ts'

/** Mails the code that signs, to the stored address; it replaces the former one. Refused while something stops the signature. */
export async function requestSigningCode(services: SigningServices, call: PageSigningCall): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const { row } = await lockPageSigning(services, tx, call)
    await requireSignable(services, tx, row)
    const rule = { failures: signingLimits.codesPerDay, window: day, duration: day }
    await countOrRefuse(tx, { bucket: `signing-code-mails:${row.id}`, rule })
    const mail = await findPageMail(services, tx, row)
    if (!mail) throw new Problem('SIGNING_STATE')
    const code = newCode()
    await updateSigning(tx, row.id, {
      code_mac: await macOfCode(services, tx, row, code),
      code_expires_at: new Date(services.clock.now().getTime() + signingLimits.codeMinutes * minute),
    })
    await mailSigningCode(services, tx, { ...mail, code })
  })
}

/** Refuses a signature that an obstacle stops, and returns what the organisation has entered. */
export async function requireSignable(
  services: SigningServices,
  tx: Tx,
  row: SigningRow,
): Promise<SigningContent> {
  const now = services.clock.now()
  requireUnsigned(row, now)
  await refuseEnded(tx, row)
  const boxes = await signingBoxes(services, tx, row.performer_id)
  const content = boxes.decrypt<SigningContent>('content', row.id, row.content_box)
  if (obstaclesOf(progressOf(row, content), now).length > 0) throw new Problem('SIGNING_NOT_YET')
  return content
}
