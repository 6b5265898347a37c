import { problemSchema } from '@kyc/contract/problem-body.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestServer } from '../../testing/app/test-server.ts'
import { useStarted } from '../../testing/app/use-started.ts'

const server = useStarted(startTestServer)
beforeEach(() => {
  server.seen.bodies.length = 0
})

const json = { 'content-type': 'application/json' }

function post(body: BodyInit, headers: Record<string, string> = json) {
  return server.call('/api/things', { method: 'POST', body, headers })
}

async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  return problemSchema.parse(await response.json())
}

describe('JSON bodies', () => {
  it('create a record with 201, Location and cookies that the __Host- prefix allows', async () => {
    const response = await post('{"name":" 山田 "}')
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toBe('/api/things/n%2F1')
    expect(await response.json()).toEqual({ id: 'n/1', name: '山田' })
    expect(response.headers.getSetCookie()).toEqual([
      '__Host-a=1; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
      'b=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure; SameSite=Lax',
    ])
  })

  it.each([
    ['text/plain', 415],
    ['text/plain;charset=UTF-8', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json2', 415],
    ['application/jsonp', 415],
    ['application/ld+json', 415],
    ['application/json; charset=shift_jis', 415],
    ['application/json, text/plain', 415],
    ['application/json;', 415],
    ['APPLICATION/JSON', 201],
    ['application/json; charset=UTF-8', 201],
    ['json', 415],
    ['application/json\ttext/plain', 415],
    [' ', 415],
  ])('content type %j returns %i, and the handler runs only for JSON', async (type, status) => {
    const response = await post('{"name":"a"}', { 'content-type': type })
    expect(response.status).toBe(status)
    if (status === 415) expect((await problemOf(response)).code).toBe('UNSUPPORTED_MEDIA_TYPE')
    expect(server.seen.bodies.length).toBe(status === 201 ? 1 : 0)
  })

  it('refuses a body without a content type', async () => {
    expect((await post(new Blob(['{"name":"a"}']), {})).status).toBe(415)
  })

  it.each([
    ['broken', '{"name":'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['too deep', `{"name":"a","tags":${'['.repeat(16)}${']'.repeat(16)}}`],
    ['with a repeated key', '{"name":"a","name":"b"}'],
    ['with a key repeated by an escape', '{"name":"a","n\\u0061me":"b"}'],
    ['with __proto__', '{"name":"a","__proto__":{"role":"admin"}}'],
    ['with an escaped __proto__', '{"name":"a","\\u005f_proto__":{"role":"admin"}}'],
    ['with constructor', '{"name":"a","constructor":{"prototype":{}}}'],
    ['followed by other text', '{"name":"a"} x'],
  ])('refuses JSON that is %s', async (_, body) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect((await problemOf(response)).code).toBe('MALFORMED_REQUEST')
    expect(server.seen.bodies).toEqual([])
  })

  it('accepts JSON up to the maximum depth, and equal keys in different objects', async () => {
    const deep = `{"name":"a","tags":${'['.repeat(15)}{}${']'.repeat(15)}}`
    expect((await post(deep)).status).toBe(400)
    expect((await post(`{"name":"a","tags":${'['.repeat(15)}${']'.repeat(15)}}`)).status).toBe(201)
    expect((await post('{"name":"a:\\"\\\\","tags":[{"k":1},{"k":"{\\"k\\":1"}]}')).status).toBe(201)
  })

  it('refuses more than 64 KiB, with or without Content-Length, and the connection stays usable', async () => {
    const long = `{"name":"${'a'.repeat(70_000)}"}`
    expect((await problemOf(await post(long))).code).toBe('BODY_TOO_LARGE')
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(long))
        controller.close()
      },
    })
    const response = await server.call('/api/things', {
      method: 'POST',
      headers: json,
      body: stream,
      // Node's fetch requires it for streams; its own types don't declare it yet.
      ...({ duplex: 'half' } as object),
    })
    expect(response.status).toBe(413)
    expect((await post('{"name":"a"}')).status).toBe(201)
  })

  it('reports unknown fields and every invalid field in Japanese', async () => {
    const unknown = await problemOf(await post('{"name":"a","role":"admin"}'))
    expect(unknown).toMatchObject({ code: 'INVALID_INPUT', field: 'role', status: 400 })
    const empty = await problemOf(await post('{"name":"","tags":1}'))
    expect(empty.field).toBe('name')
    expect(empty.errors).toEqual([
      { field: 'name', message: '名前を入力してください。' },
      { field: 'tags', message: '入力内容を確認してください。' },
    ])
  })

  it.each(['{"name":"a\\u0000"}', '{"name":"\\ud800"}'])(
    'refuses text that cannot be stored: %s',
    async (body) => {
      expect(await problemOf(await post(body))).toMatchObject({ code: 'INVALID_INPUT', field: 'name' })
    },
  )

  it('reports the missing fields when a required body is missing', async () => {
    const response = await server.call('/api/things', { method: 'POST' })
    expect(await problemOf(response)).toMatchObject({ code: 'INVALID_INPUT', field: 'name' })
  })

  it.each([
    ['nothing at all', {}, undefined],
    ['a content type and nothing', json, ''],
    ['null', json, 'null'],
    ['white space around null', json, ' null '],
    ['an empty object', json, '{}'],
  ])('accepts %s where the body is optional', async (_, headers, body) => {
    const init = { method: 'PUT', headers, ...(body === undefined ? {} : { body }) }
    const response = await server.call('/api/things/1/touch', init)
    expect(await response.json()).toEqual({ id: '1', name: 'absent' })
  })

  it('refuses a body with fields where the endpoint has none', async () => {
    const init = { method: 'DELETE', role: 'admin', headers: json }
    const sent = await server.call('/api/things/1', { ...init, body: '{"force":true}' })
    expect(await problemOf(sent)).toMatchObject({ code: 'INVALID_INPUT', field: 'force' })
    expect((await server.call('/api/things/1', { ...init, body: '{}' })).status).toBe(204)
    expect((await server.call('/api/things/1', init)).status).toBe(204)
  })
})

