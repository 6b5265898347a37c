import { expect, test } from 'vitest'
import { refusalOf } from './sign-in.ts'

test('a failure that nobody has words for says ログインに失敗しました (spec §8)', () => {
  expect(refusalOf(new TypeError('anything'))).toEqual({
    kind: 'refused',
    message: 'ログインに失敗しました',
    requestId: null,
  })
})
