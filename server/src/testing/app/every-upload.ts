import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { insertTakedown, insertVideo, registerPerformer } from './factories.ts'
import { insertSigning } from './insert-signing.ts'
import { paperPath } from './papers.ts'
import { openedLink } from './performer-links.ts'
import { insertPerformerKeys } from './performer-rows.ts'
import type { TestAccount, TestApp } from './test-app.ts'
import type { TestClient, TestReply } from './test-client.ts'
import { sendRegistration } from './uploads.ts'

/** The endpoints that receive pictures. KYC pages and spreadsheets use `performers.create` too. */
export const pictureUploads = [
  'performers.create',
  'documents.replace',
  'performerLink.submit',
  'papers.submit',
  'takedowns.addEvidence',
] as const

/** Every endpoint that receives files. A draft is always a PDF. */
export const uploadNames = [...pictureUploads, 'signings.uploadDraft'] as const

/** The label of the file of each endpoint in a refusal. */
export const uploadLabels = {
  'performers.create': '本人写真',
  'documents.replace': '本人写真',
  'performerLink.submit': '本人写真',
  'papers.submit': '契約書',
  'takedowns.addEvidence': '資料',
  'signings.uploadDraft': '契約書',
} as const satisfies Record<(typeof uploadNames)[number], string>

/** Sends `bytes` as 本人写真, 契約書 or 資料, as the caller of each endpoint does. */
export type EveryUpload = Readonly<
  Record<(typeof uploadNames)[number], (bytes: Uint8Array<ArrayBuffer>) => Promise<TestReply>>
>

export async function everyUpload(app: TestApp, user: TestAccount): Promise<EveryUpload> {
  const { id: performerId } = await registerPerformer(user)
  const link = await openedLink(app, user)
  const video = await insertVideo(app, user.accountId, user.accountId)
  await insertPerformerKeys(app.services, [video])
  const signing = await insertSigning(app, user.accountId, user.accountId, { sent: false })
  const takedown = await insertTakedown(app, user.accountId, user.accountId)
  await app.sql('UPDATE takedown SET performer_id = $2 WHERE id = $1', [takedown, performerId])
  return {
    'performers.create': (bytes) => sendRegistration(user, { files: { selfie: { name: '本人', bytes } } }),
    'documents.replace': (bytes) => put(user, `/api/performers/${performerId}/documents/selfie`, bytes),
    'performerLink.submit': (bytes) =>
      put(link.client, `/api/performer-link/${link.id}/documents/selfie`, bytes),
    'papers.submit': (bytes) =>
      put(user, paperPath({ id: video, performerId: video, type: 'contract' }), bytes),
    'takedowns.addEvidence': (bytes) => put(user, `/api/takedowns/${takedown}/evidence`, bytes, 'POST'),
    'signings.uploadDraft': (bytes) => put(user, `/api/signings/${signing}/papers/contract`, bytes),
  }
}

function put(
  client: TestClient,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  method: 'POST' | 'PUT' = 'PUT',
): Promise<TestReply> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), '本人')
  return client.call(method, path, { form })
}

/**
 * The number of rows and the names of all files that uploads have left; a refused one may leave an intent that was
 * aborted.
 */
export async function storedUploads({ sql, dataDir }: TestApp) {
  const [rows] = await sql<{ n: number }>(
    `SELECT (SELECT count(*) FROM performer) + (SELECT count(*) FROM document_version) + (SELECT count(*) FROM paper)
       + (SELECT count(*) FROM signing_paper) + (SELECT count(*) FROM takedown_evidence)
       + (SELECT count(*) FROM upload_intent WHERE state IN ('pending', 'committed')) AS n`,
  )
  const stored = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  const received = await readdir(join(dataDir, 'incoming'), { recursive: true })
  return {
    rows: Number(rows?.n),
    files: stored.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort(),
    incoming: received.filter((name) => name.includes('form-')),
  }
}
