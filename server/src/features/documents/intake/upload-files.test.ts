import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listDocumentMetadata, listDocuments } from '@kyc/contract/documents.ts'
import { limits } from '@kyc/contract/limits.ts'
import { createPerformer } from '@kyc/contract/performers.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isObjectKey } from '../../../platform/storage/object-store.ts'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { sampleJpeg, samplePdf, samplePng } from '../../../testing/app/sample-files.ts'
import * as pdfs from '../../../testing/app/sample-pdfs.ts'
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/app/test-app.ts'
import { replyOf } from '../../../testing/app/test-client.ts'
import { sendRegistration } from '../../../testing/app/uploads.ts'
import * as hostile from '../../../testing/hostile/hostile-files.ts'

let app: TestApp
let user: TestAccount
let performerId: string
beforeAll(async () => {
  app = await createTestApp()
  user = await app.signedIn('user')
  performerId = (await registerPerformer(user)).id
})
afterAll(() => app.close())

/** Both calls that upload files; they must refuse the same ones. */
const uploads = {
  registration: (type: string, name: string, bytes: Uint8Array) =>
    sendRegistration(user, { files: { [type]: { name, bytes: new Uint8Array(bytes) } } }, {}),
  replacement: (type: string, name: string, bytes: Uint8Array) =>
    user.call('PUT', `/api/performers/${performerId}/documents/${type}`, { form: fileForm(name, bytes) }),
}

function fileForm(name: string, bytes: Uint8Array): FormData {
  const form = new FormData()
  // The server ignores the declared type (D9).
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
  ['a PDF where only pictures are accepted', 'idFront', 'a.pdf', async () => samplePdf()],
  ['a PDF under the name of a picture', 'agreementFile', 'a.jpg', async () => samplePdf()],
  ['an animation', 'idFront', 'a.png', hostile.apng],
  ['an empty file', 'idFront', 'a.png', async () => new Uint8Array()],
  ['a truncated picture', 'idFront', 'a.jpg', async () => (await sampleJpeg(300, 300)).subarray(0, 400)],
  ['2,500 megapixels', 'idFront', 'a.png', async () => hostile.pngThatClaims(50_000, 50_000)],
  ['a PDF with a script', 'agreementFile', 'a.pdf', async () => pdfs.hostilePdfs['a named script']!],
  ['an encrypted PDF', 'agreementFile', 'a.pdf', async () => pdfs.hostilePdfs.encryption!],
]

describe.each(['registration', 'replacement'] as const)('%s', (way) => {
  it.each(refused)('refuses %s with the file type error', async (_, type, name, make) => {
    const reply = await uploads[way](type, name, await make())
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({
      code: 'FILE_TYPE_UNSUPPORTED',
      field: way === 'registration' ? type : 'file',
      ...(type === 'idFront' ? picture : agreement),
    })
  })

  it('refuses a file of more than 20 MiB', async () => {
    const large = Buffer.concat([await sampleJpeg(), Buffer.alloc(limits.fileBytes)])
    const reply = await uploads[way]('idFront', 'a.jpg', large)
    expect(reply.status).toBe(413)
    expect(reply.json).toMatchObject({
      code: 'FILE_TOO_LARGE',
      title: '身分証明書表面：ファイルサイズが大きすぎます（20MB以下にしてください）',
    })
  })

  it('removes trailing data from a stored picture', async () => {
    const reply = await uploads[way]('idFront', 'a.jpg', await hostile.jpegWithScriptTail())
    const id = way === 'registration' ? replyOf(createPerformer, reply).id : performerId
    expect(reply.status).toBeLessThan(300)
    for (const query of ['size=full', 'size=screen', 'thumbnail=1']) {
      const { status, bytes } = await user.get(`/api/performers/${id}/documents/idFront?${query}`)
      expect(status).toBe(200)
      expect(bytes.includes('<script')).toBe(false)
    }
  })
})

it('names the document type of a file that is too large when the path has its other spelling (D7)', async () => {
  const form = fileForm('a.jpg', Buffer.alloc(limits.fileBytes + 1))
  const reply = await user.call('PUT', `/api/performers/${performerId}/documents/id_back`, { form })
  expect(reply.json).toMatchObject({
    code: 'FILE_TOO_LARGE',
    field: 'file',
    title: '身分証明書裏面：ファイルサイズが大きすぎます（20MB以下にしてください）',
  })
})

it('keeps nothing of a refused file: no object, no row, no received file', async () => {
  const before = await stored()
  for (const [, type, name, make] of refused) await uploads.registration(type, name, await make())
  expect(await stored()).toEqual(before)
  const [folder] = await readdir(join(app.dataDir, 'incoming'))
  const incoming = await readdir(join(app.dataDir, 'incoming', folder!))
  expect(incoming.filter((name) => !name.startsWith('server.'))).toEqual([]) // except the lock of the folder
})

it('keeps Japanese file names and adds a missing extension', async () => {
  const files = {
    idFront: { name: 'C:\\写真\\運転免許証（表）.JPG', bytes: await sampleJpeg() },
    selfie: { name: '本人', bytes: await samplePng() },
  }
  const { id } = await registerPerformer(user, { files })
  const documents = await user.send(listDocuments, { params: { id } })
  expect(documents.map(({ filename }) => filename)).toEqual([
    '出演同意書.pdf',
    '運転免許証（表）.JPG',
    '本人.png',
  ])
})

it('shows size, type and dimensions of the stored file', async () => {
  const files = { idFront: { name: 'a.jpg', bytes: new Uint8Array(await hostile.jpegWithMetadata()) } }
  const { id } = await registerPerformer(user, { files })
  const { bytes } = await user.get(`/api/performers/${id}/documents/id_front`)
  const { width, height, exif } = await sharp(bytes).metadata()
  expect({ width, height, exif }).toEqual({ width: 40, height: 64, exif: undefined })
  expect(await user.send(listDocumentMetadata, { params: { id } })).toMatchObject([
    { type: 'agreementFile', mimeType: 'application/pdf', dimensions: null, pages: 1 },
    { type: 'idFront', mimeType: 'image/jpeg', size: bytes.length, dimensions: { width: 40, height: 64 } },
    { type: 'selfie', mimeType: 'image/png' },
  ])
})

it('keeps the hashes of the received and of the stored file', async () => {
  const source = await sampleJpeg(70, 50)
  const { id } = await registerPerformer(user, { files: { selfie: { name: 'a.jpg', bytes: source } } })
  const { bytes } = await user.get(`/api/performers/${id}/documents/selfie`)
  const [row] = await app.sql<{ received: string; stored: string }>(
    `SELECT encode(received_sha256, 'hex') AS received, encode(stored_sha256, 'hex') AS stored
     FROM document_version WHERE performer_id = $1 AND type = 'selfie'`,
    [id],
  )
  expect(row).toEqual({ received: sha256(source), stored: sha256(bytes) })
})

it('stores only ciphertext: no picture, PDF or name is visible in any object', async () => {
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
