import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../../../platform/log.ts'
import { sampleJpeg, samplePng } from '../../../testing/app/sample-files.ts'
import { useFolder } from '../../../testing/app/use-folder.ts'
import * as hostile from '../../../testing/hostile/hostile-files.ts'
import { type Cleaner, type CleanerOptions, createCleaner } from './cleaner.ts'
import { FileRefused } from './cleaning-job.ts'
import { cpuTimeOf } from './helper.ts'

const folder = useFolder('clean-')
let cleaner: Cleaner
beforeAll(async () => {
  cleaner = newCleaner()
})
afterAll(async () => {
  cleaner.close()
})

function newCleaner(options: Partial<CleanerOptions> = {}): Cleaner {
  return createCleaner({ log: silentLog(), folder, secrets: [], ...options })
}

let files = 0
async function paths(bytes: Uint8Array) {
  const input = join(folder, String(++files))
  await writeFile(input, bytes)
  return {
    input,
    boxes: [],
    hashed: true,
    full: `${input}-full`,
    screen: `${input}-screen`,
    thumbnail: `${input}-thumbnail`,
  }
}
async function clean(format: 'jpeg' | 'png', bytes: Uint8Array, by = cleaner) {
  const job = await paths(bytes)
  const result = await by.image({ format, ...job }, 'account')
  const [full, screen, thumbnail] = [job.full, job.screen, job.thumbnail].map((path) => readFile(path))
  return { ...result, full: await full!, screen: await screen!, thumbnail: await thumbnail! }
}

describe('pictures', () => {
  it('stay JPEG or PNG, in full, for the screen and as a thumbnail', async () => {
    const jpeg = await clean('jpeg', await sampleJpeg(2000, 1000))
    expect(jpeg).toMatchObject({
      width: 2000,
      height: 1000,
      size: jpeg.full.length,
      screenSize: jpeg.screen.length,
      thumbnailSize: jpeg.thumbnail.length,
    })
    expect(await sharp(jpeg.thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 160 })
    expect(await sharp(jpeg.screen).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 800 })
    const png = await clean('png', await samplePng())
    expect(await sharp(png.full).metadata()).toMatchObject({ format: 'png', width: 64, height: 40 })
    expect(await sharp(png.screen).metadata()).toMatchObject({ format: 'png', width: 64, height: 40 })
    expect(await sharp(png.thumbnail).metadata()).toMatchObject({ format: 'png', width: 64, height: 40 })
  })

  it.each(['jpeg', 'png'] as const)(
    'with boxes are black there in full, on the screen and as a thumbnail: %s',
    async (format) => {
      const white = await (format === 'jpeg' ? sampleJpeg : samplePng)(2000, 1000, '#ffffff')
      const job = { ...(await paths(white)), boxes: [{ x: 0.5, y: 0.25, width: 0.25, height: 0.5 }] }
      await cleaner.image({ format, ...job }, 'account')
      for (const path of [job.full, job.screen, job.thumbnail]) {
        const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true })
        const at = (x: number, y: number) =>
          data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)]
        expect([at(0.52, 0.28), at(0.73, 0.72)]).toEqual([0, 0])
        expect([at(0.48, 0.5), at(0.77, 0.5), at(0.6, 0.22), at(0.6, 0.78)]).toEqual([255, 255, 255, 255])
      }
    },
  )

  it('are upright, and keep no location, camera or comment', async () => {
    const source = await hostile.jpegWithMetadata()
    expect(source.includes('SECRET-OWNER')).toBe(true)
    const result = await clean('jpeg', source)
    for (const bytes of [result.full, result.screen, result.thumbnail]) {
      const { width, height, exif, orientation, icc, xmp } = await sharp(bytes).metadata()
      expect({ width, height, exif, orientation, icc, xmp }).toEqual({ width: 40, height: 64 })
      expect(bytes.includes('SECRET')).toBe(false)
    }
  })

  it.each([
    ['a script after its end', 'jpeg', hostile.jpegWithScriptTail],
    ['a page in its comment', 'jpeg', hostile.jpegThatIsHtml],
    ['an archive after its end', 'png', hostile.pngWithZipTail],
  ] as const)('with %s are stored clean', async (_, format, make) => {
    const source = await make()
    expect(source.includes('<script')).toBe(true)
    const { full, screen } = await clean(format, source)
    expect(full.includes('<script')).toBe(false)
    expect(screen.includes('<script')).toBe(false)
  })

  it.each(['rgb16', 'grey16'])('of 16 bits are stored with 8: %s', async (space) => {
    const source = await sharp(await samplePng())
      .toColourspace(space)
      .png()
      .toBuffer()
    expect(await sharp((await clean('png', source)).full).metadata()).toMatchObject({ depth: 'uchar' })
  })

  it('in CMYK are stored in sRGB', async () => {
    const source = await sharp(await sampleJpeg())
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    expect(await sharp(source).metadata()).toMatchObject({ space: 'cmyk' })
    expect(await sharp((await clean('jpeg', source)).full).metadata()).toMatchObject({ space: 'srgb' })
  })

  it.each([
    ['an SVG', 'png', async () => hostile.svg],
    ['HTML', 'png', async () => hostile.html],
    ['a GIF', 'png', async () => hostile.gif],
    ['an empty file', 'jpeg', async () => Buffer.alloc(0)],
    ['a JPEG declared as PNG', 'png', () => sampleJpeg()],
    ['50,000 × 50,000 pixels', 'png', async () => hostile.pngThatClaims(50_000, 50_000)],
    ['just over the limit of pixels', 'png', async () => hostile.pngThatClaims(8001, 8000)],
    ['a JPEG cut in the middle', 'jpeg', async () => half(await sampleJpeg(300, 300))],
    ['a JPEG without its last bytes', 'jpeg', async () => (await sampleJpeg()).subarray(0, -2)],
    ['a PNG cut in the middle', 'png', async () => half(await samplePng(300, 300))],
    ['a PNG without its last chunk', 'png', async () => (await samplePng()).subarray(0, -12)],
    ['a header alone', 'jpeg', async () => (await sampleJpeg()).subarray(0, 20)],
    ['a PNG with fewer pixels than its header states', 'png', async () => hostile.pngThatClaims(8000, 8000)],
    ['a JPEG of 65 scans', 'jpeg', async () => hostile.withScans(await progressive(), 65)],
    ['a strip of 64 million pixels', 'png', async () => hostile.pngThatClaims(1, 64_000_000)],
  ] as const)('are refused when they are %s', async (_, format, make) => {
    await expect(make().then((bytes) => clean(format, bytes))).rejects.toThrow(FileRefused)
  })

  it.each([
    ['8,000 × 6,000 pixels, 16 bits and interlaced', 'png', () => interlaced(8000, 6000)],
    ['a progressive JPEG of 49 million pixels', 'jpeg', () => progressive(7000, 7000)],
  ] as const)('are refused when they are %s', { tags: 'long' }, async (_, format, make) => {
    await expect(make().then((bytes) => clean(format, bytes))).rejects.toThrow(FileRefused)
  })
})

