import { listAuditLogs } from '@kyc/contract/audit.ts'
import { rejectDocuments, reopenCase } from '@kyc/contract/case-decisions.ts'
import { finalCodes } from '@kyc/contract/case-rules.ts'
import { requiredDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { listDocuments, rejectDocument } from '@kyc/contract/documents.ts'
import { performerHistory } from '@kyc/contract/performer-history.ts'
import { getPerformer, listPerformers, updatePerformer } from '@kyc/contract/performers.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { approvalOf } from '../../testing/app/approval.ts'
import { openAndVerify } from '../../testing/app/factories.ts'
import { insertRecord } from '../../testing/app/performer-rows.ts'
import { replace, sendReplacement } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf, type TestReply } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock('2026-05-20T00:00:00Z')
const { app, owner, admin } = useStage(
  { owner: ['user', '佐藤'], admin: ['admin', '鈴木'] },
  { overrides: { clock } },
)
let id: string

/** A performer with four pending documents, all of the given resubmission. */
beforeEach(() => register(0))

async function register(resubmission: number): Promise<void> {
  id = await insertRecord(app, owner, [...requiredDocumentTypes, 'idBack'], { resubmission })
}

const one = () => ({ params: { id } })
const reject = (codes: ('blurry' | 'tampering' | 'under_age')[], type = 'selfie') =>
  admin.send(rejectDocument, { params: { id, type }, body: { codes } })
const performer = () => owner.send(getPerformer, one())
const waits = async () =>
  (await admin.send(listPerformers, { query: { waiting: 'true', limit: 200 } })).some(
    (each) => each.id === id,
  )
const row = async () =>
  (await app.sql<Record<string, unknown>>('SELECT * FROM performer WHERE id = $1', [id]))[0] ?? {}
const reopen = (reason = '原本を確認しました。') => admin.send(reopenCase, { ...one(), body: { reason } })
const mails = async () => (await app.mails()).filter(({ text }) => text.includes(id))

describe('a case is closed (D78)', () => {
  it.each(finalCodes)('by a rejection with the final reason %s, whatever else is a reason', async (code) => {
    await reject(['blurry', code])
    expect(await performer()).toMatchObject({ status: 'rejected', caseClosed: 'final' })
    expect(await waits()).toBe(false)
    expect(await row()).toMatchObject({ closed_by: admin.accountId, pending_since: null })
    const [entry] = await admin.send(listAuditLogs, { query: { resourceId: `${id}/selfie` } })
    expect(entry?.details.after).toEqual({ status: 'rejected', caseClosed: 'final' })
    const [mail] = await mails()
    expect(mail?.subject).toContain('審査が終了しました')
    expect(mail?.text).toContain('再提出はできません。')
    expect(mail?.text).toContain('/contact')
  })

  it('by the rejection of the last resubmission of a slot, and not of an earlier one', async () => {
    await register(recordLimits.review.resubmissions - 1)
    await reject(['blurry'])
    expect(await performer()).toMatchObject({ caseClosed: null })
    await register(recordLimits.review.resubmissions)
    await reject(['blurry'])
    expect(await performer()).toMatchObject({ caseClosed: 'resubmissions' })
  })

  it('by several rejections at once for their final reason', async () => {
    await register(recordLimits.review.resubmissions)
    const documents = [
      { type: 'idFront' as const, version: 1, codes: ['tampering' as const] },
      { type: 'selfie' as const, version: 1, codes: ['blurry' as const] },
    ]
    await admin.send(rejectDocuments, { ...one(), body: { documents } })
    expect(await performer()).toMatchObject({ caseClosed: 'final' })
    expect(await mails()).toHaveLength(1)
  })
})

it('an upload after a rejection is a resubmission, another replacement is not', async () => {
  const upload = async (size: number) =>
    (await replace(owner, id, 'selfie', await samplePng(size, size))).resubmission
  expect(await upload(40)).toBe(0)
  await reject(['blurry'])
  expect(await upload(41)).toBe(1)
  expect(await upload(42)).toBe(1)
  await reject(['blurry'])
  expect(await upload(43)).toBe(2)
})

