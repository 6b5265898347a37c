import { isIP } from 'node:net'
import type { PartnerMode } from '@kyc/contract/partners.ts'
import type { PartnerServices } from './partner-services.ts'

type OriginConfig = Pick<PartnerServices['config'], 'demo' | 'callbacks'>

/** What a partner's addresses are for: callbacks are called by the server, the others are only compared or opened. */
export type OriginUse = 'callback' | 'redirect' | 'referrer'

/**
 * Whether an address of this machine is one that a partner may have: a test partner, in demo mode or where a test
 * setting names it (D33).
 */
export function mayBeLocal({ demo, callbacks }: OriginConfig, mode: PartnerMode, url: URL): boolean {
  if (mode !== 'test') return false
  if (demo && url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)) return true
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return callbacks.localAddresses.includes(`${url.hostname}:${port}`)
}

/** Whether a partner may have `origin` on its list: named in public, on the usual port, and https for callbacks. */
export function mayHaveOrigin(
  config: OriginConfig,
  mode: PartnerMode,
  origin: string,
  use: OriginUse,
): boolean {
  const url = URL.parse(origin)
  if (!url || url.origin !== origin) return false
  if (mayBeLocal(config, mode, url)) return true
  const schemes = use === 'callback' ? ['https:'] : ['https:', 'http:']
  return schemes.includes(url.protocol) && url.port === '' && isPublicName(url.hostname)
}

/** A name under a top-level domain that the public DNS may hold; what it leads to is checked at each call (D35). */
function isPublicName(host: string): boolean {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0 || host.length > 253) return false
  const labels = host.split('.')
  if (labels.length < 2 || !labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))) {
    return false
  }
  const top = labels.at(-1) ?? ''
  return !innerDomains.has(top) && !host.endsWith('.home.arpa')
}

/** Top-level domains that the public DNS never has (RFC 6761, 6762, 8375; ICANN for internal use). */
const innerDomains = new Set(
  'localhost local internal invalid onion localdomain lan home corp intranet private'.split(' '),
)

/**
 * `address` as it is kept if it lies below one of `origins`, to the letter: no other spelling of the same origin, and
 * nothing that two readers could take for two different places.
 */
export function addressBelow(origins: readonly string[], address: string): string | undefined {
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(address) || !address.isWellFormed()) return undefined
  const origin = origins.find(
    (each) => address === each || address.startsWith(`${each}/`) || address.startsWith(`${each}?`),
  )
  const url = URL.parse(address)
  return origin !== undefined && url?.origin === origin ? url.href : undefined
}
