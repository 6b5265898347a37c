import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deriveKey } from './derive-key.ts'
import {
  createMasterKeyFile,
  MasterKeyError,
  masterKey,
  openMasterKeyFile,
  readMasterKeyFile,
} from './master-key.ts'
import { KeyUnwrapError, newDataKey, unwrapKey, wrapKey } from './wrapped-key.ts'

const master = masterKey(Buffer.alloc(32, 1))

describe('derived keys', () => {
  it('match RFC 5869 and differ by purpose', () => {
    expect(deriveKey(Buffer.alloc(32, 1), 'csrf').toString('hex')).toBe(hkdfOfCsrf)
    expect(deriveKey(Buffer.alloc(32, 1), 'cookie').equals(deriveKey(Buffer.alloc(32, 1), 'csrf'))).toBe(
      false,
    )
    expect(deriveKey(Buffer.alloc(32, 1), 'csrf', 64)).toHaveLength(64)
  })
})

describe('wrapped keys', () => {
  it('are unwrapped for their owner only', () => {
    const key = newDataKey()
    const stored = wrapKey(master, key, 'one')
    expect(unwrapKey(master, stored, 'one').equals(key)).toBe(true)
    expect(stored.wrapped.includes(key)).toBe(false)
    expect(() => unwrapKey(master, stored, 'two')).toThrow(KeyUnwrapError)
  })

  it('are unwrapped with their own master key only, and the error names both', () => {
    const stored = wrapKey(master, newDataKey(), 'one')
    const other = masterKey(Buffer.alloc(32, 2))
    expect(() => unwrapKey(other, stored, 'one')).toThrow(`${master.id}, but ${other.id} is in use`)
    expect(() => unwrapKey(other, { ...stored, kekId: other.id }, 'one')).toThrow(KeyUnwrapError)
  })

  it('are unwrapped with the master key that a rotation replaces, which wraps no further keys', () => {
    const [key, other] = [newDataKey(), masterKey(Buffer.alloc(32, 2))]
    const both = { ...other, previous: master }
    expect(unwrapKey(both, wrapKey(master, key, 'one'), 'one').equals(key)).toBe(true)
    expect(wrapKey(both, key, 'one').kekId).toBe(other.id)
    expect(() => unwrapKey(both, { ...wrapKey(master, key, 'one'), kekId: other.id }, 'one')).toThrow(
      KeyUnwrapError,
    )
  })

  it('reject every flipped bit, truncation and extension', () => {
    const stored = wrapKey(master, newDataKey(), 'one')
    for (let at = 0; at < stored.wrapped.length; at++) {
      const wrapped = Buffer.from(stored.wrapped)
      wrapped[at]! ^= 1
      expect(() => unwrapKey(master, { ...stored, wrapped }, 'one')).toThrow(KeyUnwrapError)
    }
    const short = stored.wrapped.subarray(0, -1)
    expect(() => unwrapKey(master, { ...stored, wrapped: short }, 'one')).toThrow(KeyUnwrapError)
    const long = Buffer.concat([stored.wrapped, Buffer.alloc(1)])
    expect(() => unwrapKey(master, { ...stored, wrapped: long }, 'one')).toThrow(KeyUnwrapError)
  })
})

describe('the master key file', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'key-'))
    path = join(folder, 'inner', 'master.key')
  })
  afterEach(() => rm(folder, { recursive: true }))
  const open = (dataNeedsIt: boolean, generate = true) =>
    openMasterKeyFile(path, { generate, dataNeedsIt: async () => dataNeedsIt })

  it('is created once, readable by this OS account only, and then reused', async () => {
    const made = await open(false)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await open(true)).bytes.equals(made.bytes)).toBe(true)
    expect(await readdir(join(folder, 'inner'))).toEqual(['master.key'])
  })

  it('is the same for all processes that start concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => createMasterKeyFile(path)))
    expect(new Set(made.map((key) => key.id)).size).toBe(1)
  })

  it('is never replaced while data requires the old one', async () => {
    await expect(open(true)).rejects.toThrow(MasterKeyError)
    await expect(readFile(path)).rejects.toThrow('ENOENT')
  })

  it('is never created at a path set by the operator', async () => {
    await expect(open(false, false)).rejects.toThrow('is missing')
  })

  it.each(['', 'short', `${'A'.repeat(43)}=extra`, 'x'.repeat(44)])(
    'is rejected if damaged: %j',
    async (text) => {
      await open(false)
      await writeFile(path, text)
      await expect(open(false)).rejects.toThrow('damaged')
    },
  )

  it('is rejected if it can’t be read', async () => {
    await expect(readMasterKeyFile(folder)).rejects.toThrow(MasterKeyError)
  })
})

// RFC 5869 with SHA-256, key material 01…01 (32 bytes), no salt, info "csrf".
const hkdfOfCsrf = '6cbce19cb22da421e08c9138d107698711240fdf289a86f99f3fea2901928216'
