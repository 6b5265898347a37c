import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { CallbackSettings } from './callback-settings.ts'

/** Exceptions to the rule that callbacks require a public HTTPS address on port 443. */
export interface CallbackRules extends CallbackSettings {
  /** Allows plain HTTP to this machine, for test partners in demo mode. */
  readonly plainLoopback: boolean
}

/** An allowed target, provided that `mayConnect` allows every address of the host. */
export interface CallbackTarget {
  readonly tls: boolean
  /** A host name, or an IP address without brackets. */
  readonly host: string
  /** The value of the Host header. */
  readonly hostHeader: string
  readonly port: number
  readonly path: string
  /** Whether a connection to `address` is allowed. */
  mayConnect(address: string): boolean
}

const secure = 443

/**
 * The target of `url`, or undefined if it is forbidden: another protocol or port than HTTPS on 443, a user name
 * or password, or a local host. URL normalizes every notation of an IPv4 address (decimal, octal, short,
 * full-width) to four decimal numbers.
 */
export function readTarget(url: string, rules: CallbackRules): CallbackTarget | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, host: hostHeader, port, username, password, pathname, search } = new URL(url)
  if (username !== '' || password !== '' || hostname === '') return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  const common = { host, hostHeader, path: `${pathname}${search}` }
  if (protocol === 'http:') {
    const allowed = rules.plainLoopback && (host === 'localhost' || isLoopbackAddress(host))
    return allowed
      ? { ...common, tls: false, port: Number(port || 80), mayConnect: isLoopbackAddress }
      : undefined
  }
  if (protocol !== 'https:') return undefined
  const target = { ...common, tls: true, port: Number(port || secure) }
  if (rules.localAddresses.includes(`${hostname}:${target.port}`))
    return { ...target, mayConnect: () => true }
  return target.port === secure && isAllowedHost(host)
    ? { ...target, mayConnect: isPublicAddress }
    : undefined
}

/** Refuses names of this machine and addresses that are not public, before a name is resolved. */
function isAllowedHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  return !/(^|\.)localhost\.?$/.test(host)
}

/** Internal addresses of cloud platforms that are not in the registry of special addresses. */
const platformHosts = new Set(['168.63.129.16'])
const [globalUnicast, globalBits] = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether `address`, as a resolver returns it, is a single host on the public Internet. False for private,
 * local, shared and reserved addresses and for addresses that embed another (mapped, 6to4, NAT64, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicIPv6(address)
  return ipaddr.IPv4.parse(address).range() === 'unicast' && !platformHosts.has(address)
}

function isPublicIPv6(text: string): boolean {
  // A zone selects an interface of this machine.
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false
  const address = ipaddr.IPv6.parse(text)
  return address.range() === 'unicast' && address.match(globalUnicast, globalBits)
}

function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
}
