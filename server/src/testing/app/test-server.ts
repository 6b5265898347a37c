import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { documentTypes } from '@kyc/contract/document-vocabulary.ts'
import { type Endpoint, endpoint } from '@kyc/contract/endpoint.ts'
import { emptyIsAbsent, filled, id, paging, text } from '@kyc/contract/fields.ts'
import { z } from 'zod'
import { createUnreadable } from '../../platform/crypto/unreadable.ts'
import {
  type Binding,
  bind,
  type Gatekeeper,
  type UploadedFile,
} from '../../platform/http/requests/binding.ts'
import { createHttpServer, type HttpServerOptions } from '../../platform/http/server.ts'
import { type Log, silentLog } from '../../platform/log.ts'
import { Problem } from '../../platform/problem.ts'

/** Small endpoints for the tests of the platform. */

const thing = z.strictObject({ id, name: z.string() })
const thingReply = { kind: 'json', status: 200, schema: thing } as const
const common = { summary: 'For tests', problems: [], readsOnly: true } as const

const list = endpoint({
  ...{ ...common, name: 'things.list', method: 'GET', path: '/things', who: 'user' },
  query: z.object({
    status: emptyIsAbsent(z.enum(['a', 'b'], { error: '状態が正しくありません。' })),
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(thing), paged: true },
})
const get = endpoint({
  ...{ ...common, name: 'things.get', method: 'GET', path: '/things/{id}', who: 'user', audit: ['read'] },
  params: z.strictObject({ id }),
  reply: thingReply,
})
const create = endpoint({
  ...{ ...common, name: 'things.create', method: 'POST', path: '/things', who: 'user' },
  body: z.strictObject({ name: filled('名前', 100), tags: z.array(z.unknown()).optional() }),
  reply: { kind: 'json', status: 201, schema: thing },
})
const touch = endpoint({
  ...{
    ...common,
    name: 'things.touch',
    method: 'PUT',
    path: '/things/{id}/touch',
    who: 'user',
    record: 'performer',
  },
  params: z.strictObject({ id }),
  body: z.strictObject({ note: text('メモ', 100).nullish() }).nullish(),
  bodyOptional: true,
  reply: thingReply,
})
const remove = endpoint({
  ...{ ...common, name: 'things.remove', method: 'DELETE', path: '/things/{id}', who: 'admin' },
  params: z.strictObject({ id }),
  reply: { kind: 'empty', status: 204 },
})
const leak = endpoint({
  ...common,
  name: 'things.leak',
  method: 'GET',
  path: '/leak',
  who: 'anyone',
  reply: thingReply,
})
const fail = endpoint({
  ...{ ...common, name: 'things.fail', method: 'GET', path: '/fail/{kind}', who: 'anyone' },
  params: z.strictObject({ kind: z.string() }),
  reply: thingReply,
})
const open = endpoint({
  ...{ ...common, name: 'things.open', method: 'GET', path: '/files/{kind}', who: 'user' },
  params: z.strictObject({ kind: z.string() }),
  reply: { kind: 'file', status: 200 },
})
const start = endpoint({
  ...{ ...common, name: 'things.start', method: 'POST', path: '/start', who: 'anyone', tokenless: true },
  reply: { kind: 'empty', status: 204 },
})
const beacon = endpoint({
  ...{ ...common, name: 'things.beacon', method: 'POST', path: '/beacon', who: 'anyone', beacon: true },
  body: z.strictObject({ event: z.string() }),
  reply: { kind: 'empty', status: 204 },
})
const received = z.strictObject({
  fields: z.record(z.string(), z.string()),
  files: z.array(z.strictObject({ part: z.string(), filename: z.string(), bytes: z.int() })),
})
const form = endpoint({
  ...{ ...common, name: 'things.form', method: 'POST', path: '/form', who: 'user', transfer: true },
  upload: {
    fields: z.strictObject({ name: filled('名前', 100), note: text('メモ', 100).optional() }),
    files: documentTypes,
  },
  reply: { kind: 'json', status: 200, schema: received },
})

export const testEndpoints: readonly Endpoint[] = [
  ...[list, get, create, touch, remove, leak, fail, open, start, beacon, form],
]

export const failures: Record<string, unknown> = {
  plain: new Error('secret text of an exception'),
  value: Object.assign(new Error('invalid input syntax for type uuid: "canary"'), {
    code: '22P02',
    severity: 'ERROR',
  }),
  deadlock: Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' }),
  cancelled: Object.assign(new Error('canceling statement'), { code: '57014', severity: 'ERROR' }),
  pool: new Error('timeout exceeded when trying to connect'),
  refused: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  step: new Problem('STEP_UP_REQUIRED'),
}

export interface Seen {
  readonly bodies: unknown[]
  readonly uploads: Promise<unknown>[]
  aborted: boolean
}

async function receiveAll(upload: {
  receive: (on: (file: UploadedFile) => Promise<void>) => Promise<Record<string, string>>
}) {
  const files: z.infer<typeof received>['files'] = []
  const fields = await upload.receive(async ({ part, filename, stream }) => {
    if (filename === 'wrong.png') throw new Problem('FILE_TYPE_UNSUPPORTED', { field: part })
    let bytes = 0
    for await (const chunk of stream) bytes += chunk.length
    files.push({ part, filename, bytes })
  })
  return { fields, files }
}

const streams: Record<string, () => Readable> = {
  broken: () =>
    new Readable({
      read() {
        this.destroy(new Error('no such object'))
      },
    }),
  endless: () =>
    new Readable({
      read() {
        setTimeout(() => this.push('abc'), 20)
      },
    }),
}

function known(id: string) {
  if (id !== '1') throw new Problem('PERFORMER_NOT_FOUND')
  return { id, name: '一' }
}

function testBindings(seen: Seen): Binding[] {
  const uploaded = async (upload: Parameters<typeof receiveAll>[0]) => {
    const work = receiveAll(upload)
    seen.uploads.push(work.catch((error: unknown) => error))
    return { body: await work }
  }
  return [
    bind(list, async ({ query }) => ({
      body: [{ id: '1', name: query.status ?? '' }],
      page: { next: query.cursor ? null : 'x+y', total: 1000, exact: query.status === undefined },
    })),
    bind(get, async ({ params }) => ({ body: known(params.id) })),
    bind(create, async ({ body }) => {
      seen.bodies.push(body)
      const cookies = [
        { name: '__Host-a', value: '1', httpOnly: true, maxAge: 60 },
        { name: 'b', value: '', httpOnly: false, maxAge: 0 },
      ]
      return { body: { id: 'n/1', name: body.name }, cookies }
    }),
    bind(touch, async ({ params, body }) => {
      seen.bodies.push(body)
      return { body: { ...known(params.id), name: body?.note ?? 'absent' } }
    }),
    bind(remove, async ({ params }) => {
      known(params.id)
      return {}
    }),
    // More fields than the contract declares, as a database row has.
    bind(leak, async () => ({ body: Object.assign({ id: '1', name: '一' }, { passwordHash: 'canary' }) })),
    bind(fail, async ({ params, request }) => {
      if (params.kind === 'wait') {
        await once(request.signal, 'abort')
        seen.aborted = true
      }
      throw failures[params.kind]
    }),
    bind(open, async ({ params }) => ({
      headers: {
        'content-type': 'image/png',
        'content-disposition': 'inline; filename="a.png"',
        ...(params.kind === 'endless' ? {} : { 'content-length': '3' }),
      },
      stream: streams[params.kind]?.() ?? Readable.from([Buffer.from('abc')]),
    })),
    bind(start, async () => ({})),
    bind(beacon, async ({ actor }) => {
      seen.bodies.push(actor ?? 'anonymous')
      return {}
    }),
    bind(form, ({ upload }) => uploaded(upload)),
  ]
}

/** The cookie contains the role, and the CSRF token is derived from the cookie. */
export const testGatekeeper: Gatekeeper = {
  presentedSession: ({ cookies }) => cookies.who,
  async identify(request, { who, renewsToken }) {
    const bearer = request.header('authorization')
    if (bearer === 'Bearer old' && who !== 'anyone' && !renewsToken) throw new Problem('TOKEN_EXPIRED')
    const role = request.cookies.who
    if (role !== 'user' && role !== 'admin') return undefined
    return {
      id: role,
      role,
      name: role,
      email: `${role}@example.com`,
      sessionKey: role,
      recentlyAuthenticated: false,
      enrolOnly: false,
      csrfGeneration: 0,
    }
  },
  isStillAdmitted: async () => true,
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
    assertVisible: async (_, __, { id = '' }) => void known(id),
    health: {
      check: async () => ({ database: 'ok', storage: 'failing' }),
      unreadable: createUnreadable(silentLog()).counts,
    },
    pageToken: async () => ({ token: '', cookies: [] }),
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
  }
}

/** Reads until the other side closes or resets. */
export async function readAll(socket: Socket): Promise<string> {
  let all = ''
  socket.setEncoding('utf8').on('data', (text) => {
    all += text
  })
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return all
}
