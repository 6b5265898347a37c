import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptBox, encryptBox, generationOf, singleKey, tryDecryptBox } from './encrypted-box.ts'

const key = singleKey(randomBytes(32))
const box = encryptBox(key, Buffer.from('見本'), 'one')

test('a box is decrypted with its key and context', () => {
  expect(tryDecryptBox(key, box, 'one')?.toString()).toBe('見本')
})

test('a box names its generation; the newest key encrypts, and each key decrypts its own boxes', () => {
  const first = createSecretKey(randomBytes(32))
  const old = { newest: 1, generations: new Map([[1, first]]) }
  const renewed = {
    newest: 258,
    generations: new Map([...old.generations, [258, createSecretKey(randomBytes(32))]]),
  }
  const boxes = [old, renewed].map((keys) => encryptBox(keys, Buffer.from('見本'), 'one'))
  expect(boxes.map((each) => each.subarray(0, 3).toString('hex'))).toEqual(['010001', '010102'])
  expect(boxes.map(generationOf)).toEqual([1, 258])
  expect(boxes.map((each) => decryptBox(renewed, each, 'one').toString())).toEqual(['見本', '見本'])
  expect(boxes.map((each) => tryDecryptBox(old, each, 'one')?.toString())).toEqual(['見本', undefined])
})

test.each([
  ['an altered box', key, altered(box), 'one'],
  ['a box of another context', key, box, 'another'],
  ['a box of another key', singleKey(randomBytes(32)), box, 'one'],
  ['a truncated box', key, box.subarray(0, -1), 'one'],
  ['a box of another version', key, Buffer.concat([Buffer.of(2), box.subarray(1)]), 'one'],
  ['an empty box', key, Buffer.alloc(0), 'one'],
])('a key does not decrypt %s', (_, withKey, harmed, context) => {
  expect(tryDecryptBox(withKey, harmed, context)).toBeUndefined()
})

function altered(original: Buffer): Buffer {
  const copy = Buffer.from(original)
  copy.writeUInt8(copy.readUInt8(copy.length - 1) ^ 1, copy.length - 1)
  return copy
}
