import { createHash } from 'node:crypto'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { cookieNames, wellFormed } from '../../../platform/http/requests/cookies.ts'
import { type IdempotencyKey, sentKeyOf } from '../../../platform/idempotency/idempotency-key.ts'
import type { AccountServices } from '../account-services.ts'

interface PublicCall {
  readonly route: string
  readonly actor: { readonly id: string } | undefined
  readonly request: Pick<RequestInfo, 'cookies' | 'header'>
}

/**
 * The key that a call sent, of an endpoint that needs no session (D20). It belongs to the account, or to the browser by the
 * pre-session that its CSRF token needs: no other browser has that cookie, so that none can ask for the saved answer.
 * @throws Problem INVALID_INPUT for a header that can't be a key
 */
export function callersKeyOf(
  { config }: { readonly config: Pick<AccountServices['config'], 'secureCookies'> },
  { route, actor, request }: PublicCall,
): IdempotencyKey | undefined {
  const scope = actor?.id ?? browserScope(wellFormed(request.cookies[cookieNames(config).preSession]))
  return scope === undefined ? undefined : sentKeyOf({ scope, route, request })
}

/** A hash in the form of an id: 128 of its bits, of a cookie with 256 random ones. */
function browserScope(preSession: string | undefined): string | undefined {
  if (preSession === undefined) return undefined
  const hash = createHash('sha256').update(preSession).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
