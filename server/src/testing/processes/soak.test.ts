import { minute } from '@kyc/contract/durations.ts'
import { MiB } from '@kyc/contract/limits.ts'
import { expect, test } from 'vitest'
import { createPasswordAccount } from '../app/password-account.ts'
import { startInstallation } from './installation.ts'
import { createUsers, describeLoad, percentile, startLoad } from './load.ts'

// Target 9 of the reliability goals: processes under load for a long time. `SOAK_MINUTES=60` before a release.

const minutes = Number(process.env.SOAK_MINUTES ?? 0)

/** The samples of the heap in a quarter of the time: the lowest is close to what remains after a collection. */
const samples = 60

test.runIf(minutes)(
  `${minutes} minutes at 50 requests a second fail no request and fill no heap`,
  {
    timeout: (minutes + 5) * minute,
  },
  async () => {
    const installation = await startInstallation()
    try {
      const { app, balancer, processes } = installation
      const { email } = await createPasswordAccount(app)
      const users = await createUsers(installation)
      const load = startLoad({ url: balancer.url, users, email, perSecond: 50 })
      const quarters: number[][] = []
      for (let quarter = 0; quarter < 4; quarter++) {
        const lowest = processes.map(() => Number.POSITIVE_INFINITY)
        for (let sample = 0; sample < samples; sample++) {
          await new Promise((resolve) => setTimeout(resolve, (minutes * minute) / 4 / samples))
          const heaps = await Promise.all(processes.map((each) => each.heap()))
          for (const [at, heap] of heaps.entries()) lowest[at] = Math.min(lowest[at] ?? heap, heap)
        }
        quarters.push(lowest.map((heap) => heap / MiB))
        const shown = quarters.at(-1)?.map((heap) => heap.toFixed(1))
        process.stdout.write(`quarter ${quarter + 1}: lowest heaps ${shown} MiB; ${describeLoad(load)}\n`)
      }
      await load.stop()
      expect(load.failures.slice(0, 5)).toEqual([])
      expect(percentile(load.times, 99)).toBeLessThan(300)
      // After the first quarter, in which caches fill.
      const [, second = [], , last = []] = quarters
      for (const [at, heap] of last.entries()) expect(heap - (second[at] ?? 0)).toBeLessThan(5)
    } finally {
      await installation.close()
    }
  },
)
