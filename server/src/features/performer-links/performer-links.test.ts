import { randomBytes, randomUUID } from 'node:crypto'
import { type AuditEntry, listAuditLogs } from '@kyc/contract/audit.ts'
import { consentVersion, consentWording } from '@kyc/contract/consent.ts'
import { listDocuments, rejectDocument, verifyDocument } from '@kyc/contract/documents.ts'
import { day } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { linkActorLabel } from '@kyc/contract/link-labels.ts'
import * as contract from '@kyc/contract/performer-links.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { companyWith, insertCompany } from '../../testing/app/organisations.ts'
import {
  createToken,
  giveConsent,
  insertEmptyRecord,
  openedLink,
  type Performer,
  submit,
  tokenOf,
} from '../../testing/app/performer-links.ts'
import { sealing } from '../../testing/app/performer-rows.ts'
import { createTestApp, type TestAccount, type TestApp } from '../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { expectNothingLost, isReplay } from '../../testing/app/uploads.ts'

const clock = new TestClock()
let app: TestApp
let owner: TestAccount
let admin: TestAccount

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock } })
  admin = await app.signedIn('admin', '鈴木')
})
beforeEach(async () => {
  clock.moveTo(new Date())
  owner = await app.signedIn('user', '佐藤')
})
afterAll(() => app.close())

const ended = [404, 'PERFORMER_LINK_ENDED']
const forOwner = (id: string) => owner.send(contract.getPerformerLink, { params: { id } })
const open = (client: TestClient, token: string) => client.post('/api/performer-link/session', { token })
const sessionOf = ({ client, id }: Performer) => client.send(contract.getLinkSession, { query: { id } })
const entriesAbout = (reader: TestClient, search: Partial<Pick<AuditEntry, 'resourceType'>> = {}) =>
  reader.send(listAuditLogs, { query: { ...search } })
