import { createHash, randomBytes } from 'node:crypto'
import { Readable, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { decryptStream, encryptStream, ObjectDamaged } from './object-cipher.ts'

const key = Buffer.alloc(32, 7)
const context = { objectKey: 'ab'.repeat(16), performerId: 'performer-1', documentType: 'idFront' }

/** Splits a buffer into chunks; Readable.from would emit it as one. */
function pieces(bytes: Buffer, size: number): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
  )
}

function through(source: Readable, stage: Transform): Promise<Buffer> {
  const done = pipeline(source, stage)
  return Promise.all([buffer(stage), done]).then(([bytes]) => bytes)
}

const encrypt = (plain: Buffer) => through(pieces(plain, 65_536), encryptStream(key, context))
const decrypt = (cipher: Buffer, size = 65_536, bytes = cipher.length, as = context, using = key) =>
  through(pieces(cipher, size), decryptStream(using, as, bytes))

describe('object cipher', () => {
  it.each([0, 1, 65_536, 1024 * 1024, 1024 * 1024 + 1, 3 * 1024 * 1024 + 17])(
    'decrypts %i bytes unchanged',
    async (length) => {
      const plain = randomBytes(length)
      const cipher = await encrypt(plain)
      expect(length >= 32 && cipher.includes(plain.subarray(0, 32))).toBe(false)
      expect((await decrypt(cipher)).equals(plain)).toBe(true)
    },
  )

  it('decrypts an object written by an earlier version of the product', async () => {
    const stored = Buffer.from(knownAnswer, 'base64')
    expect((await decrypt(stored)).toString()).toBe('本人確認')
  })

  it('uses the suite with key commitment and never produces the same message twice', async () => {
    const [one, two] = [await encrypt(Buffer.from('same')), await encrypt(Buffer.from('same'))]
    expect(one.subarray(0, 3)).toEqual(Buffer.from([0x02, 0x04, 0x78]))
    expect(one.equals(two)).toBe(false)
  })

  it('rejects every single flipped bit, for any chunking, without crashing', { tags: 'long' }, async () => {
    const cipher = await encrypt(Buffer.alloc(100, 5))
    for (let at = 0; at < cipher.length; at++) {
      const bad = Buffer.from(cipher)
      bad[at]! ^= 1 << (at % 8)
      await expect(decrypt(bad, [7, 100, 65_536][at % 3])).rejects.toThrow()
    }
  })

  it('rejects a truncated object of every length', { tags: 'long' }, async () => {
    const cipher = await encrypt(Buffer.alloc(100, 5))
    for (let length = 0; length < cipher.length; length++) {
      const cut = cipher.subarray(0, length)
      await expect(decrypt(cut, 64, cipher.length)).rejects.toThrow(ObjectDamaged)
      await expect(decrypt(cut, 64, length)).rejects.toThrow(ObjectDamaged)
    }
  })

  it('rejects garbage after the last frame', async () => {
    const cipher = await encrypt(Buffer.alloc(100, 5))
    const longer = Buffer.concat([cipher, Buffer.from('garbage')])
    await expect(decrypt(longer, 64, cipher.length)).rejects.toThrow(ObjectDamaged)
  })

  it('rejects frames in another order', async () => {
    const frame = 1024 * 1024 + 4 + 12 + 16
    const cipher = await encrypt(randomBytes(2 * 1024 * 1024 + 5))
    const header = cipher.length - 2 * frame - (4 + 4 + 12 + 4 + 5 + 16)
    const swapped = Buffer.concat([
      cipher.subarray(0, header),
      cipher.subarray(header + frame, header + 2 * frame),
      cipher.subarray(header, header + frame),
      cipher.subarray(header + 2 * frame),
    ])
    await expect(decrypt(swapped)).rejects.toThrow(ObjectDamaged)
  })

  it.each(['objectKey', 'performerId', 'documentType'])(
    'rejects an object under another %s',
    async (name) => {
      const cipher = await encrypt(Buffer.alloc(100, 5))
      await expect(decrypt(cipher, 64, cipher.length, { ...context, [name]: 'other' })).rejects.toThrow()
    },
  )

  it('rejects another key', async () => {
    const cipher = await encrypt(Buffer.alloc(100, 5))
    await expect(decrypt(cipher, 64, cipher.length, context, Buffer.alloc(32, 8))).rejects.toThrow()
  })

  it('survives an abort of encryption and decryption at any point', async () => {
    const cipher = await encrypt(randomBytes(3 * 1024 * 1024))
    for (let at = 0; at <= 48; at += 3) {
      for (const stage of [encryptStream(key, context), decryptStream(key, context, cipher.length)]) {
        await expect(through(failingAfter(at, cipher), stage)).rejects.toThrow('gone')
      }
    }
  })

  it('survives a reader that stops', async () => {
    const cipher = await encrypt(randomBytes(3 * 1024 * 1024))
    const stage = decryptStream(key, context, cipher.length)
    const done = pipeline(pieces(cipher, 65_536), stage)
    for await (const chunk of stage) {
      expect(createHash('sha256').update(chunk).digest()).toHaveLength(32)
      break
    }
    await expect(done).rejects.toThrow()
  })
})

function failingAfter(count: number, bytes: Buffer): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < count; at++) yield bytes.subarray(at * 65_536, (at + 1) * 65_536)
      throw new Error('gone')
    })(),
  )
}

// Written by encryptStream with `key` and `context` above.
const knownAnswer =
  'AgR4vVaUTp56/DZDmB0IbXRobvgYfJ76U92IZ2C5X+7dez4AYAADAAxkb2N1bWVudFR5cGUAB2lkRnJvbnQACW9iamVjdEtleQAgYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWIAC3BlcmZvcm1lcklkAAtwZXJmb3JtZXItMQABABVpZGVudGl0eS12ZXJpZmljYXRpb24AHXBlcmZvcm1lcgAAAIAAAAAM6RoHalTZTJuxqgM2ADBHr/vTh2TyoUS7d2uc+WQDqjbqA+Ulz7Q6TTRdzWpghTxRE2Negw37gHxQu9D9WnQCABAAAFcp9skkwd2OtgOLBm5K42PW/swk+hP7pvsVna5SUEdgFACG6Fh8nHRvqAJ9v7kP1v////8AAAABAAAAAAAAAAAAAAABAAAADOtthaAFf3CMyO1PDektK2rH7jYEKh+EIe6oXUw='
