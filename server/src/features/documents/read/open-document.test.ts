import { listDocuments, listDocumentVersions } from '@kyc/contract/documents.ts'
import { limits } from '@kyc/contract/limits.ts'
import sharp from 'sharp'
import { beforeEach, expect, it } from 'vitest'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { replace } from '../../../testing/app/replacements.ts'
import { sampleJpeg, samplePng } from '../../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'

const clock = new TestClock()
const { app, user, other, admin } = useStage(
  { user: ['user', '佐藤'], other: 'user', admin: 'admin' },
  { overrides: { clock } },
)
let id: string
beforeEach(async () => {
  id = (await registerPerformer(user)).id
})

const document = (type: string) => `/api/performers/${id}/documents/${type}`

async function entries(
  action: string,
): Promise<{ actor: string; rid: string; subject: string; owner: string }[]> {
  return app.sql('SELECT actor, rid, subject, owner FROM audit_event WHERE action = $1 AND subject = $2', [
    action,
    id,
  ])
}

it('returns the bytes with their exact length, and headers against scripts, embedding and caching', async () => {
  const reply = await user.get(document('idFront'))
  expect(reply.status).toBe(200)
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(reply.bytes.length),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': `inline; filename="???.png"; filename*=UTF-8''${encodeURIComponent('身分証.png')}`,
  })
})

it('downloads as an attachment', async () => {
  const reply = await user.get(`${document('agreementFile')}?download=1`)
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; /)
  expect(reply.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await entries('download')).toHaveLength(1)
})

it('ignores ranges: a view is a whole document', async () => {
  const whole = await user.get(document('idFront'))
  const part = await user.get(document('idFront'), { range: 'bytes=0-3' })
  expect(part.status).toBe(200)
  expect(part.bytes.equals(whole.bytes)).toBe(true)
  expect(part.headers.get('accept-ranges')).toBe('none')
})

it('creates an entry with reader, document and owner before the first byte', async () => {
  await admin.get(document('idFront'))
  expect(await entries('read')).toEqual([
    { actor: admin.accountId, rid: `${id}/idFront`, subject: id, owner: user.accountId },
  ])
})

it('sends no byte when the entry can’t be written', async () => {
  await app.sql('ALTER TABLE audit_pii RENAME TO audit_pii_away')
  try {
    const reply = await user.get(document('idFront'))
    expect(reply.status).toBeGreaterThanOrEqual(500)
    expect(reply.bytes.includes('PNG')).toBe(false)
  } finally {
    await app.sql('ALTER TABLE audit_pii_away RENAME TO audit_pii')
  }
})

it('creates no second entry for the same view within 5 minutes, and one after that', async () => {
  await user.get(document('idFront'))
  await user.get(`${document('idFront')}?size=screen`)
  expect(await entries('read')).toHaveLength(1)
  clock.moveTo(new Date(clock.now().getTime() + limits.viewDedup + 1))
  await user.get(document('idFront'))
  expect(await entries('read')).toHaveLength(2)
})

it('counts thumbnails as part of the view of their page, and an opened document as a view of its own', async () => {
  const thumbnail = `${document('idFront')}?thumbnail=1`
  await admin.get(`/api/performers/${id}`)
  expect((await admin.get(thumbnail)).status).toBe(200)
  expect(await entries('read')).toHaveLength(0)
  await admin.get(`${document('idFront')}?size=screen`)
  expect(await entries('read')).toHaveLength(1)
})

it('creates an entry for a thumbnail outside a view of its performer, for an opened document, and for a download', async () => {
  await admin.get(`${document('idFront')}?thumbnail=1`)
  expect(await entries('read')).toHaveLength(1)
  await admin.get(`${document('idFront')}?size=screen`)
  expect(await entries('read')).toHaveLength(2)
  await user.get(`/api/performers/${id}`)
  await user.get(`${document('selfie')}?thumbnail=1&download=1`)
  expect(await entries('download')).toHaveLength(1)
})

it('returns a thumbnail of at most 320 pixels without an entry, whatever the other parameters are', async () => {
  const bytes = await sampleJpeg(2000, 1000)
  const files = { idFront: { name: 'front.jpg', bytes }, selfie: { name: 'selfie.jpg', bytes } }
  ;({ id } = await registerPerformer(user, { files }))
  await admin.get(`/api/performers/${id}`)
  for (const query of ['', '&size=screen', '&size=full', '&version=1']) {
    const reply = await admin.get(`${document('idFront')}?thumbnail=1${query}`, { range: 'bytes=0-' })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-length')).toBe(String(reply.bytes.length))
    expect(await sharp(reply.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 160 })
  }
  expect((await admin.get(`${document('agreementFile')}?thumbnail=1`)).json).toMatchObject({ status: 404 })
  expect(await entries('read')).toHaveLength(0)
  expect(await listedThumbnails()).toEqual([false, true, true])
  const screen = await admin.get(`${document('idFront')}?size=screen`)
  expect(await sharp(screen.bytes).metadata()).toMatchObject({ width: 1600, height: 800 })
  expect(await entries('read')).toHaveLength(1)
})

it('returns 404 for a missing thumbnail instead of a larger picture', async () => {
  await app.sql('UPDATE document_version SET thumbnail_key = NULL WHERE performer_id = $1', [id])
  await admin.get(`/api/performers/${id}`)
  expect((await admin.get(`${document('idFront')}?thumbnail=1`)).json).toMatchObject({
    code: 'DOCUMENT_NOT_FOUND',
  })
  expect(await listedThumbnails()).toEqual([false, false, false])
})

