import { expect, it, onTestFinished } from 'vitest'
import { startTestServer, testGatekeeper } from '../../../testing/app/test-server.ts'

it('cuts off an answer as soon as its reader may have no more of it (D27)', async () => {
  let holds = true
  const gatekeeper = { ...testGatekeeper, stillHolds: async () => holds }
  const watched = await startTestServer({ gatekeeper })
  onTestFinished(() => watched.app.close())
  const reader = (await watched.call('/api/files/endless')).body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
  holds = false
  const readOn = async () => {
    for (;;) await reader?.read()
  }
  await expect(readOn()).rejects.toThrow()
})
