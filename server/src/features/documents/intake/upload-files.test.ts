import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@kyc/contract/limits.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isObjectKey } from '../../../platform/storage/object-store.ts'
import { registerPerformer, registrationForm } from '../../../testing/app/factories.ts'
import { sampleJpeg, samplePdf, samplePng } from '../../../testing/app/sample-files.ts'
import * as pdfs from '../../../testing/app/sample-pdfs.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../testing/app/test-app.ts'
import * as hostile from '../../../testing/hostile/hostile-files.ts'

let app: TestApp
let user: TestPerson
let performerId: string
beforeAll(async () => {
  app = await createTestApp()
  user = await app.signedIn('user')
  performerId = (await registerPerformer(user)).id
})
afterAll(() => app.close())

/** Every way in: both must refuse the same things. */
const waysIn = {
  registration: async (slot: string, name: string, bytes: Uint8Array) =>
    user.call('POST', '/api/performers', {
      form: await registrationForm({ files: { [slot]: { name, bytes: new Uint8Array(bytes) } } }),
    }),
  replacement: (slot: string, name: string, bytes: Uint8Array) =>
    user.call('PUT', `/api/performers/${performerId}/documents/${slot}`, { form: fileForm(name, bytes) }),
}

function fileForm(name: string, bytes: Uint8Array): FormData {
  const form = new FormData()
  // The header claims whatever the sender likes; it counts for nothing (D9).
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  return form
}

const picture = { title: '身分証明書表面：サポートされていないファイル形式です（JPG, PNGのみ使用可能）' }
const agreement = { title: '出演同意書：サポートされていないファイル形式です（PDF, JPG, PNGのみ使用可能）' }

const refused: [string, string, string, () => Promise<Uint8Array>][] = [
  ['an SVG under the name of a PNG', 'idFront', 'a.png', async () => hostile.svg],
  ['HTML under the name of a PNG', 'idFront', 'a.png', async () => hostile.html],
  ['a GIF', 'idFront', 'a.gif', async () => hostile.gif],
  ['a JPEG under the name of a PNG', 'idFront', 'a.png', () => sampleJpeg()],
  ['a JPEG under the name of a program', 'idFront', 'a.jpg.exe', () => sampleJpeg()],
  ['a PDF where only pictures go', 'idFront', 'a.pdf', async () => samplePdf()],
  ['a PDF under the name of a picture', 'agreementFile', 'a.jpg', async () => samplePdf()],
  ['an animation', 'idFront', 'a.png', hostile.apng],
  ['an empty file', 'idFront', 'a.png', async () => new Uint8Array()],
  ['a truncated picture', 'idFront', 'a.jpg', async () => (await sampleJpeg(300, 300)).subarray(0, 400)],
  ['2,500 megapixels', 'idFront', 'a.png', async () => hostile.pngThatClaims(50_000, 50_000)],
  ['a PDF with a script', 'agreementFile', 'a.pdf', async () => pdfs.hostilePdfs['a named script']!],
  ['an encrypted PDF', 'agreementFile', 'a.pdf', async () => pdfs.hostilePdfs.encryption!],
]

describe.each(['registration', 'replacement'] as const)('%s', (way) => {
  it.each(refused)('refuses %s with the file type error', async (_, slot, name, make) => {
    const reply = await waysIn[way](slot, name, await make())
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({
      code: 'FILE_TYPE_UNSUPPORTED',
      field: way === 'registration' ? slot : 'file',
      ...(slot === 'idFront' ? picture : agreement),
    })
  })

  it('refuses a file of more than 20 MiB', async () => {
    const large = Buffer.concat([await sampleJpeg(), Buffer.alloc(limits.fileBytes)])
    const reply = await waysIn[way]('idFront', 'a.jpg', large)
    expect(reply.status).toBe(413)
    expect(reply.json).toMatchObject({
      code: 'FILE_TOO_LARGE',
      title: '身分証明書表面：ファイルサイズが大きすぎます（20MB以下にしてください）',
    })
  })

  it('stores a picture with a foreign tail clean', async () => {
    const reply = await waysIn[way]('idFront', 'a.jpg', await hostile.jpegWithScriptTail())
    expect(reply.status).toBeLessThan(300)
    const body = reply.json as { id: string; performerId?: string }
    const id = body.performerId ?? body.id
    for (const query of ['size=full', 'size=screen', 'thumbnail=1']) {
      const { status, bytes } = await user.get(`/api/performers/${id}/documents/idFront?${query}`)
      expect(status).toBe(200)
      expect(bytes.includes('<script')).toBe(false)
    }
  })
})

