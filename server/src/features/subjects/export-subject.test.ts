import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { consentVersion } from '@kyc/contract/consent.ts'
import { rejectDocument } from '@kyc/contract/documents.ts'
import { openPerformerLink } from '@kyc/contract/performer-links.ts'
import { addReviewNote } from '@kyc/contract/review.ts'
import { createSubjectRequest, respondToSubjectRequest } from '@kyc/contract/subjects.ts'
import { unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { allEntries } from '../../testing/app/audit-export.ts'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { submitPaper } from '../../testing/app/papers.ts'
import { createToken, giveConsent } from '../../testing/app/performer-links.ts'
import { replace } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'
import { storedAboutPerformer } from '../records/stored-about-performer.ts'
import { exportFromShell } from './export-from-shell.ts'

const { app, admin, owner } = useStage({ admin: ['admin', '審査 次郎'], owner: ['user', '登録 花子'] })
let id: string

beforeEach(async () => {
  const fields = {
    nationality: '日本<b>',
    email: 'hanako@example.com',
    external_id: crypto.randomUUID(),
    otherNames: '芸名：さくら（2020-04-01～）',
  }
  ;({ id } = await registerPerformer(owner, { fields }))
})

const { make, add } = videoCalls(() => ({ app, owner, admin }))
const call = (by: TestAccount, performer = id) => by.post(`/api/performers/${performer}/subject-export`)

async function archive(): Promise<Readonly<Record<string, string>>> {
  const reply = await call(admin)
  expect(reply.status).toBe(200)
  return filesOf(reply.bytes)
}

/** The files as text; those of documents as Latin-1. */
function filesOf(bytes: Uint8Array): Record<string, string> {
  const files = Object.entries(unzipSync(new Uint8Array(bytes)))
  return Object.fromEntries(
    files.map(([name, content]) => [
      name,
      Buffer.from(content).toString(name.startsWith('documents/') ? 'latin1' : 'utf8'),
    ]),
  )
}

test('the archive contains everything that is stored: record, all versions, decisions, videos, requests, views', async () => {
  const body = {
    codes: ['blurry', 'other'],
    message: 'もう一度撮影してください。',
    note: '内部のメモ',
  } as const
  await admin.send(rejectDocument, {
    params: { id, type: 'idFront' },
    body: { ...body, codes: [...body.codes] },
  })
  await replace(owner, id, 'idFront', await samplePng(60, 60))
  await verifyDocuments(admin, id, ['selfie'])
  await verifyDocuments(admin, id, ['idFront'])
  await owner.get(`/api/performers/${id}/documents/idFront?version=1`)
  const video = await make('出演した作品')
  await add(video, [id])
  await submitPaper(owner, { id: video.id, performerId: id, type: 'contract' })
  await admin.send(addReviewNote, { params: { id }, body: { text: '電話で確認済み' } })
  await owner.post('/api/takedowns', {
    kind: 'cancellation',
    videoId: video.id,
    performerId: id,
    text: 'やめます。',
  })
  const asked = await admin.send(createSubjectRequest, {
    params: { id },
    body: { kind: 'disclosure', receivedOn: '2026-04-01', details: '開示の求め' },
  })
  const response = { outcome: 'granted', response: '開示の回答' } as const
  await admin.send(respondToSubjectRequest, { params: { id: asked.id }, body: response })
  const browser = await anonymousBrowser(app)
  const link = await browser.send(openPerformerLink, { body: { token: await createToken(owner, id) } })
  await giveConsent(browser, link.id)
  const files = await archive()
  expect(Object.keys(files).sort()).toEqual([
    'data.json',
    'documents/agreementFile-v1.pdf',
    'documents/idFront-v1.png',
    'documents/idFront-v2.png',
    'documents/selfie-v1.png',
    'index.html',
    `papers/${video.id}-contract-v1.pdf`,
  ])
  const stored = await owner.get(`/api/performers/${id}/documents/idFront`)
  expect(files['documents/idFront-v2.png']).toBe(stored.bytes.toString('latin1'))
  const data = JSON.parse(files['data.json'] ?? '')
  const parts = Object.values(storedAboutPerformer).flatMap(({ exported }) =>
    typeof exported === 'string' ? [exported] : [],
  )
  expect(Object.keys(data).toSorted()).toEqual([...new Set(['exportedAt', ...parts])].toSorted())
  expect(data).toMatchObject({
    performer: {
      id,
      details: {
        lastName: '見本',
        email: 'hanako@example.com',
        otherNames: [{ kind: 'stage', name: 'さくら' }],
      },
      registeredBy: '登録 花子',
    },
    documents: [
      { type: 'agreementFile', file: 'documents/agreementFile-v1.pdf' },
      expect.objectContaining({ version: 1 }),
      expect.objectContaining({ version: 1 }),
      { type: 'idFront', version: 2, current: true, status: 'verified', identityCheck: '画像で確認' },
    ],
    papers: [
      {
        type: 'contract',
        videoId: video.id,
        uploadedBy: '登録 花子',
        file: `papers/${video.id}-contract-v1.pdf`,
      },
    ],
    videos: [{ title: '出演した作品', facts: {} }],
    requests: [{ details: '開示の求め', response: '開示の回答' }],
    takedowns: [{ kind: '任意解除', title: '出演した作品', text: 'やめます。' }],
    notes: [{ by: '審査 次郎', text: '電話で確認済み' }],
    consents: [{ version: consentVersion, language: 'ja' }],
    links: [{ openedAt: expect.any(String), doneAt: null }],
  })
  const first = data.documents.find((each: { type: string; version: number }) => each.type === 'idFront')
  expect(first).toMatchObject({
    decidedBy: '審査 次郎',
    rejectCodes: ['blurry', 'other'],
    rejectMessage: body.message,
    rejectNote: body.note,
  })
  expect(data.log.map(({ action }: { action: string }) => action).sort()).toEqual(
    [
      ...['create', 'create', 'create', 'read', 'read', 'read', 'reject', 'verify', 'verify'],
      ...Array(7).fill('update'),
    ].sort(),
  )
  expect(data.log.find(({ action }: { action: string }) => action === 'read')).toMatchObject({
    user: { name: '登録 花子' },
    resourceType: 'document',
    details: { documentType: 'idFront', version: 1 },
  })
  expect(files['index.html']).toContain('見本 花子')
  expect(files['index.html']).toContain('日本&#60;b&#62;')
  for (const part of Object.keys(files)
    .concat(Object.keys(data))
    .filter((each) => each !== 'index.html')) {
    if (part !== 'exportedAt') expect(files['index.html']).toContain(part)
  }
})

test('the export has an entry that the owner sees too, and the archive does not contain this entry', async () => {
  const files = await archive()
  expect(files['data.json']).not.toContain('"export"')
  const [entry] = await allEntries(owner, `?resourceId=${id}&action=export`)
  expect(entry).toMatchObject({ resourceType: 'performer', user: { name: '管理者' } })
  const reply = await call(admin)
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename=performer_.*\.zip$/)
  expect(reply.headers.get('cache-control')).toBe('no-store')
})

