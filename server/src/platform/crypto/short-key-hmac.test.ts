import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { shortKeyHmac } from './short-key-hmac.ts'

test.each([0, 1, 16, 32, 64])('the HMAC with a key of %i bytes equals that of Node', (length) => {
  const key = randomBytes(length)
  for (const size of [0, 32, 10_000]) {
    const content = randomBytes(size)
    expect(shortKeyHmac(key, content)).toEqual(createHmac('sha256', key).update(content).digest('hex'))
  }
})
