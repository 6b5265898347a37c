import { limits } from '@kyc/contract/limits.ts'
import { getTakedown, type Takedown } from '@kyc/contract/takedowns.ts'
import { expect, test } from 'vitest'
import { insertTakedown, registerPerformer } from '../../testing/app/factories.ts'
import { insertMember } from '../../testing/app/organisations.ts'
import { samplePdf, samplePng } from '../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../testing/app/test-client.ts'
import { checkStoredFiles } from '../documents/check-stored-files.ts'
import { eraseNotices } from './erase-notices.ts'

const { app, owner, other, admin, auditor } = useStage({
  owner: 'user',
  other: 'user',
  admin: 'admin',
  auditor: 'auditor',
})

/** A request about a performer of the owner. */
async function request(by: TestAccount = owner): Promise<{ id: string; performer: string }> {
  const { id: performer } = await registerPerformer(by)
  const id = await insertTakedown(app, by.accountId, by.accountId)
  await app.sql('UPDATE takedown SET performer_id = $2 WHERE id = $1', [id, performer])
  return { id, performer }
}

async function attach(id: string, by: TestClient = owner, name = '取り消しのメッセージ.png') {
  const form = new FormData()
  form.append('file', new Blob([await samplePng()]), name)
  const headers = { 'idempotency-key': id }
  return by.call('POST', `/api/takedowns/${id}/evidence`, { form, headers })
}

const show = (id: string, by: TestClient = owner) => by.send(getTakedown, { params: { id } })

async function fileFaults(): Promise<unknown[]> {
  const faults: unknown[] = []
  for await (const fault of checkStoredFiles(app.services, () => undefined)) faults.push(fault)
  return faults
}

const storedFor = (id: string) =>
  app.sql<{ object_key: string }>('SELECT object_key FROM takedown_evidence WHERE takedown_id = $1', [id])

test('a file is stored encrypted with its name, shown in the request, and downloaded with an entry about the performer', async () => {
  const { id, performer } = await request()
  const reply = await attach(id)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  const [file] = (reply.json as Takedown).evidence
  expect(file).toMatchObject({ filename: '取り消しのメッセージ.png', mimeType: 'image/png' })
  const opened = await owner.get(`/api/takedowns/${id}/evidence/${file?.id}`)
  expect(opened.status).toBe(200)
  expect(opened.headers.get('content-disposition')).toContain('attachment')
  expect(Buffer.from(opened.bytes).subarray(1, 4).toString()).toBe('PNG')
  const entries = await app.sql(
    "SELECT FROM audit_event WHERE action = 'download' AND rtype = 'takedown' AND rid = $1 AND subject = $2 AND actor = $3",
    [id, performer, owner.accountId],
  )
  expect(entries).toHaveLength(1)
  const [plain] = await app.sql<{ n: number }>(
    "SELECT count(*)::int AS n FROM takedown_evidence e WHERE e::text LIKE '%取り消し%'",
  )
  expect(plain?.n).toBe(0)
  expect(await fileFaults()).toEqual([])
})

test('the same file sent again with its key is attached once, and gets the same reply', async () => {
  const { id } = await request()
  const first = await attach(id)
  const repeated = await attach(id)
  expect([first.status, repeated.status]).toEqual([200, 200])
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  expect(repeated.json).toEqual(first.json)
  expect(await storedFor(id)).toHaveLength(1)
})

test('other organisations see no file, a member who only reads downloads none, and auditors give a reason', async () => {
  const { id } = await request()
  await attach(id)
  const path = `/api/takedowns/${id}/evidence/${(await show(id)).evidence[0]?.id}`
  expect(refusalOf(await other.get(path))).toEqual([404, 'TAKEDOWN_NOT_FOUND'])
  expect(refusalOf(await attach(id, other))).toEqual([404, 'TAKEDOWN_NOT_FOUND'])
  expect(refusalOf(await auditor.get(path))).toEqual([403, 'OPENING_REASON_REQUIRED'])
  const viewer = await app.signedIn('user')
  await insertMember(app.sql, owner.accountId, viewer.accountId, 'viewer')
  expect(refusalOf(await viewer.get(path))).toEqual([403, 'ORGANISATION_ROLE'])
  expect(refusalOf(await attach(id, viewer))).toEqual([403, 'ORGANISATION_ROLE'])
  expect((await admin.get(path)).status).toBe(200)
})

test('a request without a performer refuses files with the reason, and its performer cannot change while it has files', async () => {
  const id = await insertTakedown(app, owner.accountId, owner.accountId)
  expect(await attach(id)).toMatchObject({
    status: 400,
    json: { errors: [{ field: 'file', message: '先に出演者を指定してください。' }] },
  })
  const named = await request()
  await attach(named.id)
  const { id: second } = await registerPerformer(owner)
  const { version } = await show(named.id)
  const body = { performerId: second, version }
  const renamed = await owner.call('PUT', `/api/takedowns/${named.id}/performer`, { json: body })
  expect(refusalOf(renamed)).toEqual([409, 'TAKEDOWN_STATE'])
})

test('a closed request, and one with as many files as allowed, refuse another file', async () => {
  const { id } = await request()
  await attach(id)
  await app.sql(
    `INSERT INTO takedown_evidence SELECT gen_random_uuid(), takedown_id, performer_id, type, filename_box, mime_type, size,
       received_size, '', stored_sha256, gen_random_uuid()::text, object_bytes, NULL, NULL, NULL, NULL, NULL, NULL, uploaded_by, uploaded_at
     FROM takedown_evidence, generate_series(2, $2) WHERE takedown_id = $1`,
    [id, limits.takedownEvidence],
  )
  const { id: full } = { id }
  const again = new FormData()
  again.append('file', new Blob([samplePdf(1)]), '別.pdf')
  const refused = await owner.call('POST', `/api/takedowns/${full}/evidence`, { form: again })
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ field: 'file' }] } })
  await app.sql("DELETE FROM takedown_evidence WHERE received_sha256 = ''")
  await app.sql("UPDATE takedown SET state = 'unfounded', closed_at = now() WHERE id = $1", [id])
  const closed = await owner.call('POST', `/api/takedowns/${id}/evidence`, { form: again })
  expect(refusalOf(closed)).toEqual([409, 'TAKEDOWN_STATE'])
})

test('files end with the text of a closed request, and their objects are queued for deletion', async () => {
  const { id } = await request()
  await attach(id)
  const [stored] = await storedFor(id)
  await eraseNotices(app.services)
  expect(await storedFor(id)).toHaveLength(1)
  await app.sql(
    "UPDATE takedown SET state = 'unfounded', closed_at = now() - interval '31 years', received_at = now() - interval '31 years' WHERE id = $1",
    [id],
  )
  await eraseNotices(app.services)
  expect(await storedFor(id)).toEqual([])
  const queued = await app.sql('SELECT FROM object_deletion WHERE object_key = $1', [stored?.object_key])
  expect(queued).toHaveLength(1)
})

test('a deleted record shows no file', async () => {
  const { id, performer } = await request()
  await attach(id)
  const path = `/api/takedowns/${id}/evidence/${(await show(id)).evidence[0]?.id}`
  await app.sql("UPDATE takedown SET state = 'unfounded', closed_at = now() WHERE id = $1", [id])
  expect((await admin.delete(`/api/performers/${performer}`)).status).toBe(204)
  expect((await show(id)).evidence).toEqual([])
  expect(refusalOf(await owner.get(path))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
})
