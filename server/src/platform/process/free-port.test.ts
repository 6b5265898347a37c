import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, requireFreePort } from './free-port.ts'

test('a taken port is reported, and a start waits for a port that becomes free', async () => {
  const port = await freePort()
  await requireFreePort('127.0.0.1', port)
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  await expect(requireFreePort('127.0.0.1', port, { patience: 0 })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  const waiting = requireFreePort('127.0.0.1', port)
  other.close()
  await waiting
})
