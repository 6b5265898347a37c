import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createUnreadable } from '../../platform/crypto/unreadable.ts'
import type { Gatekeeper } from '../../platform/http/requests/binding.ts'
import { createHttpServer, type HttpServerOptions } from '../../platform/http/server.ts'
import { asAccountId } from '../../platform/ids.ts'
import { type Log, silentLog } from '../../platform/log.ts'
import { Problem } from '../../platform/problem.ts'
import { ownLimits } from '../doubles/own-limits.ts'
import { type Seen, testBindings, testEndpoints } from './test-endpoints.ts'

/** The cookie contains the role, and the CSRF token is derived from the cookie. */
export const testGatekeeper: Gatekeeper = {
  presentedSession: ({ cookies }) => cookies.who,
  async identify(request, { who, bearer: kind }) {
    const bearer = request.header('authorization')
    if (bearer === 'Bearer old' && who !== 'anyone' && kind !== 'renewed') throw new Problem('TOKEN_EXPIRED')
    const role = request.cookies.who
    if (role !== 'user' && role !== 'admin') return undefined
    return {
      id: asAccountId(role),
      role,
      name: role,
      email: `${role}@example.com`,
      sessionKey: role,
      sessionStart: '2026-01-01',
      recentlyAuthenticated: false,
      enrolOnly: false,
      accessGeneration: 0,
      csrfGeneration: 0,
    }
  },
  admission: async () => 'same',
  csrfMatches: ({ cookies }, token) => token === `token-of-${cookies.who}`,
}

export interface TestServer {
  readonly url: string
  readonly port: number
  readonly seen: Seen
  readonly app: ReturnType<typeof createHttpServer>
  /** Calls as a signed-in user with a valid token unless `init` sets others. */
  call(path: string, init?: RequestInit & { role?: string; token?: string }): Promise<Response>
  /** Sends `text` on a new socket and resolves to everything received until it is closed. */
  raw(text: string): Promise<string>
  close(): Promise<void>
}

export async function startTestServer(
  options: Partial<HttpServerOptions> & { log?: Log } = {},
): Promise<TestServer> {
  const seen: Seen = { bodies: [], uploads: [], aborted: false }
  const app = createHttpServer({
    config: {
      publicUrl: new URL('http://localhost:0'),
      secureCookies: true,
      trustProxy: [],
      rate: { apiPerMinute: 100_000 },
      webDist: '/nowhere',
    },
    log: silentLog(),
    bindings: testBindings(seen),
    endpoints: testEndpoints,
    gatekeeper: testGatekeeper,
    health: {
      check: async () => ({ database: 'failing' }),
      watch: async () => ({}),
      unreadable: createUnreadable(silentLog()).counts,
      release: { version: '0.0.0', commit: null },
    },
    pageToken: async () => ({ token: '', cookies: [] }),
    sharedLimits: ownLimits(),
    ...options,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // listening on TCP
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    seen,
    app,
    call(path, { role = 'user', token = `token-of-${role}`, headers, ...init } = {}) {
      const own = { cookie: `who=${role}`, 'x-csrf-token': token }
      return fetch(url + path, { ...init, headers: { ...own, ...Object.fromEntries(new Headers(headers)) } })
    },
    async raw(text) {
      const socket = connect(port, '127.0.0.1')
      socket.write(text)
      return readAll(socket)
    },
    close: () => app.close(),
  }
}

/** Reads until the peer closes or resets the connection. */
export async function readAll(socket: Socket): Promise<string> {
  let all = ''
  socket.setEncoding('utf8').on('data', (text) => {
    all += text
  })
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return all
}
