import { listAuditLogs } from '@kyc/contract/audit.ts'
import { rejectDocuments } from '@kyc/contract/case-decisions.ts'
import { type DocumentType, requiredDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { listDocuments } from '@kyc/contract/documents.ts'
import { getPerformer } from '@kyc/contract/performers.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertDocumentRow, insertRecord } from '../../testing/app/performer-rows.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'

const { app, owner, admin } = useStage(
  { owner: ['user', '佐藤'], admin: ['admin', '鈴木'] },
  { env: { REVIEW_FOUR_EYES: 'on' } },
)
let id: string

beforeEach(async () => {
  id = await insertRecord(app, owner, requiredDocumentTypes)
})

const insertDocument = (type: DocumentType, uploader = owner) =>
  insertDocumentRow(app.services.db, { performer_id: id, type, uploaded_by: uploader.accountId })
const path = () => `/api/review/cases/${id}/rejections`
const statuses = async () => (await admin.send(listDocuments, { params: { id } })).map(({ status }) => status)
const entries = () => admin.send(listAuditLogs, { query: { action: 'reject', limit: 50 } })
const mails = async () => (await app.mails()).filter(({ text }) => text.includes(id))
const blurry = (type: DocumentType, version = 1) => ({ type, version, codes: ['blurry' as const] })

describe('several documents at once', () => {
  it('are rejected with one entry each and one mail with all reasons (D13)', async () => {
    const documents = [
      { ...blurry('idFront'), note: '内部メモ' },
      {
        type: 'selfie' as const,
        version: 1,
        codes: ['other' as const],
        message: '正面から撮影してください。',
      },
    ]
    const replies = await admin.send(rejectDocuments, { params: { id }, body: { documents } })
    expect(replies).toMatchObject([
      { type: 'idFront', status: 'rejected', rejection: { codes: ['blurry'], note: '内部メモ' } },
      { type: 'selfie', status: 'rejected', rejection: { message: '正面から撮影してください。' } },
    ])
    expect(await owner.send(getPerformer, { params: { id } })).toMatchObject({
      status: 'rejected',
      caseClosed: null,
      version: 2,
    })
    const own = (await entries()).filter(({ resourceId }) => resourceId?.startsWith(id))
    expect(own.map(({ resourceId }) => resourceId).sort()).toEqual([`${id}/idFront`, `${id}/selfie`])
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    for (const words of ['身分証明書表面', '不鮮明', '本人写真', '> 正面から撮影してください。']) {
      expect(mail?.text).toContain(words)
    }
    expect(mail?.text).not.toContain('内部メモ')
  })

  it.each([
    [blurry('selfie', 2), 409, 'DOCUMENT_REPLACED', 'documents.1'],
    [blurry('idBack'), 404, 'DOCUMENT_NOT_FOUND', 'documents.1'],
    [blurry('selfieWithId'), 409, 'FOUR_EYES', 'documents.1'],
    [blurry('residenceProof'), 409, 'DOCUMENT_STATE', 'documents.1'],
    [{ type: 'selfie', version: 1, codes: ['other'] }, 400, 'INVALID_INPUT', 'documents.1.message'],
    [{ ...blurry('selfie'), version: null }, 400, 'INVALID_INPUT', 'documents.1.version'],
    [blurry('idFront'), 400, 'INVALID_INPUT', 'documents'],
  ])('are all left as they are if one is refused: %j → %i %s %s', async (second, status, code, field) => {
    await insertDocument('selfieWithId', admin)
    await insertDocumentRow(
      app.services.db,
      { performer_id: id, type: 'residenceProof', uploaded_by: owner.accountId },
      { status: 'rejected' },
    )
    const [before, count] = [await statuses(), (await entries()).length]
    const reply = await admin.post(path(), { documents: [blurry('idFront'), second] })
    expect(reply.json).toMatchObject({ status, code, field })
    expect(await statuses()).toEqual(before)
    expect(await entries()).toHaveLength(count)
    expect(await mails()).toEqual([])
  })

  it('are refused for users, and the second time', async () => {
    const body = { documents: [blurry('idFront'), blurry('selfie')] }
    expect((await owner.post(path(), body)).status).toBe(403)
    const replies = await Promise.all([admin.post(path(), body), admin.post(path(), body)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused && refusalOf(refused)).toEqual([409, 'DOCUMENT_STATE'])
    expect(await mails()).toHaveLength(1)
  })
})
