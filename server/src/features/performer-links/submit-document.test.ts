import { randomUUID } from 'node:crypto'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { consentVersion, consentWording } from '@kyc/contract/consent.ts'
import { listDocuments, rejectDocument } from '@kyc/contract/documents.ts'
import { linkActorLabel } from '@kyc/contract/link-labels.ts'
import * as contract from '@kyc/contract/performer-links.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import {
  countOf,
  createToken,
  giveConsent,
  linkEnded,
  openedLink,
  stateIdentity,
  submit,
} from '../../testing/app/performer-links.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { isReplay } from '../../testing/app/uploads.ts'

const clock = new TestClock()
const { app, admin } = useStage({ admin: ['admin', '鈴木'] }, { overrides: { clock } })
let owner: TestAccount

beforeEach(async () => {
  clock.moveTo(new Date())
  owner = await app.signedIn('user', '佐藤')
})

const forOwner = (id: string) => owner.send(contract.getPerformerLink, { params: { id } })

describe('the performer', () => {
  test('submits documents without an account, and the owner sees the progress and the name of the link', async () => {
    const link = await openedLink(app, owner, { consent: false })
    const { client, id, performerId } = link
    const state = async () => (await forOwner(performerId)).link?.state
    expect(await state()).toBe('opened')
    await giveConsent(client, id)
    expect(await state()).toBe('consented')
    const choice = { params: { id }, body: { idKind: 'my_number_card' } } as const
    const session = await client.send(contract.chooseIdKind, choice)
    expect(await client.send(contract.chooseIdKind, choice)).toEqual(session)
    expect(session.slots.map(({ type }) => type)).toEqual([
      'agreementFile',
      'idFront',
      'selfie',
      'selfieWithId',
    ])
    for (const type of ['idFront', 'selfie']) expect((await submit(client, id, type)).status).toBe(200)
    expect(await state()).toBe('submitting')
    expect(refusalOf(await client.post(`/api/performer-link/${id}/done`))).toEqual([409, 'IDENTITY_REQUIRED'])
    await stateIdentity(client, id)
    expect(await client.send(contract.finishLink, { params: { id } })).toMatchObject({ done: true })
    expect((await forOwner(performerId)).link).toMatchObject({
      state: 'done',
      documents: [
        { type: 'agreementFile', required: false, submitted: false },
        { type: 'idFront', required: true, submitted: true },
        { type: 'selfie', required: true, submitted: true },
        { type: 'selfieWithId', required: false, submitted: false },
      ],
    })
    const documents = await owner.send(listDocuments, { params: { id: performerId } })
    expect(documents.map(({ uploadedBy }) => uploadedBy)).toEqual([linkActorLabel, linkActorLabel])
    for (const reader of [owner, admin]) {
      const entries = (await reader.send(listAuditLogs)).filter((each) => each.performerId === performerId)
      expect(entries.filter(({ user }) => user?.name === linkActorLabel)).toHaveLength(7)
      expect(entries.filter(({ user }) => user?.name === '佐藤')).toHaveLength(1)
    }
  })

  test('sees nothing of the record, and reads no document with the cookie of the link', async () => {
    const { id: performerId } = await registerPerformer(owner)
    const client = await anonymousBrowser(app)
    const session = await client.send(contract.openPerformerLink, {
      body: { token: await createToken(owner, performerId) },
    })
    expect(session).toEqual({
      id: session.id,
      identityStated: false,
      organisationName: '佐藤',
      language: 'ja',
      expiresAt: expect.any(String),
      consent: null,
      idKind: null,
      mayChooseIdKind: true,
      slots: [
        { type: 'idBack', required: false, submitted: false },
        { type: 'selfieWithId', required: false, submitted: false },
      ],
      done: false,
    })
    for (const path of [
      '',
      '/documents',
      '/documents/idFront',
      '/documents/idFront/versions',
      '/link',
      '/history',
    ]) {
      expect((await client.get(`/api/performers/${performerId}${path}`)).status).toBe(401)
    }
    await giveConsent(client, session.id)
    expect(refusalOf(await submit(client, session.id, 'idFront'))).toEqual([409, 'DOCUMENT_STATE'])
    expect(refusalOf(await client.get(`/api/performer-link/${session.id}/documents/idBack`))[0]).toBe(405)
  })

  test('submits nothing before the consent, which is stored once with wording, version, language and time', async () => {
    const link = await openedLink(app, owner, { consent: false })
    const { client, id, performerId } = link
    for (const reply of [
      await submit(client, id, 'idFront'),
      await client.put(`/api/performer-link/${id}/id-kind`, { idKind: 'passport' }),
      await client.post(`/api/performer-link/${id}/done`),
    ]) {
      expect(refusalOf(reply)).toEqual([409, 'CONSENT_REQUIRED'])
    }
    const old = await client.post(`/api/performer-link/${id}/consent`, { version: '2020', language: 'ja' })
    expect(refusalOf(old)).toEqual([400, 'INVALID_INPUT'])
    const at = clock.now().toISOString()
    await client.send(contract.giveConsent, {
      params: { id },
      body: { version: consentVersion, language: 'en' },
    })
    clock.moveTo(new Date(clock.now().getTime() + 1000))
    await giveConsent(client, id)
    const consents = [
      {
        at,
        version: consentVersion,
        language: 'en',
        wording: consentWording('en', '佐藤'),
        delivery: 'code',
      },
    ]
    expect((await forOwner(performerId)).consents).toEqual(consents)
    expect((await admin.send(contract.getPerformerLink, { params: { id: performerId } })).consents).toEqual(
      consents,
    )
  })

  test('replaces what was sent through the link until the end, and nothing after it', async () => {
    const { client, id, performerId } = await openedLink(app, owner)
    await stateIdentity(client, id)
    await submit(client, id, 'idFront', { side: 50 })
    expect(refusalOf(await client.post(`/api/performer-link/${id}/done`))).toEqual([409, 'DOCUMENT_STATE'])
    await submit(client, id, 'idFront', { side: 51 })
    await submit(client, id, 'selfie')
    await client.send(contract.finishLink, { params: { id } })
    expect(await client.send(contract.finishLink, { params: { id } })).toMatchObject({ done: true })
    for (const reply of [
      await submit(client, id, 'idFront'),
      await client.post(`/api/performer-link/${id}/consent`, { version: consentVersion, language: 'ja' }),
      await client.put(`/api/performer-link/${id}/id-kind`, { idKind: 'passport' }),
      await client.put(`/api/performer-link/${id}/identity`, { name: '別 名', dateOfBirth: '1991-01-01' }),
    ]) {
      expect(refusalOf(reply)).toEqual(linkEnded)
    }
    const [front] = await owner.send(listDocuments, { params: { id: performerId } })
    expect(front).toMatchObject({ type: 'idFront', version: 2 })
  })

  test('has finished: the account that made the link gets one mail, unless it receives none about others’ records', async () => {
    const finish = async (change = '') => {
      const { client, id, performerId } = await openedLink(app, owner)
      if (change) await app.sql(change, [owner.accountId, performerId, admin.accountId])
      await stateIdentity(client, id)
      for (const type of ['idFront', 'selfie']) await submit(client, id, type)
      const before = (await mailsTo(owner)).length
      for (const _ of [1, 2]) await client.send(contract.finishLink, { params: { id } })
      return (await mailsTo(owner)).slice(before)
    }
    const ofOther = 'UPDATE performer SET registered_by = $3 WHERE id = $2 AND owner_id = $1'
    const [own, ...more] = await finish()
    expect([own?.subject, more]).toEqual(['【本人確認管理システム】出演者本人による提出が完了しました', []])
    expect(own?.text).toContain('まだ提出されていない書類：出演同意書、身分証明書裏面')
    expect(own?.text, 'and what is not as registered, without what was entered').toContain(
      'ご本人が入力した氏名は、登録と異なります',
    )
    expect(own?.text).not.toContain('本人 花子')
    expect(await finish(ofOther)).toMatchObject([
      { text: expect.stringContaining('ほかのメンバーが登録した記録') },
    ])
    await app.sql("UPDATE account SET record_mails = 'off' WHERE id = $1", [owner.accountId])
    expect(await finish()).toHaveLength(1)
    expect(await finish(ofOther)).toEqual([])
  })

  test('gets only the rejected slots of a complete record', async () => {
    const { id: performerId } = await registerPerformer(owner)
    await admin.send(rejectDocument, {
      params: { id: performerId, type: 'agreementFile' },
      body: { codes: ['unsigned'] },
    })
    const client = await anonymousBrowser(app)
    const session = await client.send(contract.openPerformerLink, {
      body: { token: await createToken(owner, performerId) },
    })
    expect(session.slots.filter(({ required }) => required).map(({ type }) => type)).toEqual([
      'agreementFile',
    ])
    expect(session.mayChooseIdKind).toBe(false)
    await giveConsent(client, session.id)
    const kind = await client.put(`/api/performer-link/${session.id}/id-kind`, { idKind: 'passport' })
    expect(refusalOf(kind)).toEqual([409, 'DETAILS_LOCKED'])
    expect((await submit(client, session.id, 'agreementFile')).status).toBe(200)
  })

  test('gets the saved reply for a repeat with the same key, and a new upload for the same key on another link', async () => {
    const [one, other] = [await openedLink(app, owner), await openedLink(app, owner)]
    const key = randomUUID()
    const first = await submit(one.client, one.id, 'selfie', { key })
    const again = await submit(one.client, one.id, 'selfie', { key })
    expect([isReplay(first), isReplay(again)]).toEqual([false, true])
    expect(again.json).toEqual(first.json)
    const another = await submit(other.client, other.id, 'selfie', { key })
    expect([another.status, isReplay(another)]).toEqual([200, false])
    expect(await countOf(app, 'document_version', one.performerId)).toBe(1)
  })

  test('cannot choose a refused kind, and cannot close a back that is stored', async () => {
    const { client, id } = await openedLink(app, owner)
    const choose = (idKind: string) => client.put(`/api/performer-link/${id}/id-kind`, { idKind })
    expect(refusalOf(await choose('health_insurance'))).toEqual([400, 'ID_KIND_UNSUPPORTED'])
    await submit(client, id, 'idBack')
    expect(refusalOf(await choose('my_number_card'))).toEqual([409, 'ID_BACK_STORED'])
    const other = await openedLink(app, owner)
    await other.client.put(`/api/performer-link/${other.id}/id-kind`, { idKind: 'my_number_card' })
    expect(refusalOf(await submit(other.client, other.id, 'idBack'))).toEqual([409, 'ID_BACK_CLOSED'])
  })
})

async function mailsTo({ email }: TestAccount) {
  return (await app.mails()).filter(({ to }) => to === email)
}
