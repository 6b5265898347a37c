import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../platform/log.ts'
import { sampleJpeg, samplePdf } from '../../../testing/app/sample-files.ts'
import * as pdfs from '../../../testing/app/sample-pdfs.ts'
import { useFolder } from '../../../testing/app/use-folder.ts'
import { type Cleaner, createCleaner } from './cleaner.ts'
import { FileRefused } from './cleaning-job.ts'

const folder = useFolder('pdf-')
let cleaner: Cleaner
beforeAll(async () => {
  cleaner = createCleaner({ log: silentLog(), folder, secrets: [] })
})
afterAll(async () => {
  cleaner.close()
})

let files = 0
async function store(bytes: Uint8Array): Promise<string> {
  const path = join(folder, String(++files))
  await writeFile(path, bytes)
  return path
}
const examine = async (bytes: Uint8Array) => cleaner.pdf(await store(bytes), 'account')

describe('PDFs', () => {
  const [ordinary, refused] = [Object.entries(pdfs.ordinaryPdfs), Object.entries(pdfs.hostilePdfs)]

  it('pass with their number of pages', async () => {
    expect(await examine(Buffer.from(samplePdf(3)))).toEqual({ pages: 3 })
  })

  it('pass with text that only mentions scripts, and with clean object streams', async () => {
    const words = pdfs.pdfWith({
      objects: ['(about JavaScript, Launch and /JS)', '<< /Title (EmbeddedFiles) >>'],
    })
    expect(await examine(words)).toEqual({ pages: 1 })
  })

  it.each(ordinary)('pass as written by %s', async (_, bytes) => {
    expect(await examine(bytes)).toEqual({ pages: 1 })
  })

  it.each(['/ObjStm ', '/'])(
    'are examined within the time limit, however often %j is repeated',
    async (word) => {
      const names = pdfs.pdfWith({ objects: [word.repeat(8_000_000 / word.length)] })
      expect(await examine(names)).toEqual({ pages: 1 })
    },
  )

  it('are refused as encrypted, which the user has to end first, even if they also embed a file', async () => {
    const both = pdfs.pdfWith({ objects: ['<< /EF << /F 9 0 R >> >>', '<< /Encrypt 9 0 R >>'] })
    await expect(examine(both)).rejects.toMatchObject({ fileCause: 'encrypted' })
  })

  it.runIf(process.platform === 'linux')(
    'are examined without inflating their metadata',
    { tags: 'long' },
    async () => {
      const xmp = deflateSync(deflateSync(Buffer.alloc(200 * 1024 * 1024)))
      const head = `<< /Type /Metadata /Subtype /XML /Filter [/FlateDecode /FlateDecode] /Length ${xmp.length} >>\nstream\n`
      const stream = Buffer.concat([Buffer.from(head), xmp, Buffer.from('\nendstream')])
      const own = createCleaner({ log: silentLog(), folder, secrets: [], processes: 1 })
      const input = await store(pdfs.pdfWith({ catalog: '/Metadata 4 0 R', objects: [stream] }))
      expect(await own.pdf(input, 'account')).toEqual({ pages: 1 })
      const memory = await readFile(`/proc/${own.pids()[0]}/status`, 'utf8')
      expect(Number(/VmHWM:\s+(\d+) kB/.exec(memory)?.[1])).toBeLessThan(400_000)
      own.close()
    },
  )

  it.each(refused)('are refused with %s', async (_, bytes) => {
    await expect(examine(bytes)).rejects.toThrow(FileRefused)
  })

  it('are refused when the file is empty or of another format', async () => {
    await expect(examine(Buffer.alloc(0))).rejects.toThrow(FileRefused)
    await expect(examine(await sampleJpeg())).rejects.toThrow(FileRefused)
  })
})
