import { once } from 'node:events'
import { createServer } from 'node:net'

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
