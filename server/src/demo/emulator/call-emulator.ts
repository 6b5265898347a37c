import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EmulatorAddress } from './auth-emulator.ts'

const patience = 10_000

/**
 * The same call to the emulator, without the headers that could make it an administrator's; undefined while it is not
 * there.
 */
export function passOn(emulator: EmulatorAddress, request: FastifyRequest): Promise<Response | undefined> {
  const type = request.headers['content-type']
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : undefined
  return askEmulator(emulator, request.raw.url ?? '', {
    method: request.method,
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    ...(body ? { body } : {}),
  })
}

/** Undefined while the emulator is not there. */
export async function askEmulator(
  emulator: EmulatorAddress,
  path: string,
  request: RequestInit = {},
): Promise<Response | undefined> {
  const address = emulator.address()
  if (address === undefined) return undefined
  try {
    return await fetch(`http://${address}${path}`, { ...request, signal: AbortSignal.timeout(patience) })
  } catch {
    return undefined // fetch fails for connections only
  }
}

/** In the form of the provider's own errors: its library makes `auth/provider-unavailable` of it. */
export function sendUnavailable(reply: FastifyReply): FastifyReply {
  const message = 'PROVIDER_UNAVAILABLE : the sign-in emulator is not ready (yet)'
  return reply
    .code(503)
    .header('retry-after', '2')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ error: { code: 503, message, errors: [{ message }] } }))
}
