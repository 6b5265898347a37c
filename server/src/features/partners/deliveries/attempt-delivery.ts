import type { CallbackRules } from '../../../platform/callbacks/callback-rules.ts'
import { postCallback } from '../../../platform/callbacks/post-callback.ts'
import type { CallbackOutcome } from '../../../platform/callbacks/read-answer.ts'
import { signCallback } from '../../../platform/callbacks/sign-callback.ts'
import { completeResult } from '../id-token.ts'
import { findPartner, type PartnerRow } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { validSecrets } from '../secrets.ts'
import type { Claim } from './claim-delivery.ts'
import { openPayload } from './payload.ts'
import { recordAttempt } from './record-attempt.ts'

/**
 * Makes the attempt that `claim` allows and records how it ended; true if it arrived.
 * @param stop gives up without a record: the attempt is then made again as if this process had died
 */
export async function attemptDelivery(
  services: PartnerServices,
  claim: Claim,
  stop?: AbortSignal,
): Promise<boolean> {
  const at = services.clock.now()
  const begun = performance.now()
  const outcome = await send(services, claim, { at, ...(stop ? { stop } : {}) })
  const durationMs = Math.round(performance.now() - begun)
  await recordAttempt(services, claim, { ...outcome, at, durationMs })
  return outcome.failure === null
}

async function send(
  services: PartnerServices,
  claim: Claim,
  { at, stop }: { at: Date; stop?: AbortSignal },
): Promise<CallbackOutcome> {
  const partner = await findPartner(services.db, claim.partnerId)
  // The list may have become shorter since the delivery was written.
  if (!partner?.callback_origins.includes(new URL(claim.url).origin)) {
    return { status: null, failure: 'refused_address', answer: null }
  }
  const { unreadable } = services
  const payload = unreadable.open('deliveries', claim.id, () =>
    openPayload(services, claim.id, claim.payload),
  )
  const secrets = await validSecrets(services, services.db, partner.id)
  // Without a secret the partner could not verify the sender.
  if (!payload || secrets.length === 0) return { status: null, failure: 'unreadable', answer: null }
  const body = JSON.stringify(await completeResult(services, payload))
  const headers = signCallback({ id: claim.id, at, body }, secrets)
  const rules = rulesFor(services.config, partner)
  const outcome = await postCallback(
    { url: claim.url, body, headers },
    { rules, ...(stop ? { signal: stop } : {}) },
  )
  return { ...outcome, answer: outcome.answer && withoutTokens(outcome.answer) }
}

/** D33: nothing on this machine is called but test partners. */
function rulesFor({ callbacks, demo }: PartnerServices['config'], { mode }: PartnerRow): CallbackRules {
  const test = mode === 'test'
  return {
    ca: callbacks.ca,
    localAddresses: test ? callbacks.localAddresses : [],
    plainLoopback: test && demo,
  }
}

/**
 * Some receivers send back what they got; the token, whole or cut off and whatever stands before it, is not kept by
 * that way either (D34).
 */
function withoutTokens(answer: string): string {
  return answer.replace(/eyJ[\w-]+(\.[\w-]*){0,2}/g, '[token]')
}
