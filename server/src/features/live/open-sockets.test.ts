import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { AddressedChange } from './live-changes.ts'
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
    sockets.add(socket, { accountId: 'account', role: 'superadmin', organisations: [], sessionKey: 'ab' })
  })
  await once(server, 'listening')
})

afterEach(async () => {
  await sockets.closeAll(1012)
  server.close()
})

const patience = { timeout: 30_000 }

test('drops a page that does not read live updates before its buffer fills the memory', {
  tags: 'long',
}, async () => {
  const reader = await open()
  const paused = await open()
  let received = 0
  reader.on('message', () => {
    received += 1
  })
  paused.pause()
  const changes = Array.from({ length: 5000 }, (_, n): AddressedChange => {
    const change = { kind: 'performer', id: String(n).padStart(36, '0') } as const
    return { change, owner: null, leastRole: 'user' }
  })
  let rounds = 0
  // Messages first fill the buffers of the operating system.
  while (sockets.size === 2 && rounds < 2000) {
    sockets.send(changes)
    rounds += 1
    await expect.poll(() => received, patience).toBe(rounds * changes.length)
  }
  expect(sockets.size).toBe(1)
  expect(reader.readyState).toBe(1)
})

test('a page receives a live update for each organisation that its account joins or loses (D67)', async () => {
  const page = await open()
  const heard: string[] = []
  page.on('message', (data) => heard.push(String(data)))
  const session = { key: Buffer.from('ab', 'hex'), role: 'user', enrol_only: false } as const
  for (const organisations of [['one', 'two'], ['two'], ['two', 'three'], ['two', 'three']])
    sockets.revalidate([{ ...session, organisations }], ['ab'])
  const changes = ['one', 'two', 'one', 'three'].map((id) => JSON.stringify({ kind: 'organisation', id }))
  await expect.poll(() => heard, patience).toEqual(changes)
})

test('drops a page that sends pings and does not read the pongs', async () => {
  const flooding = await open()
  flooding.pause()
  const payload = Buffer.alloc(125)
  // Browsers never ping. The library sends a pong for each ping, without a limit on its buffer.
  for (let sent = 0; sockets.size === 1 && sent < 200_000; sent += 1000) {
    for (let n = 1; n < 1000; n++) flooding.ping(payload)
    await new Promise<void>((resolve) => flooding.ping(payload, true, () => resolve()))
  }
  await expect.poll(() => sockets.size, patience).toBe(0)
})

test('drops a socket that did not respond to the previous ping', async () => {
  const silent = await open({ autoPong: false })
  const closed = once(silent, 'close')
  const alive = await open()
  sockets.ping()
  await expect.poll(() => pongs, patience).toBe(1)
  sockets.ping()
  await closed
  expect(sockets.size).toBe(1)
  expect(alive.readyState).toBe(1)
})

async function open(options: { autoPong?: boolean } = {}): Promise<WebSocket> {
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, options)
  socket.on('error', () => undefined)
  const { size } = sockets
  await once(socket, 'open')
  await expect.poll(() => sockets.size, patience).toBe(size + 1)
  return socket
}
