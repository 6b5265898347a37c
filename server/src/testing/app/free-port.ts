import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine that nobody listens on, for what must be named before it listens. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number } // it listens on a TCP port
  await new Promise((resolve) => probe.close(resolve))
  return port
}
