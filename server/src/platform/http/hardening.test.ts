import { connect } from 'node:net'
import { endpoint } from '@kyc/contract/endpoint.ts'
import { requestLimits } from '@kyc/contract/request-limits.ts'
import { describe, expect, it } from 'vitest'
import { testEndpoints } from '../../testing/app/test-endpoints.ts'
import { readAll, startTestServer, testGatekeeper } from '../../testing/app/test-server.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import { bind, type Gatekeeper } from './requests/binding.ts'

const times = { headers: 300, body: 300, check: 50 }
const server = useStarted(() => startTestServer({ times, socketsPerAddress: 20 }))

/** Headers of every reply, including those of Node and the framework. */
const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
}
const api = { ...always, 'cache-control': 'no-store', vary: 'Cookie' }

const json = { 'content-type': 'application/json' }
const get = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`
const statusOf = (reply: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1])

describe('headers', () => {
  it.each([
    [200, '/api/things', {}],
    [201, '/api/things', { method: 'POST', headers: json, body: '{"name":"a"}' }],
    [204, '/api/start', { method: 'POST' }],
    [400, '/api/things?limit=x', {}],
    [400, '/api/%zz', {}],
    [401, '/api/things', { role: '' }],
    [403, '/api/things', { method: 'POST', token: '' }],
    [404, '/api/things/2', {}],
    [404, '/api/unknown', {}],
    [404, '/api', {}],
    [405, '/api/things', { method: 'PATCH' }],
    [415, '/api/things', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
    [500, '/api/fail/plain', {}],
    [503, '/api/fail/pool', {}],
    [200, '/api/health/live', {}],
    [503, '/api/health/ready', {}],
    [200, '/api/openapi.json', {}],
  ])('are on the reply %i of %s', async (status, path, init) => {
    const response = await server.call(path, init)
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject(api)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('server')).toBeNull()
    expect(response.headers.get('x-powered-by')).toBeNull()
    await response.body?.cancel()
  })

  it('are on replies under /api even if the path is encoded', async () => {
    const response = await server.call('/%61pi/things')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('require HTTPS only if the public address is HTTPS', async () => {
    expect((await server.call('/api/health/live')).headers.get('strict-transport-security')).toBeNull()
    const config = {
      publicUrl: new URL('https://kyc.example.com'),
      secureCookies: true,
      trustProxy: [],
      rate: { apiPerMinute: 9 },
      webDist: '/nowhere',
    }
    const secure = await startTestServer({ config })
    const reply = await secure.raw(get('/api/start').replace('localhost', 'kyc.example.com'))
    expect(reply).toContain('strict-transport-security: max-age=63072000; includeSubDomains')
    await secure.app.close()
  })
})

describe('methods and paths', () => {
  it.each(['HEAD', 'PATCH', 'OPTIONS', 'TRACE'])(
    'refuses %s with 405 and runs no handler',
    async (method) => {
      const reply = await server.raw(get('/api/things').replace('GET', method))
      expect(statusOf(reply)).toBe(405)
      expect(reply.toLowerCase()).toContain('allow: get, post\r\n')
    },
  )

  it('returns 405 for a GET of a POST endpoint, and 404 for similar paths', async () => {
    expect((await server.call('/api/start')).status).toBe(405)
    for (const path of [
      '/api/things/',
      '/api//things',
      '/API/things',
      '/api/things/1/x',
      '/.git/config',
      '/ws',
    ]) {
      expect((await server.call(path)).status, path).toBe(404)
    }
  })
})

describe('hosts and request lines', () => {
  it.each([
    [
      'two Host headers',
      'GET /api/start HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    ],
    ['a foreign Host', 'GET /api/start HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
    ['no Host', 'GET /api/start HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['the absolute form', get('http://localhost/api/things')],
    ['the asterisk form', get('*').replace('GET', 'OPTIONS')],
    ['two lengths', get('/api/start', 'Content-Length: 1\r\nContent-Length: 2\r\n')],
    [
      'a length and chunks',
      get('/api/start', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n').replace('GET', 'POST'),
    ],
    ['a bare line feed', 'GET /api/start HTTP/1.1\nHost: localhost\n\n'],
    ['an obsolete line fold', get('/api/start', 'X-A: 1\r\n  2\r\n')],
    ['bytes that are not HTTP', '\x16\x03\x01\x02\x00'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('refuses %s with 400', async (_, text) => {
    const reply = await server.raw(text)
    expect(statusOf(reply)).toBe(400)
    expect(reply).toContain('"code":"MALFORMED_REQUEST"')
    expect(reply.toLowerCase()).toContain('x-content-type-options: nosniff')
  })

  it.each(['localhost', '127.0.0.1:80', '[::1]:3000', 'LOCALHOST'])(
    'accepts %s as a name of this machine',
    async (host) => {
      expect(statusOf(await server.raw(get('/api/leak').replace('localhost', host)))).toBe(500)
    },
  )

  it('ignores an unknown Expect, and sends the headers of every reply', async () => {
    const reply = await server.raw(get('/api/start', 'Expect: the-unexpected\r\n').replace('GET', 'POST'))
    expect(statusOf(reply)).toBe(204)
    expect(reply.toLowerCase()).toContain('x-content-type-options: nosniff')
  })

  it('serves health to load balancers by IP address', async () => {
    expect(statusOf(await server.raw(get('/api/health/live').replace('localhost', '10.0.0.9')))).toBe(200)
  })

  it('returns 431 for headers over 16 KiB', async () => {
    const reply = await server.raw(get('/api/start', `X-Long: ${'a'.repeat(requestLimits.headerBytes)}\r\n`))
    expect(statusOf(reply)).toBe(431)
    expect(reply).toContain('"code":"HEADERS_TOO_LARGE"')
  })
})

describe('slow and many clients', () => {
  it('closes slow headers with 408', async () => {
    const reply = await server.raw('GET /api/things HTTP/1.1\r\nHost: local')
    expect(statusOf(reply)).toBe(408)
    expect(reply).toContain('"code":"REQUEST_TIMEOUT"')
  })

  it('closes a slow JSON body with 408', async () => {
    const head =
      'Cookie: who=user\r\nX-CSRF-Token: token-of-user\r\nContent-Type: application/json\r\nContent-Length: 20\r\n'
    const text = `POST /api/things HTTP/1.1\r\nHost: localhost\r\n${head}\r\n{"name"`
    expect(statusOf(await server.raw(text))).toBe(408)
  })

  it('closes a refused body that never ends', async () => {
    const text =
      'POST /api/things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"name"'
    expect(statusOf(await server.raw(text))).toBe(401)
  })

  it('limits the sockets of one address', async () => {
    const sockets = Array.from({ length: 40 }, () =>
      connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2' }),
    )
    // The sockets within the limit are closed too, but with the reply to slow headers.
    const received = await Promise.all(sockets.map(readAll))
    expect(received.filter((text) => text === '').length).toBe(20)
    expect(received.filter((text) => text.includes('"code":"REQUEST_TIMEOUT"')).length).toBe(20)
    expect((await server.call('/api/things')).status).toBe(200)
  })
})

describe('rate limits', () => {
  const configOf = (apiPerMinute: number, trustProxy: string[] = []) => ({
    publicUrl: new URL('http://localhost:0'),
    secureCookies: true,
    trustProxy,
    rate: { apiPerMinute },
    webDist: '/nowhere',
  })

  it('count by account, with Retry-After', async () => {
    const config = configOf(2)
    const small = await startTestServer({ config })
    const statuses = []
    for (const role of ['user', 'user', 'user', 'admin'])
      statuses.push(await small.call('/api/things', { role }))
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429, 200])
    expect(Number(statuses[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
    await small.app.close()
  })

  it('refuse unknown sessions before they are queried', async () => {
    const config = configOf(2)
    let queries = 0
    const gatekeeper: Gatekeeper = {
      ...testGatekeeper,
      identify(...request) {
        queries++
        return testGatekeeper.identify(...request)
      },
    }
    const small = await startTestServer({ config, gatekeeper })
    const statuses = []
    for (const role of ['unknown 1', 'unknown 2', 'unknown 3', 'unknown 4'])
      statuses.push((await small.call('/api/things', { role })).status)
    expect([statuses, queries]).toEqual([[401, 401, 429, 429], 2])
    await small.app.close()
  })

  it('accept X-Forwarded-For only from a listed proxy', async () => {
    const config = configOf(1, ['127.0.0.0/8'])
    const behind = await startTestServer({ config })
    const from = async (address: string) =>
      (await behind.call('/api/leak', { role: '', headers: { 'x-forwarded-for': address } })).status
    expect([await from('192.0.2.1'), await from('192.0.2.2'), await from('192.0.2.2')]).toEqual([
      500, 500, 429,
    ])
    expect([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8:0:1::1')]).toEqual([
      500, 429, 500,
    ])
    await behind.app.close()
  })

  it('ignore the port that a proxy sends with an address', async () => {
    const config = configOf(1, ['127.0.0.0/8', '10.0.0.0/8'])
    const behind = await startTestServer({ config })
    const from = async (forwarded: string) =>
      (await behind.call('/api/leak', { role: '', headers: { 'x-forwarded-for': forwarded } })).status
    expect([await from('192.0.2.1:1000'), await from('192.0.2.1:2000, 10.0.0.1:80')]).toEqual([500, 429])
    expect(await from('192.0.2.2:1000, 10.0.0.1:81')).toBe(500)
    await behind.app.close()
  })
})

describe('the start', () => {
  it('fails when an endpoint is missing, repeated or unknown, or a route has no policy', async () => {
    await expect(startTestServer({ bindings: [] })).rejects.toThrow('things.list is not bound')
    const [first] = testEndpoints
    const twice = first ? [bind(first, async () => ({})), bind(first, async () => ({}))] : []
    await expect(startTestServer({ bindings: twice, endpoints: [] })).rejects.toThrow('bound twice')
    const foreign = endpoint({
      name: 'x.y',
      method: 'GET',
      path: '/x',
      summary: '',
      who: 'user',
      reply: { kind: 'empty', status: 204 },
      problems: [],
    })
    await expect(
      startTestServer({ bindings: [bind(foreign, async () => ({}))], endpoints: [] }),
    ).rejects.toThrow('x.y is not in the list')
    const open = await startTestServer({ bindings: [], endpoints: [] })
    expect(() => open.app.get('/open', () => '')).toThrow()
    await open.app.close()
  })
})
