import { listAuditLogs } from '@kyc/contract/audit.ts'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { rejectDocument } from '@kyc/contract/documents.ts'
import { performerHistory } from '@kyc/contract/performer-history.ts'
import { claimReviewCase, releaseReviewCase } from '@kyc/contract/review.ts'
import { checkLabels, reviewChecks } from '@kyc/contract/review-checks.ts'
import { describe, expect, it } from 'vitest'
import { approvalOf, seenWell } from '../../testing/app/approval.ts'
import { openAndVerify, registerPerformer, tryToVerify } from '../../testing/app/factories.ts'
import { replace } from '../../testing/app/replacements.ts'
import { reviewCalls } from '../../testing/app/review-calls.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { useStage } from '../../testing/app/test-app.ts'

const { app, user, admin, other } = useStage({ user: 'user', admin: 'admin', other: 'admin' })

const { register, performer, current, path, idFront } = reviewCalls(user)
const today = dayInJapan(new Date())

describe('an approval', () => {
  const about = (ifMatch = '"1"') => ({ 'if-match': ifMatch })
  const checksOf = (type: DocumentType) => reviewChecks[type].map((check) => check.id)
  const send = (id: string, type: string, json?: object, headers = about()) =>
    admin.call('PUT', path(id, type, 'verify'), { headers, ...(json && { json }) })
  const verify = (id: string, type: DocumentType, json: object = {}, headers = about()) =>
    send(id, type, { checks: checksOf(type), seen: seenWell, ...json }, headers)
  const view = (id: string, type: string, query = 'size=screen') =>
    admin.get(`/api/performers/${id}/documents/${type}?${query}`)
  const complete = {
    idKind: 'passport',
    dateOfBirth: '1990-01-01',
    expiresOn: addDays(today, 400),
    seen: seenWell,
  }

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
    expect((await verify(id, 'selfie', {}, about('"2"'))).json).toMatchObject({
      code: 'DOCUMENT_UNSEEN',
    })
    await view(id, 'selfie', 'size=full')
    expect((await verify(id, 'selfie', {}, about('"2"'))).status).toBe(200)
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
    // The view has its own entry, once (D38).
    await admin.send(claimReviewCase, { params: { id }, body: { shown } })
    const views = await admin.send(listAuditLogs, { query: { resourceId: `${id}/selfie`, action: 'views' } })
    expect(views.filter(({ userId }) => userId === admin.accountId).map(({ details }) => details)).toEqual([
      { documentType: 'selfie', version: 1 },
      { documentType: 'selfie', version: 1, prefetch: true },
    ])
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

  it('that names no version needs a view of the newest one too, and a reason if it revises a rejection', async () => {
    const id = await register()
    const send = (body?: object) => admin.put(path(id, 'selfie', 'verify'), approvalOf('selfie', body))
    expect((await send()).json).toMatchObject({ status: 409, code: 'DOCUMENT_UNSEEN' })
    await view(id, 'selfie', 'prefetch=1')
    expect((await send()).json).toMatchObject({ code: 'DOCUMENT_UNSEEN' })
    await replace(user, id, 'selfie', await samplePng(52, 50))
    await view(id, 'selfie')
    expect((await send()).status).toBe(200)
    await admin.send(rejectDocument, { params: { id, type: 'selfie' }, body: { codes: ['blurry'] } })
    expect((await send()).json).toMatchObject({ status: 400, field: 'revisionReason' })
    expect((await send({ revisionReason: '確認し直したため' })).status).toBe(200)
  })

  const allChecks = checksOf('idFront')
  const [oneOpen, otherChecks] = [allChecks.slice(1), checksOf('agreementFile')]
  it.each([
    [undefined, ['idKind', 'dateOfBirth', 'expiresOn', 'checks']],
    [{}, ['idKind', 'dateOfBirth', 'expiresOn', 'checks']],
    [{ idKind: 'passport' }, ['dateOfBirth', 'expiresOn', 'checks']],
    [{ ...complete, checks: allChecks, expiresOn: null, noExpiry: false }, ['expiresOn']],
    [{ ...complete, checks: allChecks, dateOfBirth: null }, ['dateOfBirth']],
    [{ ...complete, checks: allChecks, idKind: null, expiresOn: null, noExpiry: true }, ['idKind']],
    [{ ...complete, checks: allChecks, seen: null }, ['seen']],
    [{ ...complete, checks: allChecks, seen: { ...seenWell, width: 599 } }, ['seen']],
    [{ ...complete, checks: oneOpen }, ['checks']],
    [{ ...complete, checks: otherChecks }, ['checks']],
    [{ ...complete, noExpiry: true }, ['expiresOn']],
  ])('of the front of an ID with %j is refused and names %j', async (body, fields) => {
    const id = await register({ idKind: 'passport' })
    await view(id, 'idFront')
    const { json } = await send(id, 'idFront', body)
    expect(json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: fields[0] })
    expect((json as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual(fields)
    expect(await current(id, 'idFront')).toMatchObject({ status: 'pending' })
  })

  it('of the front of an ID stores its expiry, or that it has none', async () => {
    const id = await register()
    await view(id, 'idFront')
    const checks = checksOf('idFront')
    const { seen, dateOfBirth, ...stored } = complete
    expect((await send(id, 'id_front', { ...complete, checks })).json).toMatchObject({
      ...stored,
      noExpiry: false,
      checks,
    })
    await admin.send(rejectDocument, { params: idFront(id), body: { codes: ['blurry'] } })
    const none = {
      idKind: 'driving_record',
      dateOfBirth,
      seen,
      noExpiry: true,
      revisionReason: '確認し直したため',
    }
    expect((await verify(id, 'idFront', none)).json).toMatchObject({
      idKind: 'driving_record',
      noExpiry: true,
      expiresOn: null,
    })
    expect(await performer(id)).toMatchObject({ expiresOn: null, idKind: 'driving_record' })
  })

  it('of the front of an ID records how the identity was checked, by the picture without a statement (D99)', async () => {
    const id = await register()
    await view(id, 'idFront')
    const checks = checksOf('idFront')
    const history = async () => (await user.send(performerHistory, { params: { id } }))[0]
    expect((await send(id, 'idFront', { ...complete, checks })).json).toMatchObject({
      identityCheck: 'picture',
      decidedAt: expect.any(String),
    })
    expect(await history()).toMatchObject({ action: 'verify', identityCheck: '画像で確認' })
    await admin.send(rejectDocument, { params: idFront(id), body: { codes: ['blurry'] } })
    expect(await current(id, 'idFront')).toMatchObject({ identityCheck: null })
    const again = { ...complete, checks, identityCheck: 'original', revisionReason: '対面で確認したため' }
    expect((await send(id, 'idFront', again)).json).toMatchObject({ identityCheck: 'original' })
    expect(await history()).toMatchObject({ identityCheck: '原本を対面で確認' })
    const [entry] = await user.send(listAuditLogs, {
      query: { resourceId: `${id}/idFront`, action: 'verify' },
    })
    expect(entry?.details).toMatchObject({ identityCheck: '原本を対面で確認' })
  })

  it.each([
    ['idFront', { identityCheck: 'イ' }, '本人確認の方法を選択してください。'],
    ['selfie', { identityCheck: 'chip' }, '本人確認の方法は、身分証明書表面の承認でだけ指定できます。'],
  ] as const)('of %s with %j is refused at its identity check', async (type, json, message) => {
    const id = await register()
    await view(id, type)
    expect((await verify(id, type, json)).json).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ field: 'identityCheck', message }],
    })
  })

  it('needs every check of the type, which the version and the entry keep (D14)', async () => {
    const id = await register()
    await view(id, 'agreementFile')
    const missing = await send(id, 'agreementFile', { checks: ['allPages', 'signed'] })
    expect(missing.json).toMatchObject({
      status: 400,
      field: 'checks',
      errors: [{ field: 'checks', message: '未確認の項目があります：氏名が登録内容と一致する' }],
    })
    const checks = checksOf('agreementFile')
    expect((await verify(id, 'agreementFile')).json).toMatchObject({ checks })
    const query = { action: 'verify', resourceId: `${id}/agreementFile` } as const
    expect(await admin.send(listAuditLogs, { query })).toMatchObject([
      { details: { checks: checks.map((check) => checkLabels[check]) } },
    ])
  })

  it('of a rejected document needs a reason, which log and mail give the owner (D11)', async () => {
    const id = await register()
    await view(id, 'selfie')
    await admin.send(rejectDocument, { params: { id, type: 'selfie' }, body: { codes: ['blurry'] } })
    expect((await verify(id, 'selfie')).json).toMatchObject({ status: 400, field: 'revisionReason' })
    expect(await current(id, 'selfie')).toMatchObject({ status: 'rejected' })
    const reason = '顔が確認できました。'
    expect((await verify(id, 'selfie', { revisionReason: reason })).status).toBe(200)
    const query = { action: 'verify', resourceId: `${id}/selfie` } as const
    expect(await user.send(listAuditLogs, { query })).toMatchObject([
      { details: { reason, before: { status: 'rejected' }, after: { status: 'verified' } } },
    ])
    const mails = (await app.mails()).filter(({ text }) => text.includes(id))
    expect(mails.at(-1)).toMatchObject({
      to: user.email,
      subject: expect.stringContaining('書類の判断が変更されました'),
      text: expect.stringContaining(`> ${reason}`),
    })
  })

  it.each([
    ['idFront', { width: 320, lens: true, pages: [] }, undefined],
    [
      'idBack',
      { width: 320, lens: false, pages: [] },
      '幅600px以上に拡大するか、拡大鏡（M）で確認してください。',
    ],
    ['agreementFile', { width: 900, lens: true, pages: [] }, '書類を表示してください。'],
    ['selfie', { width: 0, lens: false, pages: [] }, undefined],
  ] as const)('of %s that was seen as %j has the fault %s', async (type, seen, message) => {
    const { id } = await registerPerformer(user, {
      files: { idBack: { name: 'back.png', bytes: await samplePng(30, 30) } },
    })
    const reply = await tryToVerify(admin, { id, type }, { seen: { ...seen, pages: [...seen.pages] } })
    if (message === undefined) expect(reply.status).toBe(200)
    else
      expect(reply.json).toMatchObject({ status: 400, field: 'seen', errors: [{ field: 'seen', message }] })
  })

  it('keeps how the reviewer has seen the document and what was typed, which the owner does not see', async () => {
    const id = await register()
    const seen = { width: 640, lens: true, pages: [] }
    await openAndVerify(admin, { params: idFront(id), body: { expiresOn: addDays(today, 400), seen } })
    const query = { action: 'verify', resourceId: `${id}/idFront` } as const
    const kept = { seen: '幅640pxで表示、拡大鏡を使用', typed: ['生年月日', '有効期限'] }
    expect((await admin.send(listAuditLogs, { query }))[0]?.details).toMatchObject(kept)
    const details = (await user.send(listAuditLogs, { query }))[0]?.details
    expect([details?.seen, details?.typed]).toEqual([undefined, undefined])
    const history = (by: typeof admin) => by.send(performerHistory, { params: { id } })
    expect((await history(admin))[0]?.seen).toBe('幅640pxで表示、拡大鏡を使用、生年月日と有効期限を入力')
    expect((await history(user))[0]?.seen).toBeUndefined()
  })

  it('of other documents needs no reading', async () => {
    const id = await register()
    for (const type of ['agreementFile', 'selfie'] as const) {
      await view(id, type)
      expect((await verify(id, type)).status).toBe(200)
    }
  })
})
