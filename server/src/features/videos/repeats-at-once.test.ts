import { expect, test } from 'vitest'
import { useStage } from '../../testing/app/test-app.ts'

const { user } = useStage({ user: 'user' })

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
