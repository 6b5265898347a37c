import { readdirSync, readFileSync } from 'node:fs'
import { fileCauses } from '@kyc/contract/document-vocabulary.ts'
import { MiB } from '@kyc/contract/limits.ts'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { helperProgram } from '../../features/documents/cleaning/helper.ts'
import { registerPerformer } from '../app/factories.ts'
import { sampleJpeg, samplePdf, samplePng } from '../app/sample-files.ts'
import { hostilePdfs } from '../app/sample-pdfs.ts'
import { useStage } from '../app/test-app.ts'
import * as hostile from './hostile-files.ts'

// Target 8 of the reliability goals: pictures and PDFs that are damaged at random places.

/** `DAMAGED_FILES=300` before a release. */
const runs = Number(process.env.DAMAGED_FILES ?? 24)

const { user } = useStage({ user: 'user' })
let performerId: string
beforeAll(async () => {
  performerId = (await registerPerformer(user)).id
})

const extensions = ['jpg', 'png', 'pdf'] as const
const mimeTypes = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' }
type Sources = Readonly<Record<(typeof extensions)[number], readonly Buffer[]>>

async function createSources(): Promise<Sources> {
  const jpeg = await sampleJpeg(640, 400)
  const png = await samplePng(640, 400)
  return {
    jpg: [
      Buffer.from(jpeg),
      await sharp(jpeg).jpeg({ progressive: true }).toBuffer(),
      await hostile.jpegWithMetadata(),
      await hostile.jpegThatIsHtml(),
    ],
    png: [
      Buffer.from(png),
      await sharp(png).png({ palette: true }).toBuffer(),
      await hostile.pngWithZipTail(),
      await hostile.apng(),
    ],
    pdf: [Buffer.from(samplePdf(3)), ...Object.values(hostilePdfs)],
  }
}

/** The place of the damage, as a share of the length of the file, and its kind. */
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  kind: fc.constantFrom('flip', 'cut', 'repeat', 'remove', 'insert', 'maximum', 'zero'),
  length: fc.integer({ min: 1, max: 64 }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 64 }),
})
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never

function applyTo(bytes: Buffer, { at, kind, length, bytes: other }: Damage): Buffer {
  const from = Math.floor(at * bytes.length)
  const to = Math.min(from + length, bytes.length)
  const [before, part, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)]
  const changed = {
    flip: () => part.map((byte, index) => byte ^ (other[index % other.length] ?? 0)),
    cut: () => Buffer.alloc(0),
    repeat: () => Buffer.concat(Array(length).fill(part)),
    remove: () => Buffer.alloc(0),
    insert: () => Buffer.concat([part, other]),
    maximum: () => Buffer.alloc(part.length, 0xff),
    zero: () => Buffer.alloc(part.length),
  }[kind]()
  return Buffer.concat([before, changed, kind === 'cut' ? Buffer.alloc(0) : after])
}

test(`${runs} damaged files are refused with a cause or stored clean`, {
  timeout: 30_000 + runs * 2000,
}, async () => {
  const sources = await createSources()
  const file = fc.record({
    extension: fc.constantFrom(...extensions),
    source: fc.nat(),
    damages: fc.array(damage, { minLength: 1, maxLength: 2 }),
  })
  let [accepted, highest] = [0, 0]
  await fc.assert(
    fc.asyncProperty(file, async ({ extension, source, damages }) => {
      const of = sources[extension]
      const bytes = damages.reduce(applyTo, of[source % of.length] ?? Buffer.alloc(0))
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(bytes)]), `a.${extension}`)
      const path = `/api/performers/${performerId}/documents/agreementFile`
      const reply = await user.call('PUT', path, { form })
      highest = Math.max(highest, ...helpers().map(mostMemory))
      if (reply.status === 400) {
        const { code, errors } = reply.json as { code: string; errors: { cause: string }[] }
        expect([code, fileCauses.includes(errors[0]?.cause as never)]).toEqual([
          'FILE_TYPE_UNSUPPORTED',
          true,
        ])
        return
      }
      expect(reply.status).toBe(200)
      accepted++
      const stored = await user.get(path)
      expect([stored.status, stored.headers.get('content-type')]).toEqual([200, mimeTypes[extension]])
      if (extension === 'pdf') expect(stored.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
      else {
        expect(stored.bytes.includes('<script')).toBe(false)
        await sharp(stored.bytes, { failOn: 'warning' }).stats() // decodes every pixel
      }
    }),
    { numRuns: runs },
  )
  process.stdout.write(
    `${runs} damaged files, ${accepted} stored; at most ${Math.round(highest / MiB)} MiB in a helper\n`,
  )
  expect(highest).toBeGreaterThan(0)
  expect(highest).toBeLessThan(700 * MiB)
})

/** The processes that open files for this one. */
function helpers(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    return fileOf(pid, 'cmdline').includes(helperProgram) && parentOf(pid) === process.pid
  })
}

function parentOf(pid: string): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(fileOf(pid, 'status'))?.[1])
}

/** The largest memory that the process has used, in bytes. */
function mostMemory(pid: string): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(fileOf(pid, 'status'))?.[1] ?? 0) * 1024
}

/** Empty for a process that has ended. */
function fileOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
