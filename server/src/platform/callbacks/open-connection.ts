import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates } from 'node:tls'
import { CallbackError } from './callback-outcome.ts'
import type { CallbackRules, CallbackTarget } from './callback-target.ts'

/** The addresses of a host name; empty if it has none. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>

/** Connects to an IP address, never to a name, so that no name is resolved twice. */
export type Dial = (address: string, port: number) => Socket

export const dial: Dial = (address, port) => connect({ host: address, port })

/** Milliseconds after which the next address is tried. */
const addressTimeout = 3000
const maximumAddresses = 4

/**
 * Connects to `target`, over TLS if required. Resolves the name once, requires every address to be allowed and
 * connects to one of them, which prevents DNS rebinding.
 * @throws CallbackError refused_address, unreachable, tls
 */
export async function openConnection(
  target: CallbackTarget,
  rules: CallbackRules,
  network: { readonly resolve: ResolveHost; readonly dial: Dial },
  signal: AbortSignal,
): Promise<Socket> {
  const addresses = await network.resolve(target.host, signal)
  signal.throwIfAborted()
  if (addresses.length === 0) throw new CallbackError('unreachable')
  if (!addresses.every(target.mayConnect)) throw new CallbackError('refused_address')
  const socket = await dialFirst(
    addresses.slice(0, maximumAddresses),
    (address) => network.dial(address, target.port),
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
    // SNI does not support IP addresses; the certificate is checked against `host`.
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(ca === null ? {} : { ca: [...getCACertificates('default'), ca] }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
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

/** Without a listener, an error between two steps would end the process. */
function ignoreErrors(socket: Socket): Socket {
  return socket.on('error', () => undefined)
}

/**
 * Queries DNS directly for the addresses of a host, IPv4 first: /etc/hosts and search domains may point to
 * internal hosts, and the system's resolver would block the thread pool that reads files.
 */
export async function resolveHost(host: string, signal: AbortSignal): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  if (host === 'localhost') return ['127.0.0.1', '::1'] // RFC 6761
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const replies = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
