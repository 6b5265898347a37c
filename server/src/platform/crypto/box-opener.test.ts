import { createSecretKey, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BoxOpener, startBoxOpener } from './box-opener.ts'
import { sealBox } from './sealed-box.ts'

const key = createSecretKey(randomBytes(32))
let opener: BoxOpener
beforeEach(() => {
  opener = startBoxOpener(key)
})
afterEach(() => opener.close())

const sealed = (text: string, context: string) => ({ context, box: sealBox(key, Buffer.from(text), context) })

test('texts come in the order of their boxes, whatever their lengths, and batches in theirs', async () => {
  const texts = ['', 'a', '𠮷野家', '"見本"', 'x'.repeat(100_000), 'あ'.repeat(5)]
  const batches = [texts, [], texts.toReversed(), Array.from({ length: 3000 }, (_, n) => `${n}`)]
  const opened = batches.map((batch) => opener.open(batch.map((text, n) => sealed(text, `項目-${n}`))))
  expect((await Promise.all(opened)).map((batch) => [...batch])).toEqual(batches)
})

test.each([
  ['an altered box', (box: Buffer) => ({ context: 'one', box: altered(box) })],
  ['a box of another context', (box: Buffer) => ({ context: 'another', box })],
  ['a box cut short', (box: Buffer) => ({ context: 'one', box: box.subarray(0, -1) })],
  ['no box at all', () => ({ context: 'one', box: Buffer.alloc(0) })],
])('%s fails alone', async (_, harmed) => {
  const good = sealed('good', 'one')
  expect([...(await opener.open([good, harmed(good.box), good]))]).toEqual(['good', undefined, 'good'])
  expect([...(await opener.open([good]))]).toEqual(['good'])
})

test('when it was closed, nothing waits for ever', async () => {
  const waiting = opener.open([sealed('a', 'one')])
  const closed = opener.close()
  await Promise.allSettled([waiting, closed])
  await expect(opener.open([sealed('b', 'two')])).rejects.toThrow('has ended')
})

function altered(box: Buffer): Buffer {
  const copy = Buffer.from(box)
  copy.writeUInt8(copy.readUInt8(copy.length - 1) ^ 1, copy.length - 1)
  return copy
}