describe('pictures', () => {
  it('with as many scans as allowed, and more scan markers after their end, are stored', async () => {
    const scans = hostile.withScans(await progressive(), 64)
    const photoAndFilm = Buffer.concat([scans, Buffer.alloc(1000, Buffer.from([0xff, 0xda]))])
    expect(await clean('jpeg', photoAndFilm)).toMatchObject({ width: 64 })
  })

  it('with too many pixels or scans are refused at little cost', { tags: 'long' }, async () => {
    const own = newCleaner({ processes: 1 })
    await clean('jpeg', await sampleJpeg(), own)
    const before = cpuTimeOf(own.pids()[0])
    await expect(clean('png', await interlaced(7900, 8000), own)).rejects.toThrow(FileRefused)
    await expect(clean('jpeg', hostile.withScans(await progressive(3000, 3000), 505), own)).rejects.toThrow(
      FileRefused,
    )
    expect(cpuTimeOf(own.pids()[0]) - before).toBeLessThan(500)
    own.close()
  })

  it('are cleaned in turns by account: many pictures of one account do not delay another account', async () => {
    const own = newCleaner({ processes: 1 })
    const done: string[] = []
    const send = async (account: string) => {
      const job = await paths(await sampleJpeg(600, 600))
      return own.image({ format: 'jpeg', ...job }, account).then(() => done.push(account))
    }
    const many = Array.from({ length: 8 }, () => send('many'))
    await vi.waitUntil(() => done.length > 0, { timeout: 30_000 })
    await send('single')
    await Promise.all(many)
    expect(done.indexOf('single')).toBeLessThan(8)
    own.close()
  })
})

