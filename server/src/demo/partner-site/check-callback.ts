import type { IncomingHttpHeaders } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { Webhook } from 'standardwebhooks'
import type { PartnerKeys } from './partner-keys.ts'

/** A received callback and the result of its verification. */
export interface CheckedCallback {
  readonly at: Date
  readonly id: string
  readonly body: string
  /** Null if valid, otherwise the reason. */
  readonly signature: string | null
  readonly token: string | null
}

export type CheckCallback = (headers: IncomingHttpHeaders, body: string) => Promise<CheckedCallback>

/** Verifies callbacks like a partner: with the reference library and the published keys of the product. */
export function callbackCheck(product: URL, { companyId, signingSecret }: PartnerKeys): CheckCallback {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', product))
  return async (headers, body) => {
    const signature = await faultOf(async () => verifySignature(signingSecret, headers, body))
    const token = await faultOf(async () => {
      const expected = { audience: companyId, issuer: product.origin }
      await jwtVerify(tokenIn(body), keys, expected)
    })
    return { at: new Date(), id: String(headers['webhook-id'] ?? ''), body, signature, token }
  }
}

function verifySignature(secret: string, headers: IncomingHttpHeaders, body: string): void {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  new Webhook(secret).verify(
    body,
    Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')])),
  )
}

function tokenIn(body: string): string {
  const result: unknown = JSON.parse(body)
  const token =
    result !== null && typeof result === 'object' && 'id_token' in result ? result.id_token : undefined
  if (typeof token !== 'string') throw new Error('id_token is missing')
  return token
}

async function faultOf(check: () => Promise<void>): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
