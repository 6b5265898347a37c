import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EmulatorAddress } from './auth-emulator.ts'

const timeout = 10_000

/**
 * Forwards a request without its headers, which could contain administrator credentials. Returns undefined
 * while the emulator is unavailable.
 */
export function forwardRequest(
  emulator: EmulatorAddress,
  request: FastifyRequest,
): Promise<Response | undefined> {
  const type = request.headers['content-type']
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : undefined
  return callEmulator(emulator, request.raw.url ?? '', {
    method: request.method,
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    ...(body ? { body } : {}),
  })
}

/** Returns undefined while the emulator is unavailable. */
export async function callEmulator(
  emulator: EmulatorAddress,
  path: string,
  request: RequestInit = {},
): Promise<Response | undefined> {
  const address = emulator.address()
  if (address === undefined) return undefined
  try {
    return await fetch(`http://${address}${path}`, { ...request, signal: AbortSignal.timeout(timeout) })
  } catch {
    return undefined // there is no response, otherwise fetch does not reject
  }
}

/** Sends the problem in the format of the provider's errors: its library converts it to `auth/provider-unavailable`. */
export function sendUnavailable(reply: FastifyReply): FastifyReply {
  const message = 'PROVIDER_UNAVAILABLE : the sign-in emulator is not ready (yet)'
  return reply
    .code(503)
    .header('retry-after', '2')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ error: { code: 503, message, errors: [{ message }] } }))
}