describe('a helper that ends', () => {
  it('fails one job with a retryable problem and is replaced', async () => {
    const own = newCleaner({ processes: 1 })
    await clean('jpeg', await sampleJpeg(), own)
    const [pid] = own.pids()
    const large = await sampleJpeg()
    const job = await paths(large)
    // A stopped process can't finish before it is killed.
    process.kill(pid!, 'SIGSTOP')
    const running = own.image({ format: 'jpeg', ...job }, 'account')
    const outcome = expect(running).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
    await yieldTimes(3)
    process.kill(pid!, 'SIGKILL')
    await outcome
    expect(await clean('jpeg', await sampleJpeg(), own)).toMatchObject({ width: 64 })
    expect(own.pids()).toHaveLength(1)
    expect(own.pids()).not.toContain(pid)
    own.close()
  })

  it('at the limit of processor time causes the file to be refused', { tags: 'long' }, async () => {
    const own = newCleaner({ processes: 1, cpuTime: 20 })
    const large = sharp({ create: { width: 7900, height: 7900, channels: 3, background: '#123456' } })
    await expect(clean('jpeg', await large.jpeg().toBuffer(), own)).rejects.toThrow(FileRefused)
    own.close()
  })

  it('with SIGABRT counts as out of memory: the file is refused', async () => {
    const own = newCleaner({ processes: 1 })
    await clean('jpeg', await sampleJpeg(), own)
    const [pid] = own.pids()
    const job = await paths(await sampleJpeg())
    process.kill(pid!, 'SIGSTOP')
    const outcome = expect(own.image({ format: 'jpeg', ...job }, 'account')).rejects.toThrow(FileRefused)
    await yieldTimes(3)
    process.kill(pid!, 'SIGABRT')
    process.kill(pid!, 'SIGCONT')
    await outcome
    expect(await clean('jpeg', await sampleJpeg(), own)).toMatchObject({ width: 64 })
    own.close()
  })

  it('at the timeout fails the job with a retryable problem', async () => {
    const own = newCleaner({ processes: 1, timeout: 1 })
    await expect(clean('jpeg', await sampleJpeg(), own)).rejects.toMatchObject({
      code: 'TEMPORARILY_UNAVAILABLE',
    })
    own.close()
  })
})

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#123456' } })
}
const progressive = (width = 64, height = 64) => flat(width, height).jpeg({ progressive: true }).toBuffer()
const interlaced = (width: number, height: number) =>
  flat(width, height).toColourspace('rgb16').png({ progressive: true }).toBuffer()

describe.runIf(process.platform === 'linux')('a helper', () => {
  const linesOf = (file: string, pid: number | undefined) =>
    Object.fromEntries(
      readFileSync(`/proc/${pid}/${file}`, 'utf8')
        .split('\n')
        .map((line) => line.split(/:\s+|\s{2,}/)),
    )

  it('has no capabilities, can’t gain any, and has limits of memory, processor time and file size', async () => {
    const own = newCleaner({ processes: 1 })
    await clean('jpeg', await sampleJpeg(), own)
    const [pid] = own.pids()
    const none = '0'.repeat(16)
    expect(linesOf('status', pid)).toMatchObject({
      NoNewPrivs: '1',
      CapPrm: none,
      CapEff: none,
      CapBnd: none,
    })
    const bounds = linesOf('limits', pid)
    expect(Number(bounds['Max data size'])).toBeGreaterThan(0)
    expect(bounds).toMatchObject({ 'Max cpu time': '60', 'Max core file size': '0' })
    expect(Number(bounds['Max file size'])).toBe(257 * 1024 * 1024)
    own.close()
  })

  it('ends at its limit of memory, and the file is refused', { tags: 'long' }, async () => {
    const own = newCleaner({ processes: 1 })
    await clean('jpeg', await sampleJpeg(), own)
    const [pid] = own.pids()
    execFileSync('prlimit', ['--pid', String(pid), `--data=${150 * 1024 * 1024}`])
    await expect(clean('jpeg', await progressive(5000, 5000), own)).rejects.toThrow(FileRefused)
    own.close()
  })
})

function half(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.length / 2)
}

/** Yields to the event loop, so that the job is sent. */
async function yieldTimes(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await setImmediate()
}
