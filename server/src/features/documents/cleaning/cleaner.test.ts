import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../platform/log.ts'
import * as hostile from '../../../testing/hostile-files.ts'
import { sampleJpeg, samplePdf, samplePng } from '../../../testing/sample-files.ts'
import * as pdfs from '../../../testing/sample-pdfs.ts'
import { type Cleaner, type CleanerOptions, createCleaner } from './cleaner.ts'
import { FileRefused } from './file-refused.ts'

let folder: string
let cleaner: Cleaner
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clean-'))
  cleaner = newCleaner()
})
afterAll(async () => {
  cleaner.close()
  await rm(folder, { recursive: true })
})

function newCleaner(options: Partial<CleanerOptions> = {}): Cleaner {
  return createCleaner({ log: silentLog(), folder, secrets: [], ...options })
}

let files = 0
async function paths(bytes: Uint8Array) {
  const input = join(folder, String(++files))
  await writeFile(input, bytes)
  return { input, full: `${input}-full`, screen: `${input}-screen`, thumbnail: `${input}-thumbnail` }
}
async function clean(format: 'jpeg' | 'png', bytes: Uint8Array, by = cleaner) {
  const job = await paths(bytes)
  const result = await by.image({ format, ...job }, 'account')
  const [full, screen, thumbnail] = [job.full, job.screen, job.thumbnail].map((path) => readFile(path))
  return { ...result, full: await full!, screen: await screen!, thumbnail: await thumbnail! }
}
const examine = async (bytes: Uint8Array) => cleaner.pdf((await paths(bytes)).input, 'account')

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

  it('lie as they were taken, and keep no place, camera or comment', async () => {
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
    ['a script behind its end', 'jpeg', hostile.jpegWithScriptTail],
    ['a page in its comment', 'jpeg', hostile.jpegThatIsHtml],
    ['an archive behind its end', 'png', hostile.pngWithZipTail],
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
    ['nothing', 'jpeg', async () => Buffer.alloc(0)],
    ['a JPEG that says PNG', 'png', () => sampleJpeg()],
    ['50,000 × 50,000 pixels', 'png', async () => hostile.pngThatClaims(50_000, 50_000)],
    ['just over the limit of pixels', 'png', async () => hostile.pngThatClaims(8001, 8000)],
    ['a JPEG cut in the middle', 'jpeg', async () => half(await sampleJpeg(300, 300))],
    ['a JPEG without its last bytes', 'jpeg', async () => (await sampleJpeg()).subarray(0, -2)],
    ['a PNG cut in the middle', 'png', async () => half(await samplePng(300, 300))],
    ['a PNG without its last chunk', 'png', async () => (await samplePng()).subarray(0, -12)],
    ['a header alone', 'jpeg', async () => (await sampleJpeg()).subarray(0, 20)],
    ['a PNG with less pixels than it claims', 'png', async () => hostile.pngThatClaims(8000, 8000)],
    ['a strip of 64 million pixels', 'png', async () => hostile.pngThatClaims(1, 64_000_000)],
  ] as const)('are refused when they are %s', async (_, format, make) => {
    await expect(make().then((bytes) => clean(format, bytes))).rejects.toThrow(FileRefused)
  })
})

