import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../testing/app/test-app.ts'

let app: TestApp
let person: TestPerson

beforeAll(async () => {
  app = await createTestApp()
  person = await app.signedIn('user')
})

afterAll(() => app.close())

/**
 * Half as many again as a server has: on a slow machine more would wait for one too long to get an answer.
 */
const calls = 24

test('more concurrent repeats than connections all succeed', async () => {
  const titles = Array.from({ length: calls }, (_, n) => `同時の動画 ${n}`)
  const register = () => Promise.all(titles.map((title) => person.post('/api/videos', { title })))
  const first = await register()
  const repeats = await register()
  expect([...first, ...repeats].map(({ status }) => status)).toEqual(Array(2 * calls).fill(201))
  expect(repeats.map(({ json }) => json)).toEqual(first.map(({ json }) => json))
})
