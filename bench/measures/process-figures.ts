import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, type Line, median } from '../bench.ts'
import { startProduct } from '../contenders.ts'
import { residentMiB } from '../processes.ts'

const starts = 7

/** The time from the start of the process to its first response, on a running and migrated database. */
export async function measureStart({ productEnv }: Bench): Promise<Line[]> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const begin = performance.now()
    const product = await startProduct(productEnv)
    const reply = await fetch(`${product.url}/api/health/live`)
    if (!reply.ok) throw new Error(`/api/health/live returned ${reply.status}`)
    times.push(performance.now() - begin)
    await product.stop()
  }
  const seconds = median(times.slice(1)) / 1000
  return [
    {
      measure: 'start to first response, on a running database',
      product: `${seconds.toFixed(2)} s`,
      target: '≤ 1 s',
      reached: seconds <= 1,
    },
  ]
}

const idleMs = 60_000

/** Resident memory of the server process a minute after its start. Runs during the seeding. */
export async function measureIdle(folder: string): Promise<Line[]> {
  return Promise.all(
    (['off', 'on'] as const).map(async (demo) => {
      const env = { DEMO: demo, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: join(folder, `idle-${demo}`) }
      const product = await startProduct(env)
      await sleep(idleMs)
      const memory = residentMiB(product.pid) ?? Number.NaN
      await product.stop()
      return {
        measure: `memory a minute after the start, DEMO=${demo}`,
        product: `${memory.toFixed(0)} MiB`,
        target: '≤ 160 MiB',
        reached: memory <= 160,
      }
    }),
  )
}

/** Resident memory of the server process after the other measures. */
export function memoryAfterLoad({ product }: Bench): Line {
  const memory = residentMiB(product.pid) ?? Number.NaN
  return {
    measure: 'memory after all loads',
    product: `${memory.toFixed(0)} MiB`,
    target: '≤ 300 MiB',
    reached: memory <= 300,
  }
}
