import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptBox, tryDecryptBox } from './encrypted-box.ts'

const key = createSecretKey(randomBytes(32))
const box = encryptBox(key, Buffer.from('見本'), 'one')

test('opens with its key and context', () => {
  expect(tryDecryptBox(key, box, 'one')?.toString()).toBe('見本')
})

test.each([
  ['an altered box', key, altered(box), 'one'],
  ['a box of another context', key, box, 'another'],
  ['a box of another key', createSecretKey(randomBytes(32)), box, 'one'],
  ['a truncated box', key, box.subarray(0, -1), 'one'],
  ['an empty box', key, Buffer.alloc(0), 'one'],
])('does not open %s', (_, withKey, harmed, context) => {
  expect(tryDecryptBox(withKey, harmed, context)).toBeUndefined()
})

function altered(original: Buffer): Buffer {
  const copy = Buffer.from(original)
  copy.writeUInt8(copy.readUInt8(copy.length - 1) ^ 1, copy.length - 1)
  return copy
}
