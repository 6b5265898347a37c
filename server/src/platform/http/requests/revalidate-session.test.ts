import { expect, it, onTestFinished } from 'vitest'
import { startTestServer, testGatekeeper } from '../../../testing/app/test-server.ts'

it('aborts a response in progress when its session is revoked (D27)', async () => {
  let admitted = true
  const gatekeeper = {
    ...testGatekeeper,
    admission: async () => (admitted ? ('same' as const) : ('ended' as const)),
  }
  const watched = await startTestServer({ gatekeeper })
  onTestFinished(() => watched.app.close())
  const reader = (await watched.call('/api/files/endless')).body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
  admitted = false
  const readOn = async () => {
    for (;;) await reader?.read()
  }
  await expect(readOn()).rejects.toThrow()
})
