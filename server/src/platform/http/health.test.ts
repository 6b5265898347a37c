import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { startTestServer } from '../../testing/app/test-server.ts'
import { createUnreadable } from '../crypto/unreadable.ts'
import { silentLog } from '../log.ts'
import { registerHealth } from './health.ts'

const unreadable = createUnreadable(silentLog()).counts
const release = { version: '1.1.0', commit: '0123456789ab' }

it('concurrent requests share one check, and the next request starts another', async () => {
  const app = fastify()
  const gate = Promise.withResolvers<void>()
  let checks = 0
  registerHealth(app, {
    check: async () => {
      checks++
      await gate.promise
      return { database: checks === 1 ? 'ok' : 'failing' }
    },
    watch: async () => ({}),
    unreadable,
    release,
  })
  await app.ready()
  const request = () => app.inject('/api/health/ready')
  const first = Promise.all(Array.from({ length: 20 }, request))
  await expect.poll(() => checks).toBe(1)
  gate.resolve()
  for (const { statusCode } of await first) expect(statusCode).toBe(200)
  expect(checks).toBe(1)
  expect((await request()).statusCode).toBe(503)
  expect(checks).toBe(2)
  await app.close()
})

it('live returns the version and the date of the build (spec §9)', async () => {
  const app = fastify()
  registerHealth(app, { check: async () => ({}), watch: async () => ({}), unreadable, release })
  await app.ready()
  const response = await app.inject('/api/health/live')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    status: 'ok',
    version: 'staging-emergency-fix-1.0.0',
    date: '2025-08-18',
    release,
  })
  await app.close()
})

it('a stopping process is not ready, checks nothing, and closes each connection after its reply', async () => {
  const stopping = new AbortController()
  const server = await startTestServer({ stopping: stopping.signal })
  const before = await fetch(`${server.url}/api/health/live`)
  expect(before.headers.get('connection')).toBe('keep-alive')
  stopping.abort()
  const ready = await fetch(`${server.url}/api/health/ready`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ status: 'stopping', parts: {} })
  const served = await fetch(`${server.url}/api/health/live`)
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
  await server.app.close()
})

it('a failing watched part is reported and causes no 503', async () => {
  const app = fastify()
  registerHealth(app, {
    check: async () => ({ database: 'ok' }),
    watch: async () => ({ auditLog: 'failing' }),
    unreadable,
    release,
  })
  await app.ready()
  const response = await app.inject('/api/health/ready')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    status: 'degraded',
    parts: { database: 'ok', auditLog: 'failing' },
  })
  await app.close()
})