async function listedThumbnails(): Promise<boolean[]> {
  const listed = await admin.send(listDocuments, { params: { id } })
  return listed.map(({ thumbnail }) => thumbnail)
}

it('does not suppress an entry when the clock is set back', async () => {
  const now = clock.now()
  await user.get(document('idFront'))
  clock.moveTo(new Date(now.getTime() - 60 * 60 * 1000))
  await user.get(document('idFront'))
  clock.moveTo(now)
  expect(await entries('read')).toHaveLength(2)
})

it('creates an entry for the thumbnail of an older version, which no page shows', async () => {
  await replace(user, id, 'idFront', await samplePng(50, 50))
  await admin.get(`/api/performers/${id}`)
  await admin.get(`${document('idFront')}?thumbnail=1&version=1`)
  expect(await entries('read')).toHaveLength(1)
  await admin.get(`${document('idFront')}?thumbnail=1`)
  expect(await entries('read')).toHaveLength(1)
})

it('creates an entry for every download, account and version', async () => {
  await user.get(`${document('idFront')}?download=1`)
  await user.get(`${document('idFront')}?download=1`)
  expect(await entries('download')).toHaveLength(2)
  await user.get(document('idFront'))
  await admin.get(document('idFront'))
  await replace(user, id, 'idFront', await samplePng(50, 50))
  await user.get(document('idFront'))
  await user.get(`${document('idFront')}?version=1`)
  expect(await entries('read')).toHaveLength(3)
})

it('opens older versions from the history', async () => {
  const first = await user.get(document('idFront'))
  await replace(user, id, 'idFront', await samplePng(50, 50))
  const again = await user.get(`${document('idFront')}?version=1`)
  expect(again.bytes.equals(first.bytes)).toBe(true)
  const newest = await user.get(document('idFront'))
  expect(newest.bytes.equals(first.bytes)).toBe(false)
  expect((await user.get(`${document('idFront')}?version=3`)).json).toMatchObject({
    code: 'DOCUMENT_NOT_FOUND',
  })
})

it('returns the same 404 to another user for a hidden and for a missing record', async () => {
  const missing = '00000000-0000-7000-8000-000000000000'
  const paths = ['', '/metadata', '/idFront', '/idFront?version=0', '/idFront/versions', '/nonsense']
  for (const path of paths) {
    const hidden = await other.get(`/api/performers/${id}/documents${path}`)
    const unknown = await other.get(`/api/performers/${missing}/documents${path}`)
    expect(hidden.status).toBe(404)
    expect(unknown.json).toMatchObject({ requestId: expect.any(String) })
    expect(hidden.json).toEqual(Object.assign({}, unknown.json, { requestId: expect.any(String) }))
  }
  const form = new FormData()
  form.append('file', new Blob([await samplePng()]), 'a.png')
  const put = await other.call('PUT', document('idFront'), { form })
  expect(put.json).toMatchObject({ status: 404, code: 'PERFORMER_NOT_FOUND' })
})

it('returns the same 404 for an unknown document type and for an empty slot', async () => {
  for (const type of ['nonsense', 'idBack', 'constructor']) {
    expect((await user.get(document(type))).json).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
  }
  expect((await user.get(document('id_front'))).status).toBe(200)
})

it('refuses cross-site requests', async () => {
  const reply = await user.get(document('idFront'), { 'sec-fetch-site': 'cross-site' })
  expect(reply.status).toBe(403)
  expect(await entries('read')).toHaveLength(0)
})

it('shows names to admins, and 管理者 in place of them to users', async () => {
  const uploader = await app.signedIn('admin', '鈴木')
  await replace(uploader, id, 'idBack', await samplePng())
  const versions = (client: TestAccount, type: string) =>
    client.send(listDocumentVersions, { params: { id, type } })
  expect(await versions(user, 'idBack')).toMatchObject([
    { uploadedBy: '管理者', version: 1, status: 'pending', verified: false },
  ])
  expect(await versions(admin, 'idBack')).toMatchObject([{ uploadedBy: '鈴木' }])
  expect(await versions(user, 'idFront')).toMatchObject([{ uploadedBy: '佐藤' }])
})

it('finds metadata by external id, unless two owners use the same', async () => {
  const [first, second] = [await app.signedIn('user'), await app.signedIn('user')]
  await registerPerformer(first, { fields: { external_id: 'ext/1 a' } })
  const path = `/api/performers/${encodeURIComponent('ext/1 a')}/documents/metadata?external_id=true`
  expect((await admin.get(path)).json).toHaveLength(3)
  await registerPerformer(second, { fields: { external_id: 'ext/1 a' } })
  expect((await admin.get(path)).json).toMatchObject({ status: 409, code: 'EXTERNAL_ID_AMBIGUOUS' })
  expect((await first.get(path)).json).toHaveLength(3)
  expect((await user.get(path)).json).toMatchObject({ status: 404, code: 'PERFORMER_NOT_FOUND' })
  for (const odd of ['%00', `${encodeURIComponent('ext/1 a')}%00`, '%20', 'a'.repeat(3000)]) {
    const none = await admin.get(`/api/performers/${odd}/documents/metadata?external_id=true`)
    expect(none.json).toMatchObject({ status: 404, code: 'PERFORMER_NOT_FOUND' })
  }
})

it('finds metadata by external id in any Unicode form of its accents', async () => {
  await registerPerformer(user, { fields: { external_id: 'Ame\u0301lie' } })
  const path = `/api/performers/${encodeURIComponent('Ame\u0301lie')}/documents/metadata?external_id=true`
  expect((await user.get(path)).json).toHaveLength(3)
})
