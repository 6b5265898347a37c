import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestAccount, type TestApp } from '../../testing/app/test-app.ts'

let app: TestApp
let user: TestAccount

beforeAll(async () => {
  app = await createTestApp()
  user = await app.signedIn('user')
})

afterAll(() => app.close())

/**
 * One and a half times the connections of a server. More would exceed the wait for a connection on a slow
 * machine.
 */
const calls = 24

test('more concurrent repeats than connections all succeed', async () => {
  const titles = Array.from({ length: calls }, (_, n) => `同時の動画 ${n}`)
  const register = () => Promise.all(titles.map((title) => user.post('/api/videos', { title })))
  const first = await register()
  const repeats = await register()
  expect([...first, ...repeats].map(({ status }) => status)).toEqual(Array(2 * calls).fill(201))
  expect(repeats.map(({ json }) => json)).toEqual(first.map(({ json }) => json))
})
