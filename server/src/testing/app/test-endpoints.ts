import { once } from 'node:events'
import { Readable } from 'node:stream'
import { documentTypes } from '@kyc/contract/document-vocabulary.ts'
import { type Endpoint, endpoint } from '@kyc/contract/endpoint.ts'
import { emptyIsAbsent, filled, id, paging, text } from '@kyc/contract/fields.ts'
import { z } from 'zod'
import { type Binding, bind, type UploadedFile } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'

/** Small endpoints for the tests of the platform, with their handlers. */

const thing = z.strictObject({ id, name: z.string() })
const thingReply = { kind: 'json', status: 200, schema: thing } as const
const common = { summary: 'For tests', problems: [], readsOnly: true } as const

const list = endpoint({
  ...common,
  name: 'things.list',
  method: 'GET',
  path: '/things',
  who: 'user',
  query: z.object({
    status: emptyIsAbsent(z.enum(['a', 'b'], { error: '状態が正しくありません。' })),
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(thing), paged: true },
})
const get = endpoint({
  ...common,
  name: 'things.get',
  method: 'GET',
  path: '/things/{id}',
  who: 'user',
  audit: ['read'],
  params: z.strictObject({ id }),
  reply: thingReply,
})
const create = endpoint({
  ...common,
  name: 'things.create',
  method: 'POST',
  path: '/things',
  who: 'user',
  body: z.strictObject({ name: filled('名前', 100), tags: z.array(z.unknown()).optional() }),
  reply: { kind: 'json', status: 201, schema: thing },
})
const touch = endpoint({
  ...common,
  name: 'things.touch',
  method: 'PUT',
  path: '/things/{id}/touch',
  who: 'user',
  params: z.strictObject({ id }),
  body: z.strictObject({ note: text('メモ', 100).nullish() }).nullish(),
  bodyOptional: true,
  reply: thingReply,
})
const remove = endpoint({
  ...common,
  name: 'things.remove',
  method: 'DELETE',
  path: '/things/{id}',
  who: 'admin',
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
  ...common,
  name: 'things.fail',
  method: 'GET',
  path: '/fail/{kind}',
  who: 'anyone',
  params: z.strictObject({ kind: z.string() }),
  reply: thingReply,
})
const open = endpoint({
  ...common,
  name: 'things.open',
  method: 'GET',
  path: '/files/{kind}',
  who: 'user',
  params: z.strictObject({ kind: z.string() }),
  reply: { kind: 'file', status: 200 },
})
const start = endpoint({
  ...common,
  name: 'things.start',
  method: 'POST',
  path: '/start',
  who: 'anyone',
  csrf: 'issued',
  reply: { kind: 'empty', status: 204 },
})
const beacon = endpoint({
  ...common,
  name: 'things.beacon',
  method: 'POST',
  path: '/beacon',
  who: 'anyone',
  csrf: 'beacon',
  body: z.strictObject({ event: z.string() }),
  reply: { kind: 'empty', status: 204 },
})
const received = z.strictObject({
  fields: z.record(z.string(), z.string()),
  files: z.array(z.strictObject({ part: z.string(), filename: z.string(), bytes: z.int() })),
})
const form = endpoint({
  ...common,
  name: 'things.form',
  method: 'POST',
  path: '/form',
  who: 'user',
  transfer: true,
  upload: {
    fields: z.strictObject({ name: filled('名前', 100), note: text('メモ', 100).optional() }),
    files: documentTypes,
  },
  reply: { kind: 'json', status: 200, schema: received },
})

const failures: Record<string, unknown> = {
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

/** What the handlers received. */
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

function requireThing(id: string) {
  if (id !== '1') throw new Problem('PERFORMER_NOT_FOUND')
  return { id, name: '一' }
}

/** Binds `testEndpoints`; the handlers record in `seen` what they receive. */
export function testBindings(seen: Seen): Binding[] {
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
    bind(get, async ({ params }) => ({ body: requireThing(params.id) })),
    bind(create, async ({ body }) => {
      seen.bodies.push(body)
      const cookies = [
        { name: '__Host-a', value: '1', httpOnly: true, maxAge: 60 },
        { name: 'b', value: '', httpOnly: false, maxAge: 0 },
      ]
      return { body: { id: 'n/1', name: body.name }, cookies }
    }),
    bind(
      touch,
      async ({ params }) => requireThing(params.id),
      async ({ found, body }) => {
        seen.bodies.push(body)
        return { body: { ...found, name: body?.note ?? 'absent' } }
      },
    ),
    bind(remove, async ({ params }) => {
      requireThing(params.id)
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

export const testEndpoints: readonly Endpoint[] = testBindings({
  bodies: [],
  uploads: [],
  aborted: false,
}).map((binding) => binding.endpoint)
