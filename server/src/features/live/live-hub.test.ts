import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { asAccountId } from '../../platform/ids.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { LiveHub } from './live-hub.ts'

const { app } = useStage()

test('a socket whose handshake took longer than the polling lasts without sockets is closed, so that its page connects again', {
  tags: 'long',
}, async () => {
  const hub = new LiveHub(app.services)
  await hub.prepare()
  await sleep(7500)
  let terminated = false
  const terminate = () => {
    terminated = true
  }
  const socket = Object.assign(Object.create(WebSocket.prototype), { terminate }) as WebSocket
  hub.add(socket, { id: asAccountId('a'), role: 'user', sessionKey: 'b' }, [])
  expect([terminated, hub.size]).toEqual([true, 0])
  await hub.close()
})
