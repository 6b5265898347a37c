import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/app/test-server.ts'
import { useFolder } from '../../../testing/app/use-folder.ts'
import { openApi } from './open-api.ts'

const page = `<!doctype html><meta name="csrf-token" content="__CSRF_TOKEN__">
<script type="module" nonce="__CSP_NONCE__" src="/assets/main-1a2b3c.js"></script><style nonce="__CSP_NONCE__"></style>`

const script = `export {}\n${'// a text that shrinks\n'.repeat(100)}`

const folder = useFolder('kyc-web-')
let server: TestServer
beforeAll(async () => {
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'favicon.ico'), 'icon')
  await writeFile(join(folder, '.env'), 'secret')
  await writeFile(join(folder, 'assets/main-1a2b3c.js'), script)
  await writeFile(join(folder, 'assets/main-1a2b3c.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets/main-1a2b3c.js.gz'), gzipSync(script))
  await writeFile(join(folder, 'assets/table-1a2b3c.bcmap'), 'table')
  server = await startServer(folder)
})
afterAll(async () => {
  await server.app.close()
})

function startServer(webDist: string) {
  return startTestServer({
    config: {
      publicUrl: new URL('http://localhost:0'),
      secureCookies: false,
      trustProxy: [],
      rate: { apiPerMinute: 1000 },
      webDist,
    },
    pageToken: async (request) => {
      const failure = failures[request.header('x-fail') ?? '']
      if (failure) throw failure
      return { token: `<"${request.cookies.who}$&">`, cookies: [{ name: 'pre', value: 'p', httpOnly: true }] }
    },
    cameraPages: ['/camera'],
    pageSources: { script: ['https://apis.example'], frame: ['https://auth.example'] },
  })
}

const failures: Readonly<Record<string, Error>> = {
  transient: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  permanent: new Error('a bug'),
}

describe('a page', () => {
  it('is sent without a token while the database is unavailable', async () => {
    const response = await server.call('/performers', { headers: { 'x-fail': 'transient' } })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.text()).toContain('<meta name="csrf-token" content="">')
    expect((await server.call('/', { headers: { 'x-fail': 'permanent' } })).status).toBe(500)
  })

  it.each([
    '/',
    '/performers/1?status=pending',
    '/login',
    '/index.html',
    '/unknown/page',
    '/kyc/register?user_id=a&api_key=b',
  ])('is sent for %s, never cached, with a new nonce and the token of the caller', async (path) => {
    const response = await server.call(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    // URLs must not reach the provider, whose popup every page may open.
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(response.headers.getSetCookie()).toEqual(['pre=p; Path=/; HttpOnly; SameSite=Lax'])
    const html = await response.text()
    expect(html).toContain('content="&#60;&#34;user$&#38;&#34;&#62;"')
    const nonces = [...html.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce)
    expect(new Set(nonces).size).toBe(1)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`script-src 'self' 'nonce-${nonces[0]}' https://apis.example;`)
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}';`)
    expect(policy).toContain("img-src 'self' blob: data:;")
    expect(policy).toContain('frame-src https://auth.example;')
    for (const part of [
      "base-uri 'none'",
      "form-action 'self'",
      "object-src 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(part)
    }
    const again = (await server.call(path)).headers.get('content-security-policy')
    expect(again).not.toBe(policy)
  })

  it('may use the camera only if it is listed', async () => {
    const policyOf = async (path: string) => (await server.call(path)).headers.get('permissions-policy')
    expect(await policyOf('/camera?x=1')).toContain('camera=(self), microphone=()')
    for (const path of ['/', '/camera/more', '/performers', '/assets/main-1a2b3c.js'])
      expect(await policyOf(path), path).toContain('camera=(), microphone=()')
  })

  it('is served for GET only', async () => {
    const response = await server.call('/performers', {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'a/b' },
    })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })

  it('returns 503 with instructions when it is not built', async () => {
    const empty = await startServer(join(folder, 'nowhere'))
    const response = await empty.call('/')
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('npm run build')
    await empty.app.close()
  })
})

describe('a file', () => {
  it('with a hashed name is cached permanently and sent compressed', async () => {
    const response = await server.call('/assets/main-1a2b3c.js', {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(await response.text()).toBe(script)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    const plain = await server.call('/assets/main-1a2b3c.js', { headers: { 'accept-encoding': 'br;q=0' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(script)
    const gzipped = await server.call('/assets/main-1a2b3c.js', { headers: { 'accept-encoding': 'gzip' } })
    expect(gzipped.headers.get('content-encoding')).toBe('gzip')
    expect(Number(gzipped.headers.get('content-length'))).toBeLessThan(script.length / 2)
    expect(await gzipped.text()).toBe(script)
  })

  it('of an unknown type is sent as plain bytes', async () => {
    const response = await server.call('/assets/table-1a2b3c.bcmap')
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(await response.text()).toBe('table')
  })

  it('with a plain name is revalidated, and returns 304 while it is unchanged', async () => {
    const first = await server.call('/favicon.ico')
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    // As a browser revalidates; Node's fetch would add no-cache.
    const headers = { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
    expect((await server.call('/favicon.ico', { headers })).status).toBe(304)
  })

  it.each([
    '/assets/main-old.js',
    '/assets/',
    '/missing.png',
    '/.env',
    '/%2eenv',
    '/assets/..%2f..%2fetc/passwd',
    '/..%2f..%2fpackage.json',
    '/assets/..%2findex.html',
    '/assets/..%5c..%5cpackage.json',
    '/assets/.hidden.js',
    '/assets/%252e%252e/index.html',
    '/assets/a%25.js',
    '/assets/a%00.js',
    '/assets//main-1a2b3c.js',
    '/api/missing.js',
    '/.well-known/x',
  ])('that does not exist returns 404, never a page: %s', async (path) => {
    const response = await server.call(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('problem+json')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('the description of the API', () => {
  it('covers the whole contract', () => {
    const { paths } = openApi(endpoints, 'https://kyc.example.jp') as { paths: Record<string, object> }
    const calls = Object.values(paths).flatMap((methods) => Object.keys(methods))
    expect(calls.length).toBe(endpoints.length)
  })

  it('is OpenAPI 3.1 generated from the endpoints', async () => {
    const description = (await (await server.call('/api/openapi.json')).json()) as Record<string, unknown>
    expect(description).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/things': {
          get: {
            'x-who': 'user',
            parameters: [
              { name: 'status', in: 'query', schema: { enum: ['a', 'b'] } },
              { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 200 } },
              { name: 'cursor', schema: { type: 'string' } },
            ],
          },
          post: {
            parameters: [{ name: 'X-CSRF-Token', in: 'header', required: true }],
            requestBody: {
              content: {
                'application/json': { schema: { additionalProperties: false, required: ['name'] } },
              },
            },
            responses: { 201: {} },
          },
        },
        '/api/form': {
          post: {
            requestBody: { content: { 'multipart/form-data': { schema: { properties: { selfie: {} } } } } },
          },
        },
      },
    })
  })

  it('has a page without scripts or external resources', async () => {
    const response = await server.call('/api/docs')
    const html = await response.text()
    expect(html).toContain('/api/things/{id}')
    expect(html).toContain('id="FILE_TOO_LARGE"')
    expect(html).not.toMatch(/<script|https?:\/\//)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })
})
