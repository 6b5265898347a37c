import type { sendInquiry as endpoint } from '@kyc/contract/contact.ts'
import { hour } from '@kyc/contract/durations.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { countOrRefuse } from '../../platform/attempts/attempt-repository.ts'
import { pseudonym } from '../../platform/crypto/pseudonym.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { networkOf } from '../../platform/http/requests/addresses.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { fingerprintOf, publicKeyOf } from '../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../platform/idempotency/reply-once.ts'
import { newId } from '../../platform/ids.ts'
import { isMailAddress } from '../../platform/mail/mail.ts'
import type { Actor } from '../access/actor.ts'
import { foldEmail } from '../accounts/fold-email.ts'
import { aboutInquiry } from '../audit/about.ts'
import { mailInquiry, mailInquiryReceived } from '../mails/mail-inquiry.ts'
import { insertInquiry } from './inquiries-repository.ts'
import type { InquiryServices } from './inquiry-services.ts'

type SentInquiry = BodyOf<typeof endpoint>

const route = 'contact.send'
const rule = { failures: limits.rate.contactPerHour, window: hour, duration: hour }

/**
 * Stores an inquiry and mails it to `CONTACT_TO`, with a confirmation to its sender (D43). A repeated call
 * has no effect and is not counted (D20).
 */
export async function sendInquiry(
  services: InquiryServices,
  { website, ...sent }: SentInquiry,
  { actor, request }: { actor: Actor | undefined; request: RequestInfo },
): Promise<Readonly<Record<string, string>>> {
  // A hidden field: a spam program that fills it gets the usual reply.
  if (website) return {}
  requireSingleAddress(sent.email)
  const createdAt = services.clock.now()
  const inquiry = { id: newId(createdAt), ...sent }
  const key = publicKeyOf(services.config, { route, actor, request })
  const fingerprint = fingerprintOf([route, sent.name, sent.email, sent.subject, sent.message])
  const { headers } = await replyOnce(services, { key, fingerprint, status: 204 }, async (tx) => {
    await countSending(services, tx, sent.email, request)
    await insertInquiry(tx, { ...inquiry, created_at: createdAt })
    await services.audit.record(
      tx,
      { actor, request },
      'create',
      aboutInquiry(inquiry.id, actor?.id ?? null),
      {},
    )
    await mailInquiry(services, tx, { ...inquiry, createdAt })
    await mailInquiryReceived(services, tx, { ...inquiry, createdAt })
    return {}
  })
  return headers
}

/** Rejects input that mail programs parse as several addresses, which would add recipients. */
function requireSingleAddress(email: string): void {
  if (isMailAddress(email)) return
  throw fieldProblem('email', '有効なメールアドレスを入力してください。')
}

/**
 * The mailbox of an address, without its tag (after "+") and final full stop: otherwise each tag would have
 * its own limit of confirmations.
 */
function mailboxOf(email: string): string {
  return foldEmail(email).replace(/\+.*@/, '@').replace(/\.+$/, '')
}

/** Counts in the database, so that concurrent calls can't exceed either limit. */
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
