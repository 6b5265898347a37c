import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@kyc/contract/limits.ts'
import { standardTimes } from '@kyc/server/platform/http/node-server.ts'
import { type Bench, type Line, median } from '../bench.ts'
import { startProduct } from '../contenders.ts'
import { query } from '../database.ts'
import type { LoadJob, LoadResult } from '../load/load-job.ts'
import { runLoad } from '../load/run-load.ts'
import type { SlowJob, SlowResult } from '../load/slow-clients-process.ts'
import { openFiles, residentMiB } from '../processes.ts'
import { registrationForm } from './sample-uploads.ts'
import { slowClients, storeLarge, transfers, wellBehaved } from './slow-clients-jobs.ts'

/** Milliseconds until the server closes a connection of each kind. Other kinds are within their limits. */
const closedAfter: Readonly<Record<string, number>> = {
  'no byte': standardTimes.headers,
  'slow headers': standardTimes.headers,
  'slow body': standardTimes.body,
  'slow chunks': standardTimes.body,
  'half-open': standardTimes.body,
  // Node closes an idle connection a second later than it announces.
  'idle after a reply': standardTimes.keepAlive + 1000,
  'unread download': limits.uploadIdle,
  'unread, pipelined': 0,
  'upload of 20 KB/s': limits.uploadIdle / (1 - 20_000 / limits.uploadBytesPerSecond),
}

/** Long enough for each kind to be closed once. */
const slowMs = standardTimes.keepAlive + 20_000
const target = 300

/**
 * Lists, reads, sign-ins and registrations of well-behaved clients before, during and after 500 slow connections and
 * 100 slow uploads from ten addresses.
 */
export async function measureSlowClients(shared: Bench): Promise<Line[]> {
  const { RATE_API_PER_MINUTE: _, ...env } = shared.productEnv
  // This product has the limit of calls of a real installation, which the loads of the other measures exceed.
  const product = await startProduct({ ...env, DATA_DIR: join(shared.folder, 'attacked') })
  try {
    return await measure({ ...shared, product })
  } finally {
    await product.stop()
  }
}

async function measure(bench: Bench): Promise<Line[]> {
  const { product } = bench
  const form = await registrationForm(bench.folder)
  const jobs = await wellBehaved(bench, form)
  const large = await storeLarge(bench, form)
  const slowJob = await slowClients(bench, large)
  await runAll(jobs)
  // A process that has never moved a large file would show the memory of its first ones as that of the slow clients.
  const { upload, download } = transfers(bench, large)
  for (const transfer of [upload, download]) await runLoad(transfer)
  const before = { loads: await rounds(bench, jobs), ...figures(product.pid) }
  const { open, loads, slow, longestHeld } = await underAttack(bench, jobs, slowJob)
  await sleep(3000)
  const after = { loads: await rounds(bench, jobs), ...figures(product.pid) }
  return [
    ...Object.keys(jobs).map((name) => loadLine(name, before.loads, loads, after.loads)),
    ...slow.map(closedLine),
    {
      measure: 'files and sockets of the server: before, during, after',
      product: `${before.files}, ${open}, ${after.files}`,
      target: 'after ≤ before + 20',
      reached: (after.files ?? 0) <= (before.files ?? 0) + 20,
    },
    {
      measure: 'memory of the server: before, after',
      product: `${before.memory?.toFixed(0)} MiB, ${after.memory?.toFixed(0)} MiB`,
      target: 'at most 25% more',
      reached: (after.memory ?? 0) <= (before.memory ?? 0) * 1.25,
    },
    {
      measure: 'longest idle transaction meanwhile',
      product: `${longestHeld.toFixed(1)} s`,
      target: '< 2 s',
      reached: longestHeld < 2,
    },
  ]
}

/** Runs the loads while the slow clients are connected. These stay connected for `slowMs`. */
async function underAttack(bench: Bench, jobs: Readonly<Record<string, LoadJob>>, slowJob: SlowJob) {
  const { product, database } = bench
  const child = fork(new URL('../load/slow-clients-process.ts', import.meta.url))
  const held = watchHeldConnections(database.ownerUrl)
  try {
    const start = performance.now()
    child.send(slowJob)
    await sleep(6000)
    const open = openFiles(product.pid) ?? Number.NaN
    const loads = await rounds(bench, jobs)
    await sleep(Math.max(0, slowMs - (performance.now() - start)))
    child.send('end')
    const [slow] = (await once(child, 'message')) as [SlowResult[]] // the only message of the process
    return { open, loads, slow, longestHeld: await held.stop() }
  } finally {
    await held.stop()
    child.kill()
  }
}

type Results = Readonly<Record<string, LoadResult>>

/** Runs the loads at the same time, as users do. */
async function runAll(jobs: Readonly<Record<string, LoadJob>>): Promise<Results> {
  const results = await Promise.all(
    Object.entries(jobs).map(async ([name, job]) => [name, await runLoad(job)] as const),
  )
  return Object.fromEntries(results)
}

async function rounds({ options }: Bench, jobs: Readonly<Record<string, LoadJob>>): Promise<Results[]> {
  const all: Results[] = []
  for (let round = 0; round < options.rounds; round++) all.push(await runAll(jobs))
  return all
}

function loadLine(name: string, before: Results[], during: Results[], after: Results[]): Line {
  const phases = [before, during, after]
  const of = (figure: 'median' | 'p99') =>
    phases.map((all) => median(all.map((results) => results[name]?.[figure] ?? Number.NaN)))
  const text = (values: readonly number[]) => values.map((value) => Math.round(value)).join(', ')
  const slowest = of('p99')
  const ratio = (slowest[1] ?? Number.NaN) / Math.max(slowest[0] ?? 0, slowest[2] ?? 0)
  return {
    measure: `${name}: before, during and after 500 slow sockets and 100 slow uploads`,
    product: `median ${text(of('median'))} ms, p99 ${text(slowest)} ms`,
    ratio: ratio.toFixed(2),
    target: `p99 < ${target} ms`,
    reached: (slowest[1] ?? Number.NaN) < target,
  }
}

function closedLine({ kind, closed, longest, statuses }: SlowResult): Line {
  const limit = closedAfter[kind]
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  return {
    measure: `… ${kind}: closed by the server`,
    product: `${closed} (${counts.join(', ')}), after ${(longest / 1000).toFixed(1)} s at most`,
    ...(limit === undefined
      ? { target: 'within its limits' }
      : { target: `≤ ${(limit / 1000).toFixed(1)} + 1 s`, reached: closed > 0 && longest <= limit + 1000 }),
  }
}

function figures(pid: number) {
  return { memory: residentMiB(pid), files: openFiles(pid) }
}

/** Samples the longest time for which a connection of the pool has been idle in a transaction, in seconds. */
function watchHeldConnections(ownerUrl: string): { stop(): Promise<number> } {
  let running = true
  let longest = 0
  const sampling = (async () => {
    while (running) {
      const [row] = await query<{ seconds: number | null }>(
        ownerUrl,
        `SELECT max(extract(epoch FROM clock_timestamp() - state_change))::float8 AS seconds
         FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
      )
      longest = Math.max(longest, row?.seconds ?? 0)
      await sleep(500)
    }
  })()
  return {
    async stop() {
      running = false
      await sampling
      return longest
    },
  }
}
