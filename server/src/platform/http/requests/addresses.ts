import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { isLoopback } from '../../settings/environment.ts'

/** Checks of Host and Origin against the public address. */
export interface Addresses {
  /** Whether the request has exactly one Host, which is ours, and a plain path. */
  hostMatches(request: FastifyRequest): boolean
  /**
   * Whether a call comes from our own pages. Origin and Sec-Fetch-Site must be ours if present; a client that sends
   * neither is not a browser, and the CSRF token decides.
   */
  originMatches(request: FastifyRequest): boolean
  /** Whether a WebSocket comes from our own pages. Browsers always send Origin; other clients are refused. */
  socketOriginMatches(request: FastifyRequest): boolean
}

export function addresses(config: Pick<Config, 'publicUrl'>): Addresses {
  const { publicUrl } = config
  // The loopback names are interchangeable in a local trial.
  const local = isLoopback(publicUrl.hostname)
  const isOurs = (host: string | undefined) => {
    if (host === undefined) return false
    if (host === publicUrl.host) return true
    const name = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase()
    return name !== undefined && (name === publicUrl.hostname || (local && isLoopback(name)))
  }
  const isOurOrigin = ({ origin, host }: FastifyRequest['headers']) =>
    origin === publicUrl.origin || (local && isOurs(host) && origin === `http://${host}`)
  return {
    hostMatches(request) {
      const { rawHeaders, url = '' } = request.raw
      // An absolute or asterisk form would let the request line and the Host header disagree.
      if (!url.startsWith('/') || countHosts(rawHeaders) !== 1) return false
      return isOurs(request.headers.host) || isProbe(url)
    },
    originMatches({ headers }) {
      const site = headers['sec-fetch-site']
      if (site !== undefined && site !== 'same-origin') return false
      return headers.origin === undefined || isOurOrigin(headers)
    },
    socketOriginMatches: ({ headers }) => isOurOrigin(headers),
  }
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string // rawHeaders alternates names and values
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

/** Load balancers request health by IP address. The reply is the same for every caller. */
function isProbe(url: string): boolean {
  return url.startsWith('/api/health/')
}

/** Returns the network of one client. An IPv6 client has a whole /64, so limits per address would have no effect. */
export function networkOf(address: string | null): string {
  if (address === null) return 'unknown'
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const filled = tail === undefined ? groups : [...groups, ...Array<string>(8).fill('0')]
  return `${filled.slice(0, 4).join(':')}::/64`
}

/**
 * Returns the address in `text` without the port that some gateways add (`203.0.113.7:51234`, `[2001:db8::1]:443`), and
 * IPv4-mapped addresses in dotted notation. Null if `text` is not an address.
 */
export function bareAddress(text: string): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const address = (bracketed ?? dotted ?? text).replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}

/** Returns a check whether an address is that of a reverse proxy (TRUST_PROXY); a port is ignored. */
export function proxyCheck(networks: readonly string[]): (address: string) => boolean {
  const proxies = proxyList(networks)
  return (text) => {
    const address = bareAddress(text)
    return address !== null && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}

function proxyList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}
