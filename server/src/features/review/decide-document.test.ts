import { listAuditLogs } from '@kyc/contract/audit.ts'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { rejectDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { approvalOf } from '../../testing/app/approval.ts'
import {
  openAndVerify,
  registerPerformer,
  tryToVerify,
  verifyDocuments,
} from '../../testing/app/factories.ts'
import { replace, sendReplacement } from '../../testing/app/replacements.ts'
import { reviewCalls } from '../../testing/app/review-calls.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { useStage } from '../../testing/app/test-app.ts'

const { app, user, admin, other } = useStage({
  user: ['user', '佐藤'],
  admin: ['admin', '鈴木'],
  other: ['admin', '高橋'],
})

const { register, performer, current, path, idFront } = reviewCalls(user)
const today = dayInJapan(new Date())

async function withBack(fields: Record<string, string> = {}): Promise<string> {
  const files = { idBack: { name: 'back.png', bytes: await samplePng(30, 30) } }
  return (await registerPerformer(user, { fields, files })).id
}

describe('verifying', () => {
  it('approves the performer with the last required document', async () => {
    const id = await register()
    expect(await openAndVerify(admin, { params: idFront(id) })).toMatchObject({
      type: 'idFront',
      status: 'verified',
      verified: true,
      decidedBy: '鈴木',
    })
    expect(await performer(id)).toMatchObject({ status: 'pending' })
    await verifyDocuments(admin, id, ['agreementFile', 'selfie'])
    expect(await performer(id)).toMatchObject({ status: 'approved', kycStatus: 'verified' })
  })

  it('does not approve the performer while an optional document is pending', async () => {
    const id = await withBack()
    await verifyDocuments(admin, id)
    expect(await performer(id)).toMatchObject({ status: 'pending' })
    await verifyDocuments(admin, id, ['idBack'])
    expect(await performer(id)).toMatchObject({ status: 'approved' })
  })

  it('stores the reading and fills empty details', async () => {
    const id = await register()
    const body = { idKind: 'passport', dateOfBirth: '1990-04-01', expiresOn: addDays(today, 10) } as const
    expect(await openAndVerify(admin, { params: idFront(id), body })).toMatchObject({
      idKind: 'passport',
      expiresOn: body.expiresOn,
      expiring: true,
      expired: false,
    })
    expect(await performer(id)).toMatchObject({
      idKind: 'passport',
      date_of_birth: '1990-04-01',
      expiresOn: body.expiresOn,
      expiring: true,
    })
  })

  it('is refused for a date of birth that differs from the registered one', async () => {
    const id = await register({ date_of_birth: '1990-04-01' })
    const reply = await tryToVerify(admin, idFront(id), { dateOfBirth: '1990-04-02' })
    expect(reply.json).toMatchObject({ status: 409, code: 'BIRTHDATE_DIFFERS' })
    await openAndVerify(admin, { params: idFront(id), body: { dateOfBirth: '1990-04-01' } })
  })

  it('is refused if it would approve a performer under 18, and only then', async () => {
    const seventeen = `${Number(today.slice(0, 4)) - 17}${today.slice(4).replace('02-29', '02-28')}`
    const id = await register({ date_of_birth: seventeen })
    await verifyDocuments(admin, id, ['agreementFile', 'selfie'])
    const reply = await tryToVerify(admin, idFront(id), { dateOfBirth: seventeen })
    expect(reply.json).toMatchObject({ status: 409, code: 'UNDER_AGE' })
    expect(await current(id, 'idFront')).toMatchObject({ status: 'pending' })
    const unknown = await register()
    await verifyDocuments(admin, unknown, ['agreementFile', 'selfie'])
    const filled = await tryToVerify(admin, idFront(unknown), { dateOfBirth: seventeen })
    expect(filled.json).toMatchObject({ status: 409, code: 'UNDER_AGE' })
    expect(await performer(unknown)).toMatchObject({ date_of_birth: null })
  })

  it.each([
    [{ idKind: 'health_insurance' }, 'ID_KIND_UNSUPPORTED'],
    [{ idKind: 'library_card' }, 'INVALID_INPUT'],
    [{ dateOfBirth: '2999-01-01' }, 'INVALID_INPUT'],
    [{ dateOfBirth: '1990-02-30' }, 'INVALID_INPUT'],
    [{ dateOfBirth: '1899-12-31' }, 'INVALID_INPUT'],
    [{ expiresOn: '0000-01-01' }, 'INVALID_INPUT'],
    [{ expiresOn: 'soon' }, 'INVALID_INPUT'],
    [{ status: 'verified' }, 'INVALID_INPUT'],
  ])('refuses %j as %s', async (body, code) => {
    const id = await register()
    expect(
      (await admin.put(path(id, 'idFront', 'verify'), approvalOf('idFront', body as object))).json,
    ).toMatchObject({ status: 400, code })
  })

  it('is refused for users, for a verified document and for an empty slot', async () => {
    const id = await register()
    expect((await user.put(path(id, 'idFront', 'verify'), approvalOf('idFront'))).status).toBe(403)
    await verifyDocuments(admin, id, ['idFront'])
    expect((await admin.put(path(id, 'idFront', 'verify'), approvalOf('idFront'))).json).toMatchObject({
      code: 'DOCUMENT_STATE',
    })
    expect((await admin.put(path(id, 'idBack', 'verify'), approvalOf('idBack'))).json).toMatchObject({
      code: 'DOCUMENT_NOT_FOUND',
    })
  })

  it('creates an entry with the change of document and performer', async () => {
    const id = await register()
    await openAndVerify(admin, { params: { id, type: 'id_front' }, body: { idKind: 'passport' } })
    const resourceId = `${id}/idFront`
    const query = { action: 'verify', resourceId } as const
    expect(await admin.send(listAuditLogs, { query })).toMatchObject([
      {
        action: 'verify',
        resourceType: 'document',
        resourceId,
        userId: admin.accountId,
        details: {
          version: 1,
          before: { status: 'pending' },
          after: { status: 'verified', idKind: 'passport' },
        },
      },
    ])
  })
})

describe('rejecting', () => {
  it('fills the message from the codes; the owner sees reason and message, but neither note nor name', async () => {
    const id = await register()
    const body: BodyIn<typeof rejectDocument> = { codes: ['blurry', 'glare'], note: '内部メモ' }
    expect(await admin.send(rejectDocument, { params: idFront(id), body })).toMatchObject({
      status: 'rejected',
      rejection: { note: '内部メモ', by: '鈴木' },
    })
    expect(await current(id, 'idFront')).toMatchObject({
      status: 'rejected',
      decidedBy: '管理者',
      rejection: {
        codes: ['blurry', 'glare'],
        message: expect.stringMatching(/^画像が不鮮明です。.*\n光が反射して/),
        note: null,
        by: '管理者',
      },
    })
    expect(await performer(id)).toMatchObject({ status: 'rejected' })
  })

  it.each([
    [{ codes: ['other'] }, 'INVALID_INPUT'],
    [{ codes: ['other'], message: '  ' }, 'INVALID_INPUT'],
    [{ codes: [] }, 'INVALID_INPUT'],
    [{ codes: ['blurry', 'blurry'] }, 'INVALID_INPUT'],
    [{ codes: ['nonsense'] }, 'INVALID_INPUT'],
    [undefined, 'INVALID_INPUT'],
  ])('refuses %j', async (body, code) => {
    const id = await register()
    expect((await admin.put(path(id, 'idFront', 'reject'), body)).json).toMatchObject({ status: 400, code })
  })

  it('withdraws an approval', async () => {
    const id = await register()
    await verifyDocuments(admin, id)
    const body: BodyIn<typeof rejectDocument> = { codes: ['other'], message: '理由' }
    await admin.send(rejectDocument, { params: { id, type: 'selfie' }, body })
    expect(await performer(id)).toMatchObject({ status: 'rejected' })
  })
})

describe('a decision on the version that was seen (D11)', () => {
  it('is refused if an older version was fetched and not the newest', async () => {
    const id = await register()
    await admin.get(`/api/performers/${id}/documents/idFront`)
    await replace(user, id, 'idFront', await samplePng(50, 50))
    for (const act of ['verify', 'reject']) {
      const reply = await admin.put(
        path(id, 'idFront', act),
        act === 'reject' ? { codes: ['blurry'] } : approvalOf('idFront'),
      )
      expect(reply.json).toMatchObject({ status: 409, code: 'DOCUMENT_REPLACED' })
    }
    await openAndVerify(other, { params: idFront(id) })
  })

  it('is accepted once the newest version was fetched as well', async () => {
    const id = await register()
    await admin.get(`/api/performers/${id}/documents/idFront`)
    await replace(user, id, 'idFront', await samplePng(50, 50))
    await admin.get(`/api/performers/${id}/documents/idFront?size=screen`)
    await openAndVerify(admin, { params: idFront(id) })
  })

  it('does not count a thumbnail as seen, with or without an entry of its own', async () => {
    const id = await register()
    const thumbnail = `/api/performers/${id}/documents/idFront?thumbnail=1`
    await admin.get(`/api/performers/${id}/documents/idFront?size=screen`)
    await replace(user, id, 'idFront', await samplePng(50, 50))
    expect((await admin.get(thumbnail)).status).toBe(200)
    await admin.get(`/api/performers/${id}`)
    expect((await admin.get(thumbnail)).status).toBe(200)
    expect((await admin.put(path(id, 'idFront', 'verify'), approvalOf('idFront'))).json).toMatchObject({
      code: 'DOCUMENT_REPLACED',
    })
    await admin.get(`/api/performers/${id}/documents/idFront?size=screen`)
    await openAndVerify(admin, { params: idFront(id) })
  })

  it.each([
    ['"2"', 200],
    ['W/"2"', 200],
    ['"1"', 409],
    ['"3"', 409],
    ['2', 400],
    ['*', 200],
  ])('is about the version of If-Match: %s → %i', async (ifMatch, status) => {
    const id = await register()
    await replace(user, id, 'idFront', await samplePng(50, 50))
    const headers = { 'if-match': ifMatch }
    await admin.get(`/api/performers/${id}/documents/idFront`)
    expect(
      (await admin.call('PUT', path(id, 'idFront', 'verify'), { headers, json: approvalOf('idFront') }))
        .status,
    ).toBe(status)
  })
})

describe('concurrent decisions', () => {
  it('by two admins on the same document: exactly one succeeds', async () => {
    const id = await register()
    for (const by of [admin, other]) await by.get(`/api/performers/${id}/documents/idFront`)
    const replies = await Promise.all([
      admin.put(path(id, 'idFront', 'verify'), approvalOf('idFront')),
      other.put(path(id, 'idFront', 'verify'), approvalOf('idFront')),
      admin.put(path(id, 'idFront', 'verify'), approvalOf('idFront')),
    ])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409])
    const entries = await app.sql(`SELECT 1 FROM audit_event WHERE subject = $1 AND action = 'verify'`, [id])
    expect(entries).toHaveLength(1)
  })

  it('during a replacement by the owner: the approval never covers an unseen file', async () => {
    const bytes = await samplePng(50, 50)
    for (let round = 0; round < 5; round++) {
      const id = await register()
      await admin.get(`/api/performers/${id}/documents/idFront`)
      const [approved, replaced] = await Promise.all([
        admin.put(path(id, 'idFront', 'verify'), approvalOf('idFront')),
        sendReplacement(user, id, 'idFront', bytes),
      ])
      expect([approved.status, replaced.status].sort()).toEqual([200, 409])
      const newest = await current(id, 'idFront')
      expect(newest).toMatchObject(
        approved.status === 200 ? { version: 1, status: 'verified' } : { version: 2, status: 'pending' },
      )
    }
  })

  it('on several documents of one performer all count for its status', async () => {
    const id = await register()
    await Promise.all(
      ['agreementFile', 'idFront', 'selfie'].map((type) => openAndVerify(admin, { params: { id, type } })),
    )
    expect(await performer(id)).toMatchObject({ status: 'approved' })
  })
})