it('names the slot of a file that is too large when the path has its other spelling (D7)', async () => {
  const form = fileForm('a.jpg', Buffer.alloc(limits.fileBytes + 1))
  const reply = await user.call('PUT', `/api/performers/${performerId}/documents/id_back`, { form })
  expect(reply.json).toMatchObject({
    code: 'FILE_TOO_LARGE',
    field: 'file',
    title: '身分証明書裏面：ファイルサイズが大きすぎます（20MB以下にしてください）',
  })
})

it('leaves nothing of what was refused: no object, no row, no file on its way', async () => {
  const before = await stored()
  for (const [, slot, name, make] of refused) await waysIn.registration(slot, name, await make())
  expect(await stored()).toEqual(before)
  const [folder] = await readdir(join(app.dataDir, 'incoming'))
  const incoming = await readdir(join(app.dataDir, 'incoming', folder!))
  expect(incoming.filter((name) => !name.startsWith('server.'))).toEqual([]) // but for the lock of the folder
})

it('keeps names in Japanese and gives a missing extension', async () => {
  const form = await registrationForm({
    files: {
      idFront: { name: 'C:\\写真\\運転免許証（表）.JPG', bytes: await sampleJpeg() },
      selfie: { name: '本人', bytes: await samplePng() },
    },
  })
  const created = await user.call('POST', '/api/performers', { form })
  const { id } = created.json as { id: string }
  const list = await user.get(`/api/performers/${id}/documents`)
  const names = (list.json as { filename: string }[]).map((document) => document.filename)
  expect(names).toEqual(['出演同意書.pdf', '運転免許証（表）.JPG', '本人.png'])
})

it('shows size, type and dimensions of what is stored', async () => {
  const form = await registrationForm({
    files: { idFront: { name: 'a.jpg', bytes: new Uint8Array(await hostile.jpegWithMetadata()) } },
  })
  const { id } = (await user.call('POST', '/api/performers', { form })).json as { id: string }
  const { bytes } = await user.get(`/api/performers/${id}/documents/id_front`)
  const { width, height, exif } = await sharp(bytes).metadata()
  expect({ width, height, exif }).toEqual({ width: 40, height: 64, exif: undefined })
  const metadata = (await user.get(`/api/performers/${id}/documents/metadata`)).json
  expect(metadata).toMatchObject([
    { type: 'agreementFile', mimeType: 'application/pdf', dimensions: null, pages: 1 },
    { type: 'idFront', mimeType: 'image/jpeg', size: bytes.length, dimensions: { width: 40, height: 64 } },
    { type: 'selfie', mimeType: 'image/png' },
  ])
})

it('keeps the hashes of what came in and of what is stored', async () => {
  const source = await sampleJpeg(70, 50)
  const form = await registrationForm({ files: { selfie: { name: 'a.jpg', bytes: source } } })
  const { id } = (await user.call('POST', '/api/performers', { form })).json as { id: string }
  const { bytes } = await user.get(`/api/performers/${id}/documents/selfie`)
  const [row] = await app.sql<{ received: string; stored: string }>(
    `SELECT encode(received_sha256, 'hex') AS received, encode(stored_sha256, 'hex') AS stored
     FROM document_version WHERE performer_id = $1 AND type = 'selfie'`,
    [id],
  )
  expect(row).toEqual({ received: sha256(source), stored: sha256(bytes) })
})

it('stores ciphertext only: no picture, PDF or name can be seen in any object', async () => {
  const objects = await stored()
  expect(objects.length).toBeGreaterThan(5)
  for (const path of objects) {
    const bytes = await readFile(path)
    expect(bytes.subarray(0, 3).toString('hex')).toBe('020478')
    for (const magic of ['%PDF', 'JFIF', '\x89PNG', 'IHDR']) {
      expect(bytes.includes(Buffer.from(magic, 'latin1'))).toBe(false)
    }
  }
})

async function stored(): Promise<string[]> {
  const root = join(app.dataDir, 'files')
  const names = await readdir(root, { recursive: true, withFileTypes: true })
  return names
    .filter((entry) => entry.isFile() && isObjectKey(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
