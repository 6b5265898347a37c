import type { sendInquiry as endpoint } from '@kyc/contract/contact.ts'
import { hour } from '@kyc/contract/durations.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { countOrRefuse } from '../../platform/attempts/attempt-repository.ts'
import { pseudonym } from '../../platform/crypto/pseudonym.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { networkOf } from '../../platform/http/requests/addresses.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { answerOnce } from '../../platform/idempotency/answer-once.ts'
import { fingerprintOf, publicKeyOf } from '../../platform/idempotency/idempotency-key.ts'
import { newId } from '../../platform/ids.ts'
import { isMailAddress } from '../../platform/mail/mail.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { foldEmail } from '../accounts/fold-email.ts'
import { mailInquiry, mailInquiryReceived } from '../mails/mail-inquiry.ts'
import { insertInquiry } from './inquiries-repository.ts'
import type { InquiryServices } from './inquiry-services.ts'

type SentInquiry = BodyOf<typeof endpoint>

const route = 'contact.send'
const rule = { failures: limits.rate.contactPerHour, window: hour, duration: hour }

/**
 * Stores an inquiry and mails it to `CONTACT_TO`, with a confirmation to its sender (D43). A repeated call has no effect
 * and is not counted (D20).
 * @throws Problem INVALID_INPUT (email), RATE_LIMITED for the caller's network or the address that was typed,
 *   IDEMPOTENCY_KEY_REUSED, REQUEST_IN_PROGRESS
 */
export async function sendInquiry(
  services: InquiryServices,
  { website, ...sent }: SentInquiry,
  { actor, request }: { actor: Actor | undefined; request: RequestInfo },
): Promise<Readonly<Record<string, string>>> {
  // A hidden field: the program that filled it gets the usual answer.
  if (website) return {}
  refuseOddAddress(sent.email)
  const createdAt = services.clock.now()
  const inquiry = { id: newId(createdAt), ...sent }
  const key = publicKeyOf(services.config, { route, actor, request })
  const fingerprint = fingerprintOf([route, sent.name, sent.email, sent.subject, sent.message])
  const { headers } = await answerOnce(services.db, { key, fingerprint, status: 204 }, async (tx) => {
    await countSending(services, tx, sent.email, request)
    await insertInquiry(tx, { ...inquiry, created_at: createdAt })
    await services.audit.record(tx, {
      actor: actor?.id ?? null,
      action: 'create',
      resourceType: 'inquiry',
      resourceId: inquiry.id,
      owner: actor?.id ?? null,
      ip: request.ip,
      // What was written stays out: inquiries are erased, the log is not.
      details: {},
    })
    await mailInquiry(services, tx, { ...inquiry, createdAt })
    await mailInquiryReceived(services, tx, { ...inquiry, createdAt })
    return {}
  })
  return headers
}

/** An address that mail programs read as several, or as a name and an address, could lead to another recipient. */
function refuseOddAddress(email: string): void {
  if (isMailAddress(email)) return
  const fault = { field: 'email', message: '有効なメールアドレスを入力してください。' }
  throw new Problem('INVALID_INPUT', { field: fault.field, errors: [fault] })
}

/**
 * The mailbox behind an address, without a tag (after "+") and a final full stop: otherwise each tag would get its own
 * limit of confirmations.
 */
function mailboxOf(email: string): string {
  return foldEmail(email).replace(/\+.*@/, '@').replace(/\.+$/, '')
}

/** The database counts both limits: of any number of concurrent calls exactly as many pass as are allowed. */
async function countSending(
  { pseudonymKey }: InquiryServices,
  tx: Tx,
  email: string,
  request: Pick<RequestInfo, 'ip'>,
): Promise<void> {
  for (const bucket of [
    `contact:address:${networkOf(request.ip)}`,
    `contact:email:${pseudonym(pseudonymKey, mailboxOf(email))}`,
  ]) {
    await countOrRefuse(tx, { bucket, rule })
  }
}
