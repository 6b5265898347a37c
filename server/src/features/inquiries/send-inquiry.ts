import type { sendInquiry as endpoint } from '@kyc/contract/contact.ts'
import { hour } from '@kyc/contract/durations.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { networkOf } from '../../platform/http/requests/addresses.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { answerOnce } from '../../platform/idempotency/answer-once.ts'
import { fingerprintOf } from '../../platform/idempotency/idempotency-key.ts'
import { newId } from '../../platform/ids.ts'
import { isMailAddress } from '../../platform/mail/mail.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { foldEmail } from '../accounts/fold-email.ts'
import { callersKeyOf } from '../accounts/sessions/callers-key.ts'
import { addressPseudonym, countAttempt } from '../accounts/sign-in/lockout.ts'
import { mailInquiry, mailInquiryReceived } from '../mails/mail-inquiry.ts'
import { insertInquiry } from './inquiries-repository.ts'
import type { InquiryServices } from './inquiry-services.ts'

type SentInquiry = BodyOf<typeof endpoint>

const route = 'contact.send'
const rule = { failures: limits.rate.contactPerHour, window: hour, duration: hour }

/**
 * Stores an inquiry and mails it: to those who answer, and a confirmation to its sender (D43). The same call again
 * does nothing and does not count as another one (D20).
 * @throws Problem INVALID_INPUT (email), RATE_LIMITED for the caller's network or the address that was typed,
 *   IDEMPOTENCY_KEY_REUSED, REQUEST_IN_PROGRESS
 */
export async function sendInquiry(
  services: InquiryServices,
  { website, ...sent }: SentInquiry,
  { actor, request }: { actor: Actor | undefined; request: RequestInfo },
): Promise<Readonly<Record<string, string>>> {
  // People never meet this field: the program that filled it learns nothing from the answer.
  if (website) return {}
  refuseOddAddress(sent.email)
  const createdAt = services.clock.now()
  const inquiry = { id: newId(createdAt), ...sent }
  const key = callersKeyOf(services, { route, actor, request })
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

/** An address that mail takes for several, or for a name and an address, could be answered to somebody else. */
function refuseOddAddress(email: string): void {
  if (isMailAddress(email)) return
  const fault = { field: 'email', message: '有効なメールアドレスを入力してください。' }
  throw new Problem('INVALID_INPUT', { field: fault.field, errors: [fault] })
}

/**
 * Whose mails they are: tags behind a plus and a full stop at the end lead to the same person, who would otherwise get
 * as many acknowledgements as somebody can think of tags.
 */
function mailboxOf(email: string): string {
  return foldEmail(email).replace(/\+.*@/, '@').replace(/\.+$/, '')
}

/** Both limits are held by the database: of any number at once exactly as many get through as are allowed. */
async function countSending(
  { accountKeys }: InquiryServices,
  tx: Tx,
  email: string,
  request: Pick<RequestInfo, 'ip'>,
): Promise<void> {
  for (const bucket of [
    `contact:address:${networkOf(request.ip)}`,
    `contact:email:${addressPseudonym(accountKeys, mailboxOf(email))}`,
  ]) {
    const counted = await countAttempt(tx, bucket, rule)
    if ('retryAfterSeconds' in counted) throw new Problem('RATE_LIMITED', counted)
  }
}
