import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../../../platform/log.ts'
import * as hostile from '../../../testing/hostile-files.ts'
import { sampleJpeg } from '../../../testing/sample-files.ts'
import { type Cleaner, createCleaner } from './cleaner.ts'
import { cpuTimeOf } from './cpu-time.ts'
import { FileRefused } from './file-refused.ts'

let folder: string
let cleaner: Cleaner
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clean-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => {
  cleaner = createCleaner({ log: silentLog(), folder, secrets: [], processes: 1 })
})
afterEach(() => cleaner.close())

let files = 0
async function clean(format: 'jpeg' | 'png', bytes: Uint8Array, account = 'account') {
  const input = join(folder, String(++files))
  await writeFile(input, bytes)
  const outputs = { full: `${input}-full`, screen: `${input}-screen`, thumbnail: `${input}-thumbnail` }
  return cleaner.image({ format, input, ...outputs }, account)
}

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#123456' } })
}
const progressive = (width = 64, height = 64) => flat(width, height).jpeg({ progressive: true }).toBuffer()
const interlaced = (width: number, height: number) =>
  flat(width, height).toColourspace('rgb16').png({ progressive: true }).toBuffer()

describe('pictures', () => {
  it.each([
    ['8,000 × 6,000 pixels, 16 bits and interlaced', 'png', () => interlaced(8000, 6000)],
    ['a JPEG of 65 scans', 'jpeg', async () => hostile.withScans(await progressive(), 65)],
    ['a progressive JPEG of 49 million pixels', 'jpeg', () => progressive(7000, 7000)],
  ] as const)('are refused before they are decoded when they are %s', async (_, format, make) => {
    await expect(make().then((bytes) => clean(format, bytes))).rejects.toThrow(FileRefused)
  })

  it('with as many scans as allowed, and more behind their end, are stored', async () => {
    const scans = hostile.withScans(await progressive(), 64)
    const photoAndFilm = Buffer.concat([scans, Buffer.alloc(1000, Buffer.from([0xff, 0xda]))])
    expect(await clean('jpeg', photoAndFilm)).toMatchObject({ width: 64 })
  })

  it('cost little when they are refused for their size', async () => {
    await clean('jpeg', await sampleJpeg())
    const before = cpuTimeOf(cleaner.pids()[0])
    await expect(clean('png', await interlaced(7900, 8000))).rejects.toThrow(FileRefused)
    await expect(clean('jpeg', hostile.withScans(await progressive(3000, 3000), 505))).rejects.toThrow(
      FileRefused,
    )
    expect(cpuTimeOf(cleaner.pids()[0]) - before).toBeLessThan(500)
  })

  it('of accounts are cleaned in turns: many of one do not hold up another', async () => {
    const done: string[] = []
    const send = async (account: string) => {
      await clean('jpeg', await sampleJpeg(600, 600), account)
      done.push(account)
    }
    const many = Array.from({ length: 8 }, () => send('many'))
    await vi.waitUntil(() => done.length > 0, { timeout: 30_000 })
    await send('single')
    await Promise.all(many)
    expect(done.indexOf('single')).toBeLessThan(8)
  })
})

describe.runIf(process.platform === 'linux')('a helper', () => {
  const linesOf = (file: string, pid: number | undefined) =>
    Object.fromEntries(
      readFileSync(`/proc/${pid}/${file}`, 'utf8')
        .split('\n')
        .map((line) => line.split(/:\s+|\s{2,}/)),
    )

  it('has no capabilities, no way to new ones, and limits of memory, processor time and file size', async () => {
    await clean('jpeg', await sampleJpeg())
    const [pid] = cleaner.pids()
    const none = '0'.repeat(16)
    expect(linesOf('status', pid)).toMatchObject({ NoNewPrivs: '1', CapPrm: none, CapEff: none })
    const bounds = linesOf('limits', pid)
    expect(Number(bounds['Max data size'])).toBeGreaterThan(0)
    expect(bounds).toMatchObject({ 'Max cpu time': '60', 'Max core file size': '0' })
    expect(Number(bounds['Max file size'])).toBe(257 * 1024 * 1024)
  })

  it('ends at its limit of memory, and the file is refused', async () => {
    await clean('jpeg', await sampleJpeg())
    const [pid] = cleaner.pids()
    execFileSync('prlimit', ['--pid', String(pid), `--data=${150 * 1024 * 1024}`])
    await expect(clean('jpeg', await progressive(5000, 5000))).rejects.toThrow(FileRefused)
  })
})
