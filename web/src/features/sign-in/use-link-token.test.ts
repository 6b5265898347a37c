import { expect, test } from 'vitest'
import { linkToken } from './use-link-token.ts'

test('the token of a link is read from its fragment', () => {
  expect(linkToken('#token=abc_-123')).toBe('abc_-123')
  expect(linkToken('#other=1&token=abc')).toBe('abc')
  for (const fragment of ['', '#', '#token=', '#main']) expect(linkToken(fragment)).toBeNull()
})