describe('queries and pages', () => {
  it('ignores unknown and empty parameters, refuses wrong and repeated ones', async () => {
    expect((await server.call('/api/things?status=&x=1&x=2&limit=')).status).toBe(200)
    const wrong = await problemOf(await server.call('/api/things?status=c'))
    expect(wrong).toMatchObject({ field: 'status', errors: [{ message: '状態が正しくありません。' }] })
    const twice = await problemOf(await server.call('/api/things?limit=1&limit=2'))
    expect(twice).toMatchObject({ code: 'INVALID_INPUT', field: 'limit' })
    expect(await problemOf(await server.call('/api/things?limit=1e9'))).toMatchObject({ field: 'limit' })
  })

  it('links to the next page with the other parameters, and returns the total', async () => {
    const first = await server.call('/api/things?status=a&limit=2')
    expect(first.headers.get('link')).toBe('</api/things?status=a&limit=2&cursor=x%2By>; rel="next"')
    expect(first.headers.get('x-total-count')).toBe('1000')
    expect(first.headers.get('x-total-count-exact')).toBe('false')
    const last = await server.call('/api/things?cursor=x%2By')
    expect(last.headers.get('link')).toBeNull()
    const encoded = await server.call('/api/things?status=a&x=b?c&limit=2')
    expect(encoded.headers.get('link')).toContain('?status=a&x=b%3Fc&limit=2&cursor=')
    expect(last.headers.get('x-total-count-exact')).toBeNull()
  })
})

