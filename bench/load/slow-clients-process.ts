import { setTimeout as sleep } from 'node:timers/promises'
import { openSlowClient, type SlowClient, type Slowness } from '@kyc/server/testing/hostile/slow-clients.ts'

// The slow clients, in a separate process so that their CPU time is not attributed to the server.

/** Clients of one kind. Sent between processes, so plain data only. */
export interface SlowGroup {
  readonly kind: string
  /** The pause before a client connects again, so that the slow clients are not a flood of connections. */
  readonly pauseMs: number
  /** Each client has one connection, and opens the next one when the server has closed it. */
  readonly clients: readonly { readonly localAddress: string; readonly slowness: Slowness }[]
}

export interface SlowJob {
  readonly port: number
  readonly groups: readonly SlowGroup[]
}

/** The connections of one kind that the server has closed. `longest` is the duration of the longest in milliseconds. */
export interface SlowResult {
  readonly kind: string
  readonly closed: number
  readonly longest: number
  /** How many connections received each status. */
  readonly statuses: Readonly<Record<string, number>>
}

/** The clients of a group connect one after the other in this time. */
const startMs = 5000

process.once('message', (job: SlowJob) => {
  const groups = job.groups.map((group) => runGroup(job.port, group))
  process.once('message', () => {
    const results: SlowResult[] = groups.map((group) => group.end())
    process.send?.(results, () => process.exit())
  })
})

function runGroup(port: number, { kind, clients, pauseMs }: SlowGroup): { end(): SlowResult } {
  const open = new Set<SlowClient>()
  const statuses: Record<string, number> = {}
  let [closed, longest, ended] = [0, 0, false]
  const run = async ({ localAddress, slowness }: SlowGroup['clients'][number]) => {
    while (!ended) {
      const client = openSlowClient(port, localAddress, slowness)
      open.add(client)
      const { ms, received } = await client.closed
      open.delete(client)
      if (ended) return
      closed++
      longest = Math.max(longest, ms)
      const status = /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 'none'
      statuses[status] = (statuses[status] ?? 0) + 1
      await sleep(pauseMs)
    }
  }
  for (const [index, client] of clients.entries())
    void sleep((index / clients.length) * startMs).then(() => run(client))
  return {
    end() {
      ended = true
      for (const client of open) client.end()
      return { kind, closed, longest, statuses }
    },
  }
}
