import { expect, test } from 'vitest'
import { createPasswordAccount } from '../app/password-account.ts'
import { runProgram } from '../app/programs.ts'
import { signIn } from '../app/sign-in.ts'
import { type Installation, startInstallation } from './installation.ts'
import { startLoad } from './load.ts'

// Targets 22 and 10 of the reliability goals: restarts of single processes under load, through a load balancer.

/** `RESTARTS=100` before a release. */
const restarts = Number(process.env.RESTARTS ?? 2)
const perSecond = Number(process.env.REQUESTS_PER_SECOND ?? 50)

test(`${restarts} restarts of single processes at ${perSecond} requests a second fail no request`, {
  timeout: 60_000 + restarts * 60_000,
}, async () => {
  await using stack = new AsyncDisposableStack()
  const installation = await startInstallation()
  stack.defer(() => installation.close())
  const { app, balancer, processes } = installation
  const { email } = await createPasswordAccount(app)
  const load = startLoad({ url: balancer.url, users: await usersOf(installation), email, perSecond })
  for (let n = 0; n < restarts; n++) {
    const restarted = processes[n % processes.length]
    await restarted?.restart()
    if (restarted?.role === 'web') await balancer.becomes(restarted.url, 'ready')
  }
  await load.stop()
  report(load.times, load)
  expect(load.failures.slice(0, 5)).toEqual([])
  for (const requests of balancer.received.values()) expect(requests).toBeGreaterThan(0)
  const rows = await app.sql<{ id: string }>('SELECT id FROM performer ORDER BY id')
  expect(rows.map(({ id }) => id)).toEqual(load.registered.toSorted())
  const doctor = await runProgram('doctor.ts', { args: ['--json'], env: { ...installation.settings } })
    .finished
  expect(JSON.parse(doctor.out)).toEqual({ faults: [], count: 0, fixed: 0 })
})

/** Users whose requests go to the balancer. Several, because each may make 3,000 calls a minute. */
async function usersOf({ app, balancer }: Installation) {
  return Promise.all(
    Array.from({ length: 6 }, async () => {
      const { accountId } = await app.signedIn('user')
      return signIn(app.services, balancer.url, accountId)
    }),
  )
}

function report(
  times: readonly number[],
  { registered, sockets }: { registered: readonly string[]; sockets: number },
) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  process.stdout.write(
    `${times.length} acts, ${registered.length} registrations, ${sockets} sockets; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`,
  )
}