describe('a closed case', () => {
  beforeEach(() => reject(['tampering']))

  const document = (act = '', type = 'idFront') => `/api/performers/${id}/documents/${type}${act}`
  const upload = async (by: TestAccount, type: string) =>
    sendReplacement(by, id, type, await samplePng(50, 50))
  const mask = { boxes: [{ x: 0.1, y: 0.1, width: 0.2, height: 0.2 }], reason: '本籍' }
  const several = { documents: [{ type: 'idFront', version: 1, codes: ['blurry'] }] }
  const refused: Record<string, () => Promise<TestReply>> = {
    'a resubmission of the owner': () => upload(owner, 'selfie'),
    'an upload of the owner into an empty slot': () => upload(owner, 'residenceProof'),
    'an upload of an admin': () => upload(admin, 'idFront'),
    'a mask of an admin': () =>
      admin.call('POST', document('/mask'), { headers: { 'if-match': '"1"' }, json: mask }),
    'an approval': () => admin.put(document('/verify'), approvalOf('idFront')),
    'an approval after all': () => admin.put(document('/verify', 'selfie'), approvalOf('selfie')),
    'a rejection': () => admin.put(document('/reject'), { codes: ['blurry'] }),
    'several rejections': () => admin.post(`/api/review/cases/${id}/rejections`, several),
    'an edit of the owner': () =>
      owner.call('PATCH', `/api/performers/${id}`, { json: { nationality: '日本' } }),
  }

  it.each(Object.keys(refused))('refuses %s', async (name) => {
    const before = [await row(), await admin.send(listDocuments, one())]
    const reply = await refused[name]?.()
    expect(reply && refusalOf(reply)).toEqual([409, 'CASE_CLOSED'])
    expect([await row(), await admin.send(listDocuments, one())]).toEqual(before)
  })

  it('lets an admin correct the record, but not destroy the back (D116), and stays closed', async () => {
    await admin.send(updatePerformer, { ...one(), body: { nationality: '日本' } })
    const closing = await admin.patch(`/api/performers/${id}`, {
      idKind: 'my_number_card',
      reason: '裏面の削除',
    })
    expect(refusalOf(closing)).toEqual([409, 'CASE_CLOSED'])
    expect((await admin.send(listDocuments, one())).map(({ type }) => type)).toContain('idBack')
    expect(await performer()).toMatchObject({ caseClosed: 'final', nationality: '日本' })
    expect(await waits()).toBe(false)
  })

  it('can be deleted', async () => {
    expect((await admin.delete(`/api/performers/${id}`)).status).toBe(204)
  })

  it('is reopened by an admin, with a reason that the owner reads in mail and history', async () => {
    clock.moveTo('2026-05-25T00:00:00Z')
    const path = `/api/review/cases/${id}/reopening`
    expect((await owner.post(path, { reason: '理由' })).status).toBe(403)
    expect((await admin.post(path, { reason: ' ' })).json).toMatchObject({ status: 400, field: 'reason' })
    expect(await reopen()).toMatchObject({ caseClosed: null, status: 'rejected' })
    expect(await row()).toMatchObject({
      closed_at: null,
      closed_by: null,
      pending_since: new Date('2026-05-25T00:00:00Z'),
    })
    expect(await waits()).toBe(true)
    const [history] = await owner.send(performerHistory, one())
    expect(history).toMatchObject({ action: 'update', resourceType: 'performer', fields: ['caseClosed'] })
    const [entry] = await owner.send(listAuditLogs, { query: { resourceId: id } })
    expect(entry?.details).toMatchObject({
      before: { caseClosed: 'final' },
      after: { caseClosed: null },
      reason: '原本を確認しました。',
    })
    expect((await mails()).at(-1)).toMatchObject({
      to: owner.email,
      subject: expect.stringContaining('審査が再開されました'),
      text: expect.stringContaining('> 原本を確認しました。'),
    })
    expect(refusalOf(await admin.post(path, { reason: '理由' }))).toEqual([409, 'CASE_OPEN'])
    expect((await upload(owner, 'selfie')).status).toBe(200)
  })

  it('waits after the reopening only if a document is pending', async () => {
    await app.sql(
      `UPDATE document_version SET status = 'rejected', decided_at = now() WHERE performer_id = $1`,
      [id],
    )
    await reopen()
    expect(await waits()).toBe(false)
  })
})

it('a reopening counts resubmissions from 0', async () => {
  await register(recordLimits.review.resubmissions)
  await reject(['blurry'])
  await reopen()
  const resubmissions = (await owner.send(listDocuments, one())).map(({ resubmission }) => resubmission)
  expect(resubmissions).toEqual([0, 0, 0, 0])
  await replace(owner, id, 'selfie', await samplePng(50, 50))
  await reject(['blurry'])
  expect(await performer()).toMatchObject({ caseClosed: null })
  await openAndVerify(admin, { params: { id, type: 'selfie' }, body: { revisionReason: '再確認' } })
})
