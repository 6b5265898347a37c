import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates } from 'node:tls'
import { CallbackError } from './callback-outcome.ts'
import type { CallbackRules, CallbackTarget } from './callback-target.ts'

/** The addresses of a host name; empty if it has none. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>

/** Connects to an IP address, never to a name, so that nothing is resolved a second time. */
export type Dial = (address: string, port: number) => Socket

export const dial: Dial = (address, port) => connect({ host: address, port })

/** Milliseconds after which the next address is tried. */
const addressTimeout = 3000
const maximumAddresses = 4

/**
 * Connects to `target`, over TLS if it requires that. Resolves the name once, requires every address to be
 * allowed, and connects to these addresses, so that a name which resolves differently the next time gains
 * nothing (D35).
 * @throws CallbackError refused_address, unreachable, tls
 */
export async function openConnection(
  target: CallbackTarget,
  rules: CallbackRules,
  by: { readonly resolve: ResolveHost; readonly dial: Dial },
  signal: AbortSignal,
): Promise<Socket> {
  const addresses = await by.resolve(target.host, signal)
  signal.throwIfAborted()
  if (addresses.length === 0) throw new CallbackError('unreachable')
  if (!addresses.every(target.mayReach)) throw new CallbackError('refused_address')
  const socket = await dialFirst(
    addresses.slice(0, maximumAddresses),
    (address) => by.dial(address, target.port),
    signal,
  )
  return target.tls ? secure(socket, target.host, rules.ca, signal) : socket
}

async function dialFirst(
  addresses: readonly string[],
  open: (address: string) => Socket,
  signal: AbortSignal,
): Promise<Socket> {
  for (const [index, address] of addresses.entries()) {
    const last = index === addresses.length - 1
    const within = last ? signal : AbortSignal.any([signal, AbortSignal.timeout(addressTimeout)])
    const socket = ignoreErrors(open(address))
    try {
      await once(socket, 'connect', { signal: within })
      return socket
    } catch {
      socket.destroy()
      signal.throwIfAborted()
    }
  }
  throw new CallbackError('unreachable')
}

async function secure(raw: Socket, host: string, ca: string | null, signal: AbortSignal): Promise<Socket> {
  const name = host.replace(/\.$/, '')
  const socket = connectTls({
    socket: raw,
    host: name,
    // SNI takes no IP address; the certificate is checked against `host`.
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(ca === null ? {} : { ca: [...getCACertificates('default'), ca] }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED could turn it off otherwise.
    rejectUnauthorized: true,
  })
  ignoreErrors(socket)
  try {
    await once(socket, 'secureConnect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    signal.throwIfAborted()
    throw new CallbackError('tls', { cause: error })
  }
}

/** An error between two steps has no other listener and would end the process. */
function ignoreErrors(socket: Socket): Socket {
  return socket.on('error', () => undefined)
}

/**
 * Queries the name servers for the IPv4 and then the IPv6 addresses of a host. The hosts file and search
 * domains, which name internal hosts, are not used, and a slow server does not block the thread pool that
 * reads files.
 */
export async function resolveHost(host: string, signal: AbortSignal): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  if (host === 'localhost') return ['127.0.0.1', '::1'] // RFC 6761
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
