import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { AddressedHint } from './hints.ts'
import { OpenSockets } from './open-sockets.ts'

let server: WebSocketServer
let sockets: OpenSockets
let pongs = 0

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  sockets = new OpenSockets()
  pongs = 0
  server.on('connection', (socket) => {
    socket.on('pong', () => {
      pongs += 1
    })
    sockets.add(socket, { accountId: 'somebody', role: 'superadmin', sessionKey: 'ab' })
  })
  await once(server, 'listening')
})

afterEach(async () => {
  await sockets.closeAll(1012)
  server.close()
})

const patience = { timeout: 30_000 }

test('a page that does not read what it is told is let go before it fills the memory', async () => {
  const reader = await open()
  const asleep = await open()
  let heard = 0
  reader.on('message', () => {
    heard += 1
  })
  asleep.pause()
  const hints = Array.from({ length: 5000 }, (_, n): AddressedHint => {
    const hint = { kind: 'performer', id: String(n).padStart(36, '0') } as const
    return { hint, owner: null, leastRole: 'user' }
  })
  let told = 0
  // What waits in the buffers of the system is not yet ours.
  while (sockets.size === 2 && told < 2000) {
    sockets.send(hints)
    told += 1
    await expect.poll(() => heard, patience).toBe(told * hints.length)
  }
  expect(sockets.size).toBe(1)
  expect(reader.readyState).toBe(1)
})

test('so is one that asks for answers and reads none of them', async () => {
  const asking = await open()
  asking.pause()
  const question = Buffer.alloc(125)
  // Browsers never ping; the library answers each one, however many answers wait already.
  for (let asked = 0; sockets.size === 1 && asked < 200_000; asked += 1000) {
    for (let n = 1; n < 1000; n++) asking.ping(question)
    await new Promise<void>((resolve) => asking.ping(question, true, () => resolve()))
  }
  await expect.poll(() => sockets.size, patience).toBe(0)
})

test('who does not answer a ping is gone by the next', async () => {
  const dead = await open({ autoPong: false })
  const closed = once(dead, 'close')
  const living = await open()
  sockets.ping()
  await expect.poll(() => pongs, patience).toBe(1)
  sockets.ping()
  await closed
  expect(sockets.size).toBe(1)
  expect(living.readyState).toBe(1)
})

async function open(options: { autoPong?: boolean } = {}): Promise<WebSocket> {
  const { port } = server.address() as AddressInfo // of a TCP port it is one
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, options)
  socket.on('error', () => undefined)
  const { size } = sockets
  await once(socket, 'open')
  await expect.poll(() => sockets.size, patience).toBe(size + 1)
  return socket
}
