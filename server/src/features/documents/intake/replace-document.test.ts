import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerPerformer, verifyDocuments } from '../../../testing/app/factories.ts'
import { replace, sendReplacement } from '../../../testing/app/replacements.ts'
import { samplePng } from '../../../testing/app/sample-files.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../testing/app/test-app.ts'

let app: TestApp
let user: TestPerson
let admin: TestPerson
beforeAll(async () => {
  app = await createTestApp()
  user = await app.signedIn('user', '佐藤')
  admin = await app.signedIn('admin', '鈴木')
})
afterAll(() => app.close())

const register = async (fields: Record<string, string> = {}) => (await registerPerformer(user, { fields })).id
const path = (id: string, slot: string, act: string) => `/api/performers/${id}/documents/${slot}/${act}`
const performer = async (id: string) =>
  (await user.get(`/api/performers/${id}`)).json as Record<string, unknown>
const current = async (id: string, slot: string) =>
  ((await user.get(`/api/performers/${id}/documents`)).json as PerformerDocument[]).find(
    (each) => each.type === slot,
  )
const today = dayInJapan(new Date())

describe('replacing', () => {
  it('makes a new pending version and keeps what was accepted', async () => {
    const id = await register()
    await verifyDocuments(admin, id, ['agreementFile', 'selfie'])
    await admin.put(path(id, 'idFront', 'reject'), { codes: ['blurry'] })
    expect(await replace(user, id, 'idFront', await samplePng(50, 50))).toMatchObject({
      version: 2,
      status: 'pending',
      rejection: null,
    })
    expect(await performer(id)).toMatchObject({ status: 'pending' })
    const history = (await user.get(path(id, 'idFront', 'versions'))).json
    expect(history).toMatchObject([
      { version: 2, status: 'pending' },
      { version: 1, status: 'rejected', rejection: { codes: ['blurry'] } },
    ])
    await verifyDocuments(admin, id, ['idFront'])
    expect(await performer(id)).toMatchObject({ status: 'approved' })
  })

  it('is closed to the owner once verified, until it expires; an admin may', async () => {
    const id = await register()
    await verifyDocuments(admin, id, ['idFront'])
    const refused = await sendReplacement(user, id, 'idFront', await samplePng(50, 50))
    expect(refused.json).toMatchObject({ status: 409, code: 'DOCUMENT_VERIFIED' })
    await replace(admin, id, 'idFront', await samplePng(50, 50))
    await admin.put(path(id, 'idFront', 'verify'), { expiresOn: addDays(today, -1) })
    expect(await current(id, 'idFront')).toMatchObject({ expired: true, expiring: true })
    await replace(user, id, 'idFront', await samplePng(51, 51))
    expect(await performer(id)).toMatchObject({ expiresOn: null })
  })

  it('needs a file', async () => {
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
])('a hidden record is 404 whatever type the body claims (D50): %s', async (type, status) => {
  const stranger = await app.signedIn('user')
  const send = (client: TestPerson, id: string) =>
    client.call('PUT', `/api/performers/${id}/documents/idFront`, {
      // Bytes, so that fetch adds no type of its own.
      body: new Uint8Array([120]),
      headers: type === undefined ? {} : { 'content-type': type },
    })
  const id = await register()
  expect((await send(stranger, id)).status).toBe(404)
  expect((await send(user, id)).status).toBe(status)
})
