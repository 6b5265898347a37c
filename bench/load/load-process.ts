import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './connection.ts'
import type { LoadJob, LoadOutcome, LoadResult } from './load-job.ts'

// The load generator, in a separate process so that its CPU time is not attributed to the server.

process.once('message', async (job: LoadJob) => {
  const outcome: LoadOutcome = await run(job).then(
    (ok) => ({ ok }),
    (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
  )
  process.send?.(outcome, () => process.exit())
})

async function run(job: LoadJob): Promise<LoadResult> {
  const file = job.bodyFile === undefined ? undefined : readFileSync(job.bodyFile)
  const bodies = job.bodies?.map((body) => Buffer.from(body)) ?? (file ? [file] : [])
  const latencies: number[] = []
  let next = 0
  let bytesReceived = 0
  let bytesSent = 0
  const connections = await Promise.all(
    Array.from({ length: job.connections }, () => Connection.open(job.port)),
  )
  const start = performance.now()
  const end = start + job.milliseconds
  const most = job.requests ?? Number.POSITIVE_INFINITY
  const work = async (connection: Connection) => {
    const fixed = Object.entries(job.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    for (let now = performance.now(); now < end && next < most; ) {
      const turn = next++
      const body = bodies[turn % bodies.length]
      const lines = [
        `${job.method} ${job.paths[turn % job.paths.length]} HTTP/1.1\r\nhost: localhost:${job.port}\r\n`,
        ...fixed,
        ...(body ? [`content-length: ${body.length}\r\n`] : []),
        ...(job.keyed ? [`idempotency-key: ${randomUUID()}\r\n`] : []),
      ]
      const reply = await connection.send(`${lines.join('')}\r\n`, body)
      if (reply.status >= 300) throw new Error(`${job.method} returned ${reply.status}: ${reply.text}`)
      const then = performance.now()
      latencies.push(then - now)
      if (job.pauseMs !== undefined) await sleep(job.pauseMs)
      now = job.pauseMs === undefined ? then : performance.now()
      bytesReceived += reply.bytes
      bytesSent += body?.length ?? 0
    }
  }
  await Promise.all(connections.map(work))
  const seconds = (performance.now() - start) / 1000
  for (const connection of connections) connection.close()
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? 0
  return {
    requests: latencies.length,
    seconds,
    bytesReceived,
    bytesSent,
    median: at(0.5),
    p99: at(0.99),
  }
}
