import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileCause } from '@kyc/contract/document-vocabulary.ts'
import { listDocumentMetadata, listDocuments } from '@kyc/contract/documents.ts'
import { limits } from '@kyc/contract/limits.ts'
import { createPerformer } from '@kyc/contract/performers.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { isObjectKey } from '../../../platform/storage/object-store.ts'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { sampleJpeg, samplePdf, samplePng } from '../../../testing/app/sample-files.ts'
import * as pdfs from '../../../testing/app/sample-pdfs.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { replyOf } from '../../../testing/app/test-client.ts'
import { sendRegistration } from '../../../testing/app/uploads.ts'
import * as hostile from '../../../testing/hostile/hostile-files.ts'

const { app, user } = useStage({ user: 'user' })
let performerId: string
beforeAll(async () => {
  performerId = (await registerPerformer(user)).id
})

/** Both calls that upload files; they must refuse the same files. */
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

const refused: [string, string, string, FileCause, () => Promise<Uint8Array>][] = [
  ['an SVG under the name of a PNG', 'idFront', 'a.png', 'mismatch', async () => hostile.svg],
  ['HTML under the name of a PNG', 'idFront', 'a.png', 'mismatch', async () => hostile.html],
  ['a GIF', 'idFront', 'a.gif', 'type', async () => hostile.gif],
  ['a JPEG under the name of a PNG', 'idFront', 'a.png', 'mismatch', () => sampleJpeg()],
  ['a JPEG under the name of a program', 'idFront', 'a.jpg.exe', 'mismatch', () => sampleJpeg()],
  ['a PDF where only pictures are accepted', 'idFront', 'a.pdf', 'pdf', async () => samplePdf()],
  ['a PDF under the name of a picture', 'agreementFile', 'a.jpg', 'mismatch', async () => samplePdf()],
  ['an animation', 'idFront', 'a.png', 'mismatch', hostile.apng],
  ['an empty file', 'idFront', 'a.png', 'empty', async () => new Uint8Array()],
  [
    'a truncated picture',
    'idFront',
    'a.jpg',
    'damaged',
    async () => (await sampleJpeg(300, 300)).subarray(0, 400),
  ],
  ['2,500 megapixels', 'idFront', 'a.png', 'pixels', async () => hostile.pngThatClaims(50_000, 50_000)],
  [
    'a PDF with a script',
    'agreementFile',
    'a.pdf',
    'script',
    async () => pdfs.hostilePdfs['a named script']!,
  ],
  [
    'a PDF with an attachment',
    'agreementFile',
    'a.pdf',
    'active',
    async () => pdfs.hostilePdfs['an embedded file']!,
  ],
  ['a picture of an iPhone', 'idFront', 'a.heic', 'heic', async () => hostile.heic],
  ['an encrypted PDF', 'agreementFile', 'a.pdf', 'encrypted', async () => pdfs.hostilePdfs.encryption!],
]

describe.each(['registration', 'replacement'] as const)('%s', (way) => {
  it.each(refused)(
    'refuses %s with the file type error and its cause',
    async (_, type, name, cause, make) => {
      const reply = await uploads[way](type, name, await make())
      expect(reply.status).toBe(400)
      const field = way === 'registration' ? type : 'file'
      const { title } = type === 'idFront' ? picture : agreement
      expect(reply.json).toMatchObject({
        code: 'FILE_TYPE_UNSUPPORTED',
        field,
        title,
        errors: [{ field, message: title, cause }],
      })
    },
  )

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
  for (const [, type, name, , make] of refused) await uploads.registration(type, name, await make())
  expect(await stored()).toEqual(before)
  const [folder] = await readdir(join(app.dataDir, 'incoming'))
  const incoming = await readdir(join(app.dataDir, 'incoming', folder!))
  expect(incoming.filter((name) => !name.startsWith('server.'))).toEqual([]) // except the lock of the folder
})

it('reports all faults of a registration at once: fields, uniqueness and every file', async () => {
  await registerPerformer(user, { fields: { external_id: 'taken' } })
  const before = await stored()
  const bytes = (content: Uint8Array) => new Uint8Array(content)
  const files = {
    agreementFile: { name: 'a.pdf', bytes: bytes(pdfs.hostilePdfs['a named script']!) },
    idFront: { name: 'a.jpg', bytes: bytes((await sampleJpeg(300, 300)).subarray(0, 400)) },
    idBack: { name: 'a.png', bytes: new Uint8Array() },
    selfie: { name: 'a.jpg', bytes: bytes((await sampleJpeg(300, 300)).subarray(0, 400)) },
  }
  const causes = [
    { field: 'agreementFile', cause: 'script' },
    { field: 'idFront', cause: 'damaged' },
    { field: 'selfie', cause: 'damaged' },
  ]
  const opened = await sendRegistration(user, {
    fields: { external_id: 'taken' },
    files: { ...files, idBack: { name: 'a.png', bytes: await samplePng() } },
  })
  expect(opened.json).toMatchObject({
    code: 'FILE_TYPE_UNSUPPORTED',
    errors: [...causes, { field: 'external_id', message: 'この外部IDはすでに使われています。' }],
  })
  const unopened = await sendRegistration(user, {
    fields: { external_id: 'taken', firstName: '', lastNameRoman: 'JIRO123', date_of_birth: '2999-01-01' },
    files,
  })
  const { errors } = unopened.json as { errors: { field: string; cause?: string }[] }
  expect(unopened.json).toMatchObject({ status: 400, code: 'NAMES_REQUIRED', field: 'firstName' })
  expect(errors.map(({ field, cause }) => [field, cause])).toEqual([
    ['firstName', undefined],
    ['lastNameRoman', undefined],
    ['date_of_birth', undefined],
    ['idBack', 'empty'],
    ['agreementFile', 'script'],
    ['idFront', 'damaged'],
    ['selfie', 'damaged'],
    ['external_id', undefined],
  ])
  expect(await stored()).toEqual(before)
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
