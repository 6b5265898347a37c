import { isIP } from 'node:net'
import type { CallbackRules } from './callback-rules.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

/** One place that a callback may go to, if what its name resolves to is allowed as well. */
export interface CallbackTarget {
  readonly tls: boolean
  /** A name, or an address without brackets. */
  readonly host: string
  /** As the header says it. */
  readonly hostHeader: string
  readonly port: number
  readonly path: string
  /** Of each address that the name resolves to, or that stands in the place of one. */
  mayReach(address: string): boolean
}

const secure = 443

/**
 * What `url` names, or undefined where callbacks never go: anything but HTTPS on its own port, or with a name and
 * password. URL has already written every notation of an IPv4 address (decimal, octal, short, full-width) as four
 * decimal numbers.
 */
export function readTarget(url: string, rules: CallbackRules): CallbackTarget | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, host: hostHeader, port, username, password, pathname, search } = new URL(url)
  if (username !== '' || password !== '' || hostname === '') return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  const place = { host, hostHeader, path: `${pathname}${search}` }
  if (protocol === 'http:') {
    const here = rules.plainLoopback && (host === 'localhost' || isLoopbackAddress(host))
    return here ? { ...place, tls: false, port: Number(port || 80), mayReach: isLoopbackAddress } : undefined
  }
  if (protocol !== 'https:') return undefined
  const target = { ...place, tls: true, port: Number(port || secure) }
  if (rules.localAddresses.includes(`${hostname}:${target.port}`)) return { ...target, mayReach: () => true }
  return target.port === secure && mayName(host) ? { ...target, mayReach: isPublicAddress } : undefined
}

/** Names of this machine are refused without a question to anybody; so are addresses, which need no resolver. */
function mayName(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  return !/(^|\.)localhost\.?$/.test(host)
}
