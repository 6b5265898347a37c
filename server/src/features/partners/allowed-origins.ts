import { isIP } from 'node:net'
import type { PartnerMode } from '@kyc/contract/partners.ts'
import type { PartnerServices } from './partner-services.ts'

type OriginConfig = Pick<PartnerServices['config'], 'demo' | 'callbacks'>

/** The use of a partner's address. The server calls callbacks only. */
export type OriginUse = 'callback' | 'redirect' | 'referrer'

/** Whether a test partner may use this local address: in demo mode or by a test setting. */
function mayBeLocal({ demo, callbacks }: OriginConfig, mode: PartnerMode, url: URL): boolean {
  if (mode !== 'test') return false
  if (demo && url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)) return true
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return callbacks.localAddresses.includes(`${url.hostname}:${port}`)
}

/** Whether a partner may list `origin`: a public host name on the default port, and https for callbacks. */
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

/** Whether the public DNS may contain the name. Its address is checked at each callback. */
function isPublicName(host: string): boolean {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0 || host.length > 253) return false
  const labels = host.split('.')
  if (labels.length < 2 || !labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))) {
    return false
  }
  const top = labels.at(-1) ?? ''
  return !privateDomains.has(top) && !host.endsWith('.home.arpa')
}

/** Top-level domains that the public DNS never has (RFC 6761, 6762, 8375; ICANN for internal use). */
const privateDomains = new Set(
  'localhost local internal invalid onion localdomain lan home corp intranet private'.split(' '),
)

/**
 * Returns the normalized `address` if it starts, byte for byte, with one of `origins`; otherwise undefined.
 * Rejects other spellings of the same origin and everything that two URL parsers could interpret differently.
 */
export function addressBelow(origins: readonly string[], address: string): string | undefined {
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(address) || !address.isWellFormed()) return undefined
  const origin = origins.find(
    (each) => address === each || address.startsWith(`${each}/`) || address.startsWith(`${each}?`),
  )
  const url = URL.parse(address)
  return origin !== undefined && url?.origin === origin ? url.href : undefined
}
