import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates } from 'node:tls'
import { CallbackFailure } from './callback-failure.ts'
import type { CallbackRules } from './callback-rules.ts'
import type { CallbackTarget } from './callback-target.ts'
import type { ResolveHost } from './resolve-host.ts'

/** Opens a connection to an address and no name: nothing is resolved a second time. */
export type Dial = (address: string, port: number) => Socket

export const dial: Dial = (address, port) => connect({ host: address, port })

/** Another address is tried after this time. */
const patience = 3000
const mostAddresses = 4

/**
 * A connection to `target`, over TLS where it asks for that. The name is resolved once, every address that it has must
 * be allowed, and the connection goes to these addresses themselves: a name that says something else the next time
 * leads nowhere (D35).
 * @throws CallbackFailure refused_address, unreachable, tls
 */
export async function openConnection(
  target: CallbackTarget,
  rules: CallbackRules,
  by: { readonly resolve: ResolveHost; readonly dial: Dial },
  signal: AbortSignal,
): Promise<Socket> {
  const addresses = await by.resolve(target.host, signal)
  signal.throwIfAborted()
  if (addresses.length === 0) throw new CallbackFailure('unreachable')
  if (!addresses.every(target.mayReach)) throw new CallbackFailure('refused_address')
  const socket = await dialFirst(
    addresses.slice(0, mostAddresses),
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
    const within = last ? signal : AbortSignal.any([signal, AbortSignal.timeout(patience)])
    const socket = hushed(open(address))
    try {
      await once(socket, 'connect', { signal: within })
      return socket
    } catch {
      socket.destroy()
      signal.throwIfAborted()
    }
  }
  throw new CallbackFailure('unreachable')
}

async function secure(raw: Socket, host: string, ca: string | null, signal: AbortSignal): Promise<Socket> {
  const name = host.replace(/\.$/, '')
  const socket = connectTls({
    socket: raw,
    host: name,
    // An address has no place in SNI; its certificate is checked against `host`.
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(ca === null ? {} : { ca: [...getCACertificates('default'), ca] }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED could turn it off otherwise.
    rejectUnauthorized: true,
  })
  hushed(socket)
  try {
    await once(socket, 'secureConnect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    signal.throwIfAborted()
    throw new CallbackFailure('tls', { cause: error })
  }
}

/** What goes wrong between two steps, with nobody waiting for it, must not end the process. */
function hushed(socket: Socket): Socket {
  return socket.on('error', () => undefined)
}