describe('PDFs', () => {
  it('pass with their number of pages', async () => {
    expect(await examine(Buffer.from(samplePdf(3)))).toEqual({ pages: 3 })
  })

  it('pass with text that only talks of scripts, and with clean object streams', async () => {
    const words = pdfs.pdfWith({
      objects: ['(about JavaScript, Launch and /JS)', '<< /Title (EmbeddedFiles) >>'],
    })
    expect(await examine(words)).toEqual({ pages: 1 })
  })

  it.each(Object.entries(pdfs.ordinaryPdfs))('pass as they come from %s', async (_, bytes) => {
    expect(await examine(bytes)).toEqual({ pages: 1 })
  })

  it('are examined in time whatever words they repeat', async () => {
    const names = pdfs.pdfWith({ objects: ['/ObjStm '.repeat(1_000_000)] })
    expect(await examine(names)).toEqual({ pages: 1 })
  })

  it.runIf(process.platform === 'linux')('are not inflated for their metadata', async () => {
    const xmp = deflateSync(deflateSync(Buffer.alloc(200 * 1024 * 1024)))
    const head = `<< /Type /Metadata /Subtype /XML /Filter [/FlateDecode /FlateDecode] /Length ${xmp.length} >>\nstream\n`
    const stream = Buffer.concat([Buffer.from(head), xmp, Buffer.from('\nendstream')])
    const own = newCleaner({ processes: 1 })
    const { input } = await paths(pdfs.pdfWith({ catalog: '/Metadata 4 0 R', objects: [stream] }))
    expect(await own.pdf(input, 'account')).toEqual({ pages: 1 })
    const memory = await readFile(`/proc/${own.pids()[0]}/status`, 'utf8')
    expect(Number(/VmHWM:\s+(\d+) kB/.exec(memory)?.[1])).toBeLessThan(400_000)
    own.close()
  })

  it.each(Object.entries(pdfs.hostilePdfs))('are refused with %s', async (_, bytes) => {
    await expect(examine(bytes)).rejects.toThrow(FileRefused)
  })

  it('are refused when empty or something else', async () => {
    await expect(examine(Buffer.alloc(0))).rejects.toThrow(FileRefused)
    await expect(examine(await sampleJpeg())).rejects.toThrow(FileRefused)
  })
})

describe('a process that dies', () => {
  it('costs one answer that says to try again, and is replaced', async () => {
    const own = newCleaner({ processes: 1 })
    await clean('jpeg', await sampleJpeg(), own)
    const [victim] = own.pids()
    const large = await sampleJpeg()
    const job = await paths(large)
    // Stopped, it can't have finished when the blow falls.
    process.kill(victim!, 'SIGSTOP')
    const running = own.image({ format: 'jpeg', ...job }, 'account')
    const outcome = expect(running).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
    await turns(3)
    process.kill(victim!, 'SIGKILL')
    await outcome
    expect(await clean('jpeg', await sampleJpeg(), own)).toMatchObject({ width: 64 })
    expect(own.pids()).toHaveLength(1)
    expect(own.pids()).not.toContain(victim)
    own.close()
  })

  it('was too much for by the file’s own fault: the file is refused', async () => {
    const own = newCleaner({ processes: 1, cpuTime: 20 })
    const large = sharp({ create: { width: 7900, height: 7900, channels: 3, background: '#123456' } })
    await expect(clean('jpeg', await large.jpeg().toBuffer(), own)).rejects.toThrow(FileRefused)
    own.close()
  })

  it('has run out of memory when it aborts: the file is refused', async () => {
    const own = newCleaner({ processes: 1 })
    await clean('jpeg', await sampleJpeg(), own)
    const [victim] = own.pids()
    const job = await paths(await sampleJpeg())
    process.kill(victim!, 'SIGSTOP')
    const outcome = expect(own.image({ format: 'jpeg', ...job }, 'account')).rejects.toThrow(FileRefused)
    await turns(3)
    process.kill(victim!, 'SIGABRT')
    process.kill(victim!, 'SIGCONT')
    await outcome
    expect(await clean('jpeg', await sampleJpeg(), own)).toMatchObject({ width: 64 })
    own.close()
  })

  it('is killed when it takes too long', async () => {
    const own = newCleaner({ processes: 1, timeout: 1 })
    await expect(clean('jpeg', await sampleJpeg(), own)).rejects.toMatchObject({
      code: 'TEMPORARILY_UNAVAILABLE',
    })
    own.close()
  })
})

function half(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.length / 2)
}

/** Lets the event loop go round, so that what was started is under way. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate()
}
