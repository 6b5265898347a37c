/** @module-tag long */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswordAccount } from '../app/password-account.ts'
import { runProgram, thisVersion } from '../app/programs.ts'
import { type Installation, startInstallation } from './installation.ts'
import { createUsers, describeLoad, startLoad } from './load.ts'

// Targets 22 and 10 of the reliability goals: restarts of single processes under load, through a load balancer.

/** `RESTARTS=100` before a release. */
const restarts = Number(process.env.RESTARTS ?? 2)
const perSecond = Number(process.env.REQUESTS_PER_SECOND ?? 50)

/** The folder of the installed previous version: the processes are upgraded to this one, then go back, and so on. */
const previous = process.env.PREVIOUS_VERSION ?? thisVersion

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation(previous)
})
afterAll(() => installation.close())

test('a worker serves only its health, and web processes run no jobs', async () => {
  const { app, balancer, processes } = installation
  const worker = processes.find(({ role }) => role === 'worker')
  const statusOf = async (path: string) => (await fetch(`${worker?.url}${path}`)).status
  expect(await statusOf('/api/health/ready')).toBe(200)
  for (const path of ['/', '/api/config', '/login', '/api/openapi.json', '/ws', '/.well-known/jwks.json'])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  expect(new Set(balancer.received.keys()).has(worker?.url ?? '')).toBe(false)
  // A sequencer that does not lead waits with this statement; the worker leads.
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND pid <> pg_backend_pid() AND query LIKE '%pg_try_advisory_lock%'`
  await app.signedIn('user')
  const sealed = async () => (await app.sql('SELECT FROM audit_checkpoint')).length
  await expect.poll(sealed).toBeGreaterThan(0)
  expect(await app.sql(waiting)).toEqual([])
})

test(`${restarts} restarts of single processes at ${perSecond} requests a second fail no request`, {
  timeout: 60_000 + restarts * 60_000,
}, async () => {
  const { app, balancer, processes } = installation
  const { email } = await createPasswordAccount(app)
  const load = startLoad({ url: balancer.url, users: await createUsers(installation), email, perSecond })
  for (let n = 0; n < restarts; n++) {
    const restarted = processes[n % processes.length]
    await restarted?.restart(Math.floor(n / processes.length) % 2 === 0 ? thisVersion : previous)
    if (restarted?.role === 'web') await balancer.becomes(restarted.url, 'ready')
  }
  await load.stop()
  process.stdout.write(`${describeLoad(load)}\n`)
  expect(load.failures.slice(0, 5)).toEqual([])
  for (const requests of balancer.received.values()) expect(requests).toBeGreaterThan(0)
  const rows = await app.sql<{ id: string }>('SELECT id FROM performer ORDER BY id')
  expect(rows.map(({ id }) => id)).toEqual(load.registered.toSorted())
  const doctor = await runProgram('commands/doctor.ts', {
    args: ['--json'],
    env: { ...installation.settings },
  }).finished
  expect(JSON.parse(doctor.out)).toEqual({ faults: [], count: 0, fixed: 0 })
})
