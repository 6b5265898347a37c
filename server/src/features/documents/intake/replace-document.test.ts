import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { listDocuments, listDocumentVersions, rejectDocument } from '@kyc/contract/documents.ts'
import { getPerformer } from '@kyc/contract/performers.ts'
import { describe, expect, it } from 'vitest'
import { openAndVerify, registerPerformer, verifyDocuments } from '../../../testing/app/factories.ts'
import { replace, sendReplacement } from '../../../testing/app/replacements.ts'
import { samplePng } from '../../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'

const { app, user, admin } = useStage({ user: ['user', '佐藤'], admin: ['admin', '鈴木'] })

const register = async (fields: Record<string, string> = {}) => (await registerPerformer(user, { fields })).id
const performer = (id: string) => user.send(getPerformer, { params: { id } })
const current = async (id: string, type: string) =>
  (await user.send(listDocuments, { params: { id } })).find((each) => each.type === type)
const today = dayInJapan(new Date())

describe('replacing a document', () => {
  it('creates a new pending version and keeps the decisions on other documents', async () => {
    const id = await register()
    await verifyDocuments(admin, id, ['agreementFile', 'selfie'])
    const params = { id, type: 'idFront' }
    await admin.send(rejectDocument, { params, body: { codes: ['blurry'] } })
    expect(await replace(user, id, 'idFront', await samplePng(50, 50))).toMatchObject({
      version: 2,
      status: 'pending',
      rejection: null,
    })
    expect(await performer(id)).toMatchObject({ status: 'pending' })
    expect(await user.send(listDocumentVersions, { params })).toMatchObject([
      { version: 2, status: 'pending' },
      { version: 1, status: 'rejected', rejection: { codes: ['blurry'] } },
    ])
    await verifyDocuments(admin, id, ['idFront'])
    expect(await performer(id)).toMatchObject({ status: 'approved' })
  })

  it('is refused to the owner from the verification until the document expires, and allowed to admins', async () => {
    const id = await register()
    await verifyDocuments(admin, id, ['idFront'])
    const refused = await sendReplacement(user, id, 'idFront', await samplePng(50, 50))
    expect(refused.json).toMatchObject({ status: 409, code: 'DOCUMENT_VERIFIED' })
    await replace(admin, id, 'idFront', await samplePng(50, 50))
    const body = { expiresOn: addDays(today, -1) }
    await openAndVerify(admin, { params: { id, type: 'idFront' }, body })
    expect(await current(id, 'idFront')).toMatchObject({ expired: true, expiring: true })
    await replace(user, id, 'idFront', await samplePng(51, 51))
    expect(await performer(id)).toMatchObject({ expiresOn: null })
  })

  it('requires a file', async () => {
    const id = await register()
    const form = new FormData()
    const reply = await user.call('PUT', `/api/performers/${id}/documents/idFront`, { form })
    expect(reply.status).toBe(400)
  })
})

it.each([
  [undefined, 415],
  ['text/plain', 415],
  ['application/json', 415],
  ['multipart/form-data', 400],
])('a hidden record returns 404 for any content type (D50): %s', async (type, status) => {
  const other = await app.signedIn('user')
  const send = (client: TestAccount, id: string) =>
    client.call('PUT', `/api/performers/${id}/documents/idFront`, {
      // Bytes, because fetch adds a content type to a string.
      body: new Uint8Array([120]),
      headers: type === undefined ? {} : { 'content-type': type },
    })
  const id = await register()
  expect((await send(other, id)).status).toBe(404)
  expect((await send(user, id)).status).toBe(status)
})
