import { listAuditLogs } from '@kyc/contract/audit.ts'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { rejectDocument } from '@kyc/contract/documents.ts'
import { claimReviewCase, releaseReviewCase } from '@kyc/contract/review.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replace } from '../../testing/app/replacements.ts'
import { reviewCalls } from '../../testing/app/review-calls.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { createTestApp, type TestAccount, type TestApp } from '../../testing/app/test-app.ts'

let app: TestApp
let user: TestAccount
let admin: TestAccount
let other: TestAccount
beforeAll(async () => {
  app = await createTestApp()
  user = await app.signedIn('user')
  admin = await app.signedIn('admin')
  other = await app.signedIn('admin')
})
afterAll(() => app.close())

const { register, performer, current, path, idFront } = reviewCalls(() => user)
const today = dayInJapan(new Date())

describe('an approval from a page', () => {
  const page = (ifMatch = '"1"') => ({ 'sec-fetch-site': 'same-origin', 'if-match': ifMatch })
  const verify = (id: string, type: string, json?: object, headers = page()) =>
    admin.call('PUT', path(id, type, 'verify'), { headers, ...(json && { json }) })
  const view = (id: string, type: string, query = 'size=screen') =>
    admin.get(`/api/performers/${id}/documents/${type}?${query}`)
  const complete = { idKind: 'passport', expiresOn: addDays(today, 400) }

  it('is refused until the account has opened this version at screen or full size', async () => {
    const id = await register()
    await admin.get(`/api/performers/${id}`)
    expect((await view(id, 'selfie', 'thumbnail=1')).status).toBe(200)
    expect((await verify(id, 'selfie')).json).toMatchObject({ status: 409, code: 'DOCUMENT_UNSEEN' })
    await other.get(`/api/performers/${id}/documents/selfie?size=screen`)
    expect((await verify(id, 'selfie')).json).toMatchObject({ code: 'DOCUMENT_UNSEEN' })
    await view(id, 'selfie')
    await replace(user, id, 'selfie', await samplePng(50, 50))
    expect((await verify(id, 'selfie')).json).toMatchObject({ code: 'DOCUMENT_REPLACED' })
    expect((await verify(id, 'selfie', undefined, page('"2"'))).json).toMatchObject({
      code: 'DOCUMENT_UNSEEN',
    })
    await view(id, 'selfie', 'size=full')
    expect((await verify(id, 'selfie', undefined, page('"2"'))).status).toBe(200)
  })

  it('is refused for a prefetched version until the page shows it', async () => {
    const id = await register()
    const entry = async () => (await admin.send(listAuditLogs, { query: { resourceId: `${id}/selfie` } }))[0]
    expect((await view(id, 'selfie', 'size=screen&prefetch=1')).status).toBe(200)
    expect((await entry())?.details).toEqual({ documentType: 'selfie', version: 1, prefetch: true })
    expect((await verify(id, 'selfie')).json).toMatchObject({ code: 'DOCUMENT_UNSEEN' })
    const shown = [(await current(id, 'selfie'))?.id ?? '']
    await other.send(claimReviewCase, { params: { id }, body: { shown } })
    await other.send(releaseReviewCase, { params: { id } })
    await admin.send(claimReviewCase, { params: { id: await register() }, body: { shown } })
    expect((await verify(id, 'selfie')).json, 'another account or case').toMatchObject({
      code: 'DOCUMENT_UNSEEN',
    })
    await admin.send(claimReviewCase, { params: { id }, body: { shown } })
    expect((await verify(id, 'selfie')).status).toBe(200)
  })

  it('is allowed after a prefetch and a view, in either order, and the view has its own entry', async () => {
    const id = await register()
    for (const [type, queries] of [
      ['selfie', ['prefetch=1', 'size=screen']],
      ['agreementFile', ['size=screen', 'prefetch=1']],
    ] as const) {
      for (const query of queries) await view(id, type, query)
      const entries = await admin.send(listAuditLogs, {
        query: { resourceId: `${id}/${type}`, action: 'read' },
      })
      expect(entries.filter(({ details }) => details.prefetch === undefined)).toHaveLength(1)
      expect((await verify(id, type)).status).toBe(200)
    }
  })

  it('a program decides on the newest version although the account has prefetched an older one (D11)', async () => {
    const id = await register()
    await view(id, 'selfie', 'prefetch=1')
    await replace(user, id, 'selfie', await samplePng(52, 50))
    expect((await admin.put(path(id, 'selfie', 'verify'))).status).toBe(200)
  })

  it.each([
    [undefined, ['idKind', 'expiresOn']],
    [{}, ['idKind', 'expiresOn']],
    [{ idKind: 'passport' }, ['expiresOn']],
    [{ idKind: 'passport', expiresOn: null, noExpiry: false }, ['expiresOn']],
    [{ noExpiry: true }, ['idKind']],
    [{ ...complete, noExpiry: true }, ['expiresOn']],
  ])('of the front of an ID with %j is refused and names %j', async (body, fields) => {
    const id = await register({ idKind: 'passport' })
    await view(id, 'idFront')
    const { json } = await verify(id, 'idFront', body)
    expect(json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: fields[0] })
    expect((json as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual(fields)
    expect(await current(id, 'idFront')).toMatchObject({ status: 'pending' })
  })

  it('of the front of an ID stores its expiry, or that it has none', async () => {
    const id = await register()
    await view(id, 'idFront')
    expect((await verify(id, 'id_front', complete)).json).toMatchObject({ ...complete, noExpiry: false })
    await admin.send(rejectDocument, { params: idFront(id), body: { codes: ['blurry'] } })
    const none = { idKind: 'driving_record', noExpiry: true }
    expect((await verify(id, 'idFront', none)).json).toMatchObject({ ...none, expiresOn: null })
    expect(await performer(id)).toMatchObject({ expiresOn: null, idKind: 'driving_record' })
  })

  it('of other documents needs no reading', async () => {
    const id = await register()
    for (const type of ['agreementFile', 'selfie']) {
      await view(id, type)
      expect((await verify(id, type)).status).toBe(200)
    }
  })
})
