import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '@kyc/contract/durations.ts'

/**
 * An unused port, for a server whose port must be known before it starts. Another program can bind it in the
 * meantime.
 * @throws Error if `host` is not an address of this machine
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number } // a TCP server has a port
  await new Promise((resolve) => probe.close(resolve))
  return port
}

interface Wait {
  readonly stop?: AbortSignal
  /** How long a predecessor may take to end, in milliseconds. */
  readonly patience?: number
}

/**
 * Reports a port that is taken before a start has done anything else.
 * @throws the error of the system, such as EADDRINUSE or EACCES; the reason of `stop`
 */
export async function requireFreePort(
  host: string,
  port: number,
  { stop, patience = 5 * second }: Wait = {},
): Promise<void> {
  for (const end = performance.now() + patience; ; await sleep(200)) {
    stop?.throwIfAborted()
    const probe = createServer().listen(port, host)
    try {
      await once(probe, 'listening')
      await new Promise((resolve) => probe.close(resolve))
      return
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken || performance.now() >= end) throw error
    }
  }
}
