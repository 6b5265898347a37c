import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { createUnreadable } from '../crypto/unreadable.ts'
import { silentLog } from '../log.ts'
import { registerHealth } from './health.ts'

const unreadable = createUnreadable(silentLog()).counts

it('however many ask at once, the parts are asked once, and anew by the next', async () => {
  const app = fastify()
  const gate = Promise.withResolvers<void>()
  let checks = 0
  registerHealth(app, {
    check: async () => {
      checks++
      await gate.promise
      return { database: checks === 1 ? 'ok' : 'failing' }
    },
    unreadable,
  })
  await app.ready()
  const ask = () => app.inject('/api/health/ready')
  const first = Promise.all(Array.from({ length: 20 }, ask))
  await expect.poll(() => checks).toBe(1)
  gate.resolve()
  for (const { statusCode } of await first) expect(statusCode).toBe(200)
  expect(checks).toBe(1)
  expect((await ask()).statusCode).toBe(503)
  expect(checks).toBe(2)
  await app.close()
})

it('whoever asks whether the server lives learns its build and the date of it (spec §9)', async () => {
  const app = fastify()
  registerHealth(app, { check: async () => ({}), unreadable })
  await app.ready()
  const answer = await app.inject('/api/health/live')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    status: 'ok',
    version: 'staging-emergency-fix-1.0.0',
    date: '2025-08-18',
  })
  await app.close()
})
