import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { generate } from 'selfsigned'

export interface ReceivedCallback {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Responds to a callback; the default is 200. */
export type PartnerBehaviour = (response: ServerResponse, callback: ReceivedCallback) => void

/** A partner's HTTPS server on this machine. Its certificate is signed by its own authority. */
export interface PartnerDouble {
  readonly origin: string
  /** The value for CALLBACK_LOCAL_ADDRESSES. */
  readonly address: string
  /** The authority's certificate. */
  readonly ca: string
  readonly received: ReceivedCallback[]
  /** The number of accepted connections, including failed ones. */
  connections(): number
  behave(how: PartnerBehaviour): void
  /** Clears the received callbacks and restores the default response. */
  reset(): void
  close(): Promise<void>
}

export async function startPartner({ name = 'localhost' } = {}): Promise<PartnerDouble> {
  const { ca, key, cert } = await createCertificate(name)
  const received: ReceivedCallback[] = []
  let behaviour = answerOk
  let connections = 0
  const server = createServer({ key, cert }, async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const callback = { method, path, headers, body: await text(request).catch(() => '') }
    received.push(callback)
    behaviour(response, callback)
  })
  server.on('connection', (socket) => {
    connections++
    socket.on('error', () => undefined) // aborted callbacks
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a TCP port
  return {
    origin: `https://localhost:${port}`,
    address: `localhost:${port}`,
    ca,
    received,
    connections: () => connections,
    behave(how) {
      behaviour = how
    },
    reset() {
      received.length = 0
      behaviour = answerOk
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const answerOk: PartnerBehaviour = (response) => response.end('ok')

/** Creates a certificate for `name` and its authority. */
export async function createCertificate(name: string): Promise<{ ca: string; key: string; cert: string }> {
  const notBeforeDate = new Date(Date.now() - 60_000)
  const common = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256', notBeforeDate } as const
  // OpenSSL finds authorities by name.
  const authority = await generate([{ name: 'commonName', value: `Authority ${randomUUID()}` }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
    ],
  })
  const server = await generate([{ name: 'commonName', value: name }], {
    ...common,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  })
  return { ca: authority.cert, key: server.private, cert: server.cert }
}