test('a damaged file is left out, and the archive says so', async () => {
  const [row] = await app.sql<{ object_key: string }>(
    "SELECT object_key FROM document_version WHERE performer_id = $1 AND type = 'selfie'",
    [id],
  )
  const key = row?.object_key ?? ''
  await writeFile(join(app.dataDir, 'files', key.slice(0, 2), key), 'damaged')
  const files = await archive()
  expect(Object.keys(files)).not.toContain('documents/selfie-v1.png')
  expect(Object.keys(files)).toContain('documents/idFront-v1.png')
  expect(files['index.html']).toContain('ファイルを読み取れません')
})

test('only admins with a recent sign-in export, and only what they may see', async () => {
  for (const by of [owner, await app.signedIn('auditor')]) {
    expect(refusalOf(await call(by))).toEqual([403, 'FORBIDDEN'])
  }
  await app.sql("UPDATE session SET authenticated_at = now() - interval '6 minutes' WHERE account_id = $1", [
    admin.accountId,
  ])
  expect(refusalOf(await call(admin))).toEqual([403, 'STEP_UP_REQUIRED'])
  await app.sql('UPDATE session SET authenticated_at = now() WHERE account_id = $1', [admin.accountId])
  await admin.delete(`/api/performers/${id}`)
  expect(refusalOf(await call(admin))).toEqual([404, 'PERFORMER_NOT_FOUND'])
})

test('the operator on the server exports the same, with an entry without an actor', async () => {
  const bytes = await text(
    (await exportFromShell(app.services, { performerId: id, reason: undefined })).setEncoding('latin1'),
  )
  const files = filesOf(Buffer.from(bytes, 'latin1'))
  expect(JSON.parse(files['data.json'] ?? '').performer.id).toBe(id)
  expect(await allEntries(admin, `?resourceId=${id}&action=export`)).toMatchObject([
    { userId: null, ipAddress: null },
  ])
  const unknown = { performerId: crypto.randomUUID(), reason: undefined }
  await expect(exportFromShell(app.services, unknown)).rejects.toMatchObject({
    code: 'PERFORMER_NOT_FOUND',
  })
})

test('a sealed record is exported by a superadmin who gave a reason, or by the operator with one (D17)', async () => {
  const superadmin = await app.signedIn('superadmin')
  await admin.send(createSubjectRequest, {
    params: { id },
    body: { kind: 'erasure', receivedOn: '2026-04-01', details: '削除の求め' },
  })
  await admin.delete(`/api/performers/${id}`)
  const exportSealed = (by: TestAccount) => by.post(`/api/sealed-performers/${id}/subject-export`)
  expect(refusalOf(await exportSealed(admin))).toEqual([403, 'FORBIDDEN'])
  expect(refusalOf(await exportSealed(superadmin))).toEqual([403, 'OPENING_REASON_REQUIRED'])
  await superadmin.post(`/api/sealed-performers/${id}/openings`, { reason: '本人からの開示の請求' })
  const files = filesOf((await exportSealed(superadmin)).bytes)
  const data = JSON.parse(files['data.json'] ?? '')
  expect(data.performer.details).toMatchObject({ lastName: '見本', email: 'hanako@example.com' })
  expect(data.requests).toMatchObject([{ details: '削除の求め' }])
  expect(data.documents[0].filename).toBe('出演同意書.pdf')
  expect(files['documents/agreementFile-v1.pdf']).toMatch(/^%PDF-/)
  expect(files['data.json']).not.toContain('（非表示）')
  const withReason = { performerId: id, reason: '裁判所の命令' }
  await expect(exportFromShell(app.services, { ...withReason, reason: undefined })).rejects.toMatchObject({
    code: 'OPENING_REASON_REQUIRED',
  })
  ;(await exportFromShell(app.services, withReason)).destroy()
  const [entry] = await allEntries(superadmin, `?resourceId=${id}&action=export`)
  expect(entry?.details).toHaveProperty('sealedReason')
})