const queryCount = async (table: string, performer: string) =>
  (
    await app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE performer_id = $1`, [
      performer,
    ])
  )[0]?.n

describe('the performer', () => {
  test('submits documents without an account, and the owner sees the progress and the name of the link', async () => {
    const link = await openedLink(app, owner, { consent: false })
    const { client, id, performerId } = link
    const state = async () => (await forOwner(performerId)).link?.state
    expect(await state()).toBe('opened')
    await giveConsent(client, id)
    expect(await state()).toBe('consented')
    const session = await client.send(contract.chooseIdKind, {
      params: { id },
      body: { idKind: 'my_number_card' },
    })
    expect(session.slots.map(({ type }) => type)).toEqual([
      'agreementFile',
      'idFront',
      'selfie',
      'selfieWithId',
    ])
    for (const type of ['idFront', 'selfie']) expect((await submit(client, id, type)).status).toBe(200)
    expect(await state()).toBe('submitting')
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
      const entries = (await entriesAbout(reader)).filter((each) => each.performerId === performerId)
      expect(entries.filter(({ user }) => user?.name === linkActorLabel)).toHaveLength(6)
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
    const consents = [{ at, version: consentVersion, language: 'en', wording: consentWording('en', '佐藤') }]
    expect((await forOwner(performerId)).consents).toEqual(consents)
    expect((await admin.send(contract.getPerformerLink, { params: { id: performerId } })).consents).toEqual(
      consents,
    )
  })

  test('replaces what was sent through the link until the end, and nothing after it', async () => {
    const { client, id, performerId } = await openedLink(app, owner)
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
    ]) {
      expect(refusalOf(reply)).toEqual(ended)
    }
    const [front] = await owner.send(listDocuments, { params: { id: performerId } })
    expect(front).toMatchObject({ type: 'idFront', version: 2 })
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

  test('repeats an upload with the same key once, and a key of another link is another call', async () => {
    const [one, other] = [await openedLink(app, owner), await openedLink(app, owner)]
    const key = randomUUID()
    const first = await submit(one.client, one.id, 'selfie', { key })
    const again = await submit(one.client, one.id, 'selfie', { key })
    expect([isReplay(first), isReplay(again)]).toEqual([false, true])
    expect(again.json).toEqual(first.json)
    expect(isReplay(await submit(other.client, other.id, 'selfie', { key }))).toBe(false)
    expect(await queryCount('document_version', one.performerId)).toBe(1)
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

describe('the browser', () => {
  test('is bound by the first opening; without an address, another one needs a new link', async () => {
    const { client, id, token } = await openedLink(app, owner)
    expect((await open(client, token)).json).toMatchObject({ id })
    const other = await anonymousBrowser(app)
    expect(refusalOf(await open(other, token))).toEqual([409, 'LINK_OTHER_BROWSER'])
    expect(refusalOf(await other.post('/api/performer-link/code', { token }))).toEqual([
      409,
      'LINK_OTHER_BROWSER',
    ])
    expect(refusalOf(await other.get('/api/performer-link'))).toEqual(ended)
  })

  test('that opens first is one of many at once', async () => {
    const token = await createToken(owner, await insertEmptyRecord(app, owner.accountId))
    const browsers = await Promise.all(Array.from({ length: 6 }, () => anonymousBrowser(app)))
    const replies = await Promise.all(browsers.map((browser) => open(browser, token)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('that lost the reply with its cookie gets the same one', async () => {
    const token = await createToken(owner, await insertEmptyRecord(app, owner.accountId))
    const client = await anonymousBrowser(app)
    const lost = client.copy()
    expect((await open(lost, token)).status).toBe(200)
    expect((await open(client, token)).status).toBe(200)
    expect(client.cookies.get('__Host-plink')).toBe(lost.cookies.get('__Host-plink'))
  })

  test('moves with a code that only the address of the link receives, and the former one loses access', async () => {
    const performerId = await insertEmptyRecord(app, owner.accountId)
    const email = `${randomUUID()}@example.com`
    await owner.send(contract.createPerformerLink, {
      params: { id: performerId },
      body: { email, language: 'ja' },
    })
    const mailsTo = async () => (await app.mails()).filter(({ to }) => to === email)
    const token = tokenOf((await mailsTo())[0]?.text)
    const [client, other] = [await anonymousBrowser(app), await anonymousBrowser(app)]
    const { id } = await client.send(contract.openPerformerLink, { body: { token } })
    expect(refusalOf(await open(other, token))).toEqual([409, 'LINK_CODE_REQUIRED'])
    const confirm = (code: string) => other.post('/api/performer-link/code/confirm', { token, code })
    const codeOf = async () => {
      expect((await other.post('/api/performer-link/code', { token })).status).toBe(204)
      return /確認コード: (\d{6})/.exec((await mailsTo()).at(-1)?.text ?? '')?.[1] ?? ''
    }
    const wrong = [400, 'SECOND_FACTOR_INVALID']
    expect(refusalOf(await confirm(''))).toEqual(wrong)
    const former = await codeOf()
    const code = await codeOf()
    if (former !== code) expect(refusalOf(await confirm(former))).toEqual(wrong)
    clock.moveTo(new Date(clock.now().getTime() + limits.performerLink.code))
    expect(refusalOf(await confirm(code))).toEqual(wrong)
    expect((await confirm(await codeOf())).json).toMatchObject({ id })
    expect(refusalOf(await confirm(code))).toEqual(wrong)
    await giveConsent(other, id)
    expect(refusalOf(await submit(client, id, 'idFront'))).toEqual(ended)
    expect((await submit(other, id, 'idFront')).status).toBe(200)
  })

  test('may guess a code ten times, and no new code allows more', async () => {
    const performerId = await insertEmptyRecord(app, owner.accountId)
    const email = `${randomUUID()}@example.com`
    await owner.send(contract.createPerformerLink, {
      params: { id: performerId },
      body: { email, language: 'en' },
    })
    const token = tokenOf((await app.mails()).find(({ to }) => to === email)?.text)
    await open(await anonymousBrowser(app), token)
    const thief = await anonymousBrowser(app)
    const guess = () => thief.post('/api/performer-link/code/confirm', { token, code: 'x' })
    const statuses = (await Promise.all(Array.from({ length: 14 }, guess))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
    expect((await thief.post('/api/performer-link/code', { token })).status).toBe(204)
    expect(refusalOf(await guess())).toEqual([429, 'RATE_LIMITED'])
  })

  test('with the cookie of another link, a guessed cookie or a guessed token gets nothing', async () => {
    const [one, other] = [await openedLink(app, owner), await openedLink(app, owner)]
    for (const reply of [
      await one.client.get(`/api/performer-link?id=${other.id}`),
      await submit(one.client, other.id, 'idFront'),
      await one.client.post(`/api/performer-link/${other.id}/done`),
      await one.client.put(`/api/performer-link/${other.id}/id-kind`, { idKind: 'passport' }),
      await open(one.client, randomBytes(32).toString('base64url')),
      await open(one.client, other.id),
    ]) {
      expect(refusalOf(reply)).toEqual(ended)
    }
    const thief = await anonymousBrowser(app)
    thief.cookies.set('__Host-plink', randomBytes(32).toString('base64url'))
    expect(refusalOf(await submit(thief, other.id, 'idFront'))).toEqual(ended)
    expect(await queryCount('document_version', other.performerId)).toBe(0)
  })

  test('opens several links with one cookie, each for its own record', async () => {
    const one = await openedLink(app, owner)
    const performerId = await insertEmptyRecord(app, owner.accountId)
    const { id } = await one.client.send(contract.openPerformerLink, {
      body: { token: await createToken(owner, performerId) },
    })
    await giveConsent(one.client, id)
    expect((await submit(one.client, one.id, 'selfie')).status).toBe(200)
    expect(await queryCount('document_version', performerId)).toBe(0)
    expect((await sessionOf(one)).slots).toContainEqual({ type: 'selfie', required: true, submitted: true })
  })

  test('of an account that sees the record can neither open the link nor consent', async () => {
    const { id, client, token } = await openedLink(app, owner, { consent: false })
    const fresh = await createToken(owner, await insertEmptyRecord(app, owner.accountId))
    for (const account of [owner, admin, await app.signedIn('auditor')]) {
      expect(refusalOf(await open(account, fresh))).toEqual([403, 'FORBIDDEN'])
      // Even with the cookie of the performer's browser.
      account.cookies.set('__Host-plink', client.cookies.get('__Host-plink') ?? '')
      const body = { version: consentVersion, language: 'ja' }
      for (const reply of [
        await open(account, token),
        await account.post(`/api/performer-link/${id}/consent`, body),
        await submit(account, id, 'idFront'),
      ]) {
        expect(refusalOf(reply)).toEqual([403, 'FORBIDDEN'])
      }
    }
    const stranger = await app.signedIn('user')
    expect((await open(stranger, fresh)).status).toBe(200)
  })
})

/** What ends a link, as SQL about its performer ($1), the account that sent it ($2) and its organisation ($3). */
const ends = {
  'the record is deleted': `UPDATE performer SET ${sealing} WHERE id = $1`,
  'the record gets another owner': 'SELECT move_performers($3, $4, ARRAY[$1::uuid])',
  'the organisation is disabled':
    "UPDATE organisation SET disabled_at = now(), disabled_reason = '停止' WHERE id = $3",
  'its sender leaves the organisation':
    'UPDATE membership SET left_at = now() WHERE account_id = $2 AND organisation_id = $3',
  'its sender may only read':
    "UPDATE membership SET role = 'viewer' WHERE account_id = $2 AND organisation_id = $3",
  'its sender is disabled': 'UPDATE account SET disabled_at = now() WHERE id = $2',
  'its sender becomes an auditor': "UPDATE account SET role = 'auditor', own_role = 'auditor' WHERE id = $2",
  'it is revoked': 'UPDATE performer_link SET revoked_at = now() WHERE performer_id = $1',
  'its time ends':
    "UPDATE performer_link SET created_at = '2020-01-01', expires_at = '2020-01-02' WHERE performer_id = $1",
  'another browser is bound':
    'UPDATE performer_link SET browser_key = sha256($1::text::bytea) WHERE performer_id = $1',
} as const

describe('a link ends when', () => {
  let company: Awaited<ReturnType<typeof companyWith>>
  let link: Performer
  let values: Record<string, string>

  beforeEach(async () => {
    company = await companyWith(app)
    link = await openedLink(app, company.staff)
    await app.sql('UPDATE performer SET owner_id = $2 WHERE id = $1', [link.performerId, company.id])
    await app.sql('UPDATE performer_link SET owner_id = $2 WHERE performer_id = $1', [
      link.performerId,
      company.id,
    ])
    values = {
      $1: link.performerId,
      $2: company.staff.accountId,
      $3: company.id,
      $4: await insertCompany(app.sql),
    }
  })

  /** The statement with its values inserted, because each uses others. */
  const filled = (statement: string) => statement.replaceAll(/\$\d/g, (name) => `'${values[name]}'`)

  test.each(Object.entries(ends))('%s', async (_, statement) => {
    expect((await submit(link.client, link.id, 'selfie')).status).toBe(200)
    await app.sql(filled(statement))
    for (const reply of [
      await link.client.get('/api/performer-link'),
      await submit(link.client, link.id, 'idFront'),
      await link.client.put(`/api/performer-link/${link.id}/id-kind`, { idKind: 'passport' }),
      await link.client.post(`/api/performer-link/${link.id}/done`),
    ]) {
      expect(refusalOf(reply)).toEqual(ended)
    }
    const reopened = refusalOf(await open(link.client, link.token))
    expect([ended, [409, 'LINK_OTHER_BROWSER']]).toContainEqual(reopened)
  })

  test.each(Object.entries(ends))('%s while a file is received', async (_, statement) => {
    await app.sql('BEGIN')
    await app.sql('SELECT FROM performer WHERE id = $1 FOR UPDATE', [link.performerId])
    const upload = submit(link.client, link.id, 'idFront')
    const blocked = `SELECT count(*)::int AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND datname = current_database()`
    await expect.poll(async () => (await app.sql<{ n: number }>(blocked))[0]?.n).toBe(1)
    await app.sql(filled(statement))
    await app.sql('COMMIT')
    expect(refusalOf(await upload)).toEqual(ended)
    expect(await queryCount('document_version', link.performerId)).toBe(0)
    await expectNothingLost(app)
  })
})

describe('the owner', () => {
  test('revokes the link, or replaces it by a new one', async () => {
    const first = await openedLink(app, owner)
    const token = await createToken(owner, first.performerId)
    expect(refusalOf(await submit(first.client, first.id, 'selfie'))).toEqual(ended)
    const params = { id: first.performerId }
    await owner.send(contract.revokePerformerLink, { params })
    await owner.send(contract.revokePerformerLink, { params })
    expect((await forOwner(first.performerId)).link?.state).toBe('revoked')
    expect(refusalOf(await open(await anonymousBrowser(app), token))).toEqual(ended)
    const changes = (await entriesAbout(owner)).map(({ details }) => details.change)
    expect(changes.filter((each) => each === 'link_revoked')).toHaveLength(1)
  })

  test('mails the link in the language of the performer, and then does not get it itself', async () => {
    const performerId = await insertEmptyRecord(app, owner.accountId)
    const email = `${randomUUID()}@example.com`
    const created = await owner.send(contract.createPerformerLink, {
      params: { id: performerId },
      body: { email, language: 'en' },
    })
    expect(created).toMatchObject({ url: null, link: { state: 'sent', email: `${email[0]}***@example.com` } })
    const mail = (await app.mails()).find(({ to }) => to === email)
    expect(mail?.text).toContain('Requested by: 佐藤')
    expect(mail?.text).not.toMatch(/見本|お客様/)
    const token = tokenOf(mail?.text)
    const stored = JSON.stringify(await app.sql('SELECT l::text FROM performer_link l'))
    for (const secret of [email, token]) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  test('has nothing to request without an open slot, and nothing in a disabled organisation', async () => {
    const { id } = await registerPerformer(owner)
    for (const type of ['idBack', 'selfieWithId']) {
      const form = new FormData()
      form.append(
        'file',
        new Blob([await (await import('../../testing/app/sample-files.ts')).samplePng()]),
        'a.png',
      )
      await owner.call('PUT', `/api/performers/${id}/documents/${type}`, { form })
    }
    expect(refusalOf(await owner.post(`/api/performers/${id}/link`, { language: 'ja' }))).toEqual([
      409,
      'DOCUMENT_STATE',
    ])
    await app.sql("UPDATE organisation SET disabled_at = now(), disabled_reason = '停止' WHERE id = $1", [
      owner.accountId,
    ])
    expect(refusalOf(await admin.post(`/api/performers/${id}/link`, { language: 'ja' }))).toEqual([
      403,
      'ORGANISATION_DISABLED',
    ])
  })

  test('that sends the link cannot decide on what comes through it (D6)', async () => {
    const { client, id, performerId } = await openedLink(app, admin)
    await app.sql('UPDATE performer SET registered_by = $2 WHERE id = $1', [performerId, owner.accountId])
    await submit(client, id, 'selfie')
    const path = `/api/performers/${performerId}/documents/selfie/verify`
    await admin.get(`/api/performers/${performerId}/documents/selfie`)
    expect(refusalOf(await admin.put(path))).toEqual([409, 'FOUR_EYES'])
    const other = await app.signedIn('admin')
    await other.send(verifyDocument, { params: { id: performerId, type: 'selfie' } })
  })

  test('sends a record at most twenty links a day', async () => {
    const performerId = await insertEmptyRecord(app, owner.accountId)
    for (let sent = 0; sent < 20; sent++) await createToken(owner, performerId)
    const refused = await owner.post(`/api/performers/${performerId}/link`, { language: 'ja' })
    expect(refusalOf(refused)).toEqual([429, 'RATE_LIMITED'])
  })
})

describe('personal data', () => {
  test('the address is deleted at the end of the link; link and consent are destroyed with the record', async () => {
    const performerId = await insertEmptyRecord(app, owner.accountId)
    const body = { email: `${randomUUID()}@example.com`, language: 'ja' } as const
    await owner.send(contract.createPerformerLink, { params: { id: performerId }, body })
    const box = async () =>
      (
        await app.sql<{ email_box: unknown }>(
          'SELECT email_box FROM performer_link WHERE performer_id = $1',
          [performerId],
        )
      )[0]?.email_box
    const { forgetLinkAddresses } = await import('./link-repository.ts')
    await forgetLinkAddresses(app.services.db, clock.now())
    expect(await box()).toBeInstanceOf(Buffer)
    await forgetLinkAddresses(app.services.db, new Date(clock.now().getTime() + 3 * day))
    expect(await box()).toBeNull()
    const link = await openedLink(app, owner)
    await submit(link.client, link.id, 'selfie')
    await app.sql(`UPDATE performer SET ${sealing} WHERE id = $1`, [link.performerId])
    await app.sql('UPDATE performer SET sealed_box = NULL, destroyed_at = now() WHERE id = $1', [
      link.performerId,
    ])
    for (const table of ['performer_link', 'performer_consent'])
      expect(await queryCount(table, link.performerId)).toBe(0)
  })
})