describe('the order of checks (D50)', () => {
  const bad = { method: 'PUT', headers: json, body: '{"note":1}' }

  it('is 401, CSRF, role, visibility, input', async () => {
    const remove = { method: 'DELETE', headers: json, body: '{"x":1}' }
    const codeOf = async (response: Response) => (await problemOf(response)).code
    expect(await codeOf(await server.call('/api/things/2', { ...remove, role: '', token: '' }))).toBe(
      'UNAUTHENTICATED',
    )
    expect(await codeOf(await server.call('/api/things/2', { ...remove, token: '' }))).toBe('CSRF_INVALID')
    expect(await codeOf(await server.call('/api/things/2', remove))).toBe('FORBIDDEN')
    expect(await codeOf(await server.call('/api/things/2/touch', bad))).toBe('PERFORMER_NOT_FOUND')
    expect(await codeOf(await server.call('/api/things/2/touch', { ...bad, body: '{' }))).toBe(
      'PERFORMER_NOT_FOUND',
    )
    expect(await codeOf(await server.call('/api/things/1/touch', bad))).toBe('INVALID_INPUT')
  })

  it.each(['not-an-id', '%00', 'a'.repeat(150), '%f0%9f%98%80'])(
    'treats the id %s like an unknown one',
    async (id) => {
      expect(await problemOf(await server.call(`/api/things/${id}`))).toMatchObject({
        code: 'PERFORMER_NOT_FOUND',
      })
    },
  )

  it('refuses foreign, null and cross-site origins even with a valid token', async () => {
    const from = async (headers: Record<string, string>) =>
      (await post('{"name":"a"}', { ...json, ...headers })).status
    expect(await from({ origin: server.url, 'sec-fetch-site': 'same-origin' })).toBe(201)
    expect(await from({ origin: 'https://evil.example' })).toBe(403)
    expect(await from({ origin: 'null' })).toBe(403)
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await from({ origin: server.url, 'sec-fetch-site': 'same-site' })).toBe(403)
  })

  it('accepts beacons by Origin alone and without a session', async () => {
    const beacon = (headers: Record<string, string>) =>
      server.call('/api/beacon', {
        method: 'POST',
        token: '',
        headers: { ...json, ...headers },
        body: '{"event":"e"}',
      })
    expect((await beacon({ origin: server.url })).status).toBe(204)
    expect(server.seen.bodies).toEqual(['anonymous'])
    expect((await beacon({ origin: 'https://evil.example' })).status).toBe(403)
  })

  it('requires no token where one is issued, but our Origin', async () => {
    const start = (headers: Record<string, string>) =>
      server.call('/api/start', { method: 'POST', role: '', token: '', headers })
    expect((await start({})).status).toBe(204)
    expect((await start({ origin: 'null' })).status).toBe(403)
  })

  it('reports an expired bearer token only where a session is required', async () => {
    const headers = { authorization: 'Bearer old' }
    expect(await problemOf(await server.call('/api/things', { headers }))).toMatchObject({
      code: 'TOKEN_EXPIRED',
    })
    expect((await server.call('/api/start', { method: 'POST', headers })).status).toBe(204)
  })
})

describe('replies', () => {
  it('never contain a field that the contract does not declare', async () => {
    const response = await server.call('/api/leak')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('canary')
  })

  it.each([
    ['plain', 500, 'INTERNAL'],
    ['value', 400, 'MALFORMED_REQUEST'],
    ['deadlock', 503, 'TEMPORARILY_UNAVAILABLE'],
    ['cancelled', 503, 'TEMPORARILY_UNAVAILABLE'],
    ['pool', 503, 'TEMPORARILY_UNAVAILABLE'],
    ['refused', 503, 'TEMPORARILY_UNAVAILABLE'],
    ['step', 403, 'STEP_UP_REQUIRED'],
  ])('turns the failure %s into %i %s without its message', async (kind, status, code) => {
    const response = await server.call(`/api/fail/${kind}`)
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe(status === 503 ? '2' : null)
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ code, field: null, errors: [], type: `/api/docs#${code}` })
    expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.stringify(problem)).not.toMatch(/secret|canary/)
  })

  it('streams bytes, and a stream that fails before its first byte returns a problem', async () => {
    const good = await server.call('/api/files/good')
    expect([good.status, good.headers.get('content-type'), await good.text()]).toEqual([
      200,
      'image/png',
      'abc',
    ])
    const broken = await server.call('/api/files/broken')
    expect(broken.headers.get('content-disposition')).toBeNull()
    expect((await problemOf(broken)).code).toBe('INTERNAL')
  })

  it('refuses files to other sites', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await server.call('/api/files/good', { headers })).status).toBe(403)
  })

  it('refuses a view of a record that another site starts, which would be logged for the user', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' }
      expect((await server.call('/api/things/1', { headers })).status).toBe(403)
      expect((await server.call('/api/things', { headers })).status).toBe(200)
    }
    expect((await server.call('/api/things/1', { headers: { 'sec-fetch-site': 'none' } })).status).toBe(200)
  })

  it('aborts the signal of the request when the client disconnects', async () => {
    const controller = new AbortController()
    const call = server.call('/api/fail/wait', { signal: controller.signal }).catch(() => 'aborted')
    await new Promise((resolve) => server.app.server.once('request', resolve))
    controller.abort()
    expect(await call).toBe('aborted')
    await expect.poll(() => server.seen.aborted).toBe(true)
  })
})
