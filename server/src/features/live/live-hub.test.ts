import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts'
import { LiveHub } from './live-hub.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a socket whose handshake took longer than the polling lasts without sockets is closed, so that its page connects again', async () => {
  const hub = new LiveHub(app.services)
  await hub.prepare()
  await sleep(7500)
  let terminated = false
  const terminate = () => {
    terminated = true
  }
  const socket = Object.assign(Object.create(WebSocket.prototype), { terminate }) as WebSocket
  hub.add(socket, { id: 'a', role: 'user', sessionKey: 'b' }, [])
  expect([terminated, hub.size]).toEqual([true, 0])
  await hub.close()
})
