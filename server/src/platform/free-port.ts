import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that no program listens on, for a server whose port must be known before it starts. Another program may take
 * it in between.
 * @throws Error if `host` is not an address of this machine
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number } // a TCP server has a port
  await new Promise((resolve) => probe.close(resolve))
  return port
}
