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

/** What a partner does with a call; by default it says 200. */
export type PartnerBehaviour = (response: ServerResponse, callback: ReceivedCallback) => void

/** A partner's HTTPS server on this machine, with a certificate of an authority of its own. */
export interface PartnerDouble {
  /** With a callback address below it. */
  readonly origin: string
  /** As the settings name it. */
  readonly address: string
  /** The authority's certificate. */
  readonly ca: string
  readonly received: ReceivedCallback[]
  /** Connections that were opened, whatever came of them. */
  connections(): number
  behave(how: PartnerBehaviour): void
  /** For the next test: nothing was received yet, and whatever comes is answered with 200. */
  startAnew(): void
  close(): Promise<void>
}

export async function startPartner({ name = 'localhost' } = {}): Promise<PartnerDouble> {
  const { ca, key, cert } = await makeCertificate(name)
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
    socket.on('error', () => undefined) // callers that give up
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
    startAnew() {
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

/** A certificate for `name`, and the authority that signed it. */
async function makeCertificate(name: string): Promise<{ ca: string; key: string; cert: string }> {
  const notBeforeDate = new Date(Date.now() - 60_000)
  const common = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256', notBeforeDate } as const
  // Authorities are looked up by name.
  const authority = await generate([{ name: 'commonName', value: `Authority ${randomUUID()}` }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
    ],
  })
  const made = await generate([{ name: 'commonName', value: name }], {
    ...common,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  })
  return { ca: authority.cert, key: made.private, cert: made.cert }
}
