import { randomUUID } from 'node:crypto'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { day } from '@kyc/contract/durations.ts'
import * as contract from '@kyc/contract/performer-links.ts'
import { confirmTransfer, requestTransfer } from '@kyc/contract/transfers.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { approvalOf } from '../../testing/app/approval.ts'
import { openAndVerify, registerPerformer } from '../../testing/app/factories.ts'
import { insertCompany } from '../../testing/app/organisations.ts'
import {
  countOf,
  createToken,
  giveConsent,
  linkEnded,
  openedLink,
  openToken,
  submit,
  tokenOf,
  whileLocked,
} from '../../testing/app/performer-links.ts'
import { insertRecord, sealing } from '../../testing/app/performer-rows.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { destroyNow } from '../../testing/app/sealed-records.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { expectNothingLost } from '../../testing/app/uploads.ts'
import { forgetLinkAddresses } from './link-repository.ts'

const clock = new TestClock()
const { app, admin } = useStage(
  { admin: ['admin', '鈴木'] },
  { env: { REVIEW_FOUR_EYES: 'on' }, overrides: { clock } },
)
let owner: TestAccount

beforeEach(async () => {
  clock.moveTo(new Date())
  owner = await app.signedIn('user', '佐藤')
})

const forOwner = (id: string) => owner.send(contract.getPerformerLink, { params: { id } })

/** What ends a link, as SQL about its performer ($1), the account that sent it ($2) and its organisation ($3). */
const ends = {
  'the record is deleted': `UPDATE performer SET ${sealing} WHERE id = $1`,
  'the record gets another owner': 'SELECT move_performers($3, $4, ARRAY[$1::uuid])',
  'the organisation is disabled':
    "UPDATE organisation SET disabled_at = now(), disabled_reason = '停止' WHERE id = $3",
  'the organisation has another name': "UPDATE organisation SET name = '運営を名乗る者' WHERE id = $3",
  'its sender leaves the organisation':
    'UPDATE membership SET left_at = now() WHERE account_id = $2 AND organisation_id = $3',
  'its sender may only read':
    "UPDATE membership SET role = 'viewer' WHERE account_id = $2 AND organisation_id = $3",
  'its sender is disabled': 'UPDATE account SET disabled_at = now() WHERE id = $2',
  'its sender becomes an auditor': "UPDATE account SET role = 'auditor', own_role = 'auditor' WHERE id = $2",
  'its case is closed':
    "UPDATE performer SET pending_since = NULL, case_closed = 'final', closed_at = now(), closed_by = $2 WHERE id = $1",
  'it is revoked': 'UPDATE performer_link SET revoked_at = now() WHERE performer_id = $1',
  'its time ends':
    "UPDATE performer_link SET created_at = '2020-01-01', expires_at = '2020-01-02' WHERE performer_id = $1",
  'another browser is bound':
    'UPDATE performer_link SET browser_key = sha256($1::text::bytea) WHERE performer_id = $1',
} as const

const endings = Object.entries(ends)

describe('a link', () => {
  test.each(endings)(
    'stops working when %s, also for a file that is being received',
    async (_, statement) => {
      const { client, id, performerId, token } = await openedLink(app, owner)
      const values: Record<string, string> = {
        $1: performerId,
        $2: owner.accountId,
        $3: owner.accountId,
        $4: await insertCompany(app.sql),
      }
      const uploads = await whileLocked(app, performerId, [() => submit(client, id, 'idFront')], () =>
        // The values are inserted into the text, because each statement uses only some of them.
        app.sql(statement.replaceAll(/\$\d/g, (name) => `'${values[name]}'`)),
      )
      for (const reply of [
        ...uploads,
        await client.get('/api/performer-link'),
        await submit(client, id, 'idFront'),
        await client.put(`/api/performer-link/${id}/id-kind`, { idKind: 'passport' }),
        await client.post(`/api/performer-link/${id}/done`),
      ]) {
        expect(refusalOf(reply)).toEqual(linkEnded)
      }
      const reopened = refusalOf(await openToken(client, token))
      expect([linkEnded, [409, 'LINK_OTHER_BROWSER']]).toContainEqual(reopened)
      expect(await countOf(app, 'document_version', performerId)).toBe(0)
    },
  )

  test('that ends during an upload leaves no file', () => expectNothingLost(app))

  test('that an admin sent stops working with its organisation', async () => {
    const { client, id } = await openedLink(app, admin)
    const change = (set: string) => app.sql(`UPDATE organisation SET ${set} WHERE id = $1`, [admin.accountId])
    await change("disabled_at = now(), disabled_reason = '停止'")
    expect(refusalOf(await submit(client, id, 'idFront'))).toEqual(linkEnded)
    await change('disabled_at = NULL, disabled_reason = NULL')
    expect((await submit(client, id, 'idFront')).status).toBe(200)
  })
})

describe('the owner', () => {
  test('revokes the link, or replaces it by a new one', async () => {
    const first = await openedLink(app, owner)
    const token = await createToken(owner, first.performerId)
    expect(refusalOf(await submit(first.client, first.id, 'selfie'))).toEqual(linkEnded)
    const params = { id: first.performerId }
    await owner.send(contract.revokePerformerLink, { params })
    await owner.send(contract.revokePerformerLink, { params })
    expect((await forOwner(first.performerId)).link?.state).toBe('revoked')
    expect(refusalOf(await openToken(await anonymousBrowser(app), token))).toEqual(linkEnded)
    const changes = (await owner.send(listAuditLogs)).map(({ details }) => details.change)
    expect(changes.filter((each) => each === 'link_revoked')).toHaveLength(1)
  })

  test('gets one link for one idempotency key, also when calls are parallel (D20)', async () => {
    const performerId = await insertRecord(app, owner)
    const key = randomUUID()
    const send = (language: string) =>
      owner.call('POST', `/api/performers/${performerId}/link`, {
        json: { language },
        headers: { 'idempotency-key': key },
      })
    const replies = await Promise.all([1, 2, 3].map(() => send('ja')))
    expect(new Set(replies.map(({ json }) => JSON.stringify(json))).size).toBe(1)
    expect(await countOf(app, 'performer_link', performerId)).toBe(1)
    expect(refusalOf(await send('en'))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('mails the link in the language of the performer, and then does not get it itself', async () => {
    const performerId = await insertRecord(app, owner)
    const email = `${randomUUID()}@example.com`
    const created = await owner.send(contract.createPerformerLink, {
      params: { id: performerId },
      body: { email, language: 'en' },
    })
    expect(created).toMatchObject({ url: null, link: { state: 'sent', email: `${email[0]}***@example.com` } })
    const mail = (await app.mails()).find(({ to }) => to === email)
    expect(mail?.text).toContain('Requested by: 佐藤')
    expect(mail?.subject).toBe('[Identity verification] Please submit your identity documents')
    expect(mail?.text).not.toMatch(/見本|受け取られた方/)
    const token = tokenOf(mail?.text)
    const performer = await anonymousBrowser(app)
    const { id } = await performer.send(contract.openPerformerLink, { body: { token } })
    await giveConsent(performer, id)
    expect((await forOwner(performerId)).consents).toMatchObject([{ delivery: 'mail' }])
    const stored = JSON.stringify(await app.sql('SELECT l::text FROM performer_link l'))
    for (const secret of [email, token]) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  test('cannot send a link without an open slot, nor can an admin in a disabled organisation', async () => {
    const { id } = await registerPerformer(owner)
    for (const type of ['idBack', 'selfieWithId']) {
      const form = new FormData()
      form.append('file', new Blob([await samplePng()]), 'a.png')
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
    expect(refusalOf(await admin.put(path, approvalOf('selfie')))).toEqual([409, 'FOUR_EYES'])
    const other = await app.signedIn('admin')
    await openAndVerify(other, { params: { id: performerId, type: 'selfie' } })
  })

  test('sends a record at most twenty links a day', async () => {
    const performerId = await insertRecord(app, owner)
    await createToken(owner, performerId)
    // As often as the limit allows.
    await app.sql('UPDATE attempt_bucket SET failed_at = array_fill(now(), ARRAY[19]) WHERE bucket = $1', [
      `links-for:${performerId}`,
    ])
    await createToken(owner, performerId)
    const refused = await owner.post(`/api/performers/${performerId}/link`, { language: 'ja' })
    expect(refusalOf(refused)).toEqual([429, 'RATE_LIMITED'])
  })
})

describe('personal data', () => {
  const mailed = async () => {
    const performerId = await insertRecord(app, owner)
    const body = { email: `${randomUUID()}@example.com`, language: 'ja' } as const
    await owner.send(contract.createPerformerLink, { params: { id: performerId }, body })
    return performerId
  }
  const stateOf = async (performerId: string) =>
    (
      await app.sql(
        `SELECT email_box IS NOT NULL AS address, revoked_at IS NOT NULL AS ended FROM performer_link
         WHERE performer_id = $1`,
        [performerId],
      )
    )[0]
  const ended = { address: false, ended: true }

  test('the address is deleted when the record is deleted', async () => {
    const performerId = await mailed()
    expect(await stateOf(performerId)).toEqual({ address: true, ended: false })
    expect((await admin.delete(`/api/performers/${performerId}`)).status).toBe(204)
    expect(await stateOf(performerId)).toEqual(ended)
  })

  test('the address is deleted when the record moves, and the link does not revive when it moves back', async () => {
    const performerId = await mailed()
    const [first, second] = [await app.signedIn('superadmin'), await app.signedIn('superadmin')]
    const move = async (from: string, to: string) => {
      const records = { performers: [performerId], videos: [] }
      const body = { to, reason: '会社の統合', records }
      const { id } = await first.send(requestTransfer, { params: { id: from }, body })
      await second.send(confirmTransfer, { params: { id } })
    }
    const company = await insertCompany(app.sql)
    await move(owner.accountId, company)
    expect(await stateOf(performerId)).toEqual(ended)
    await move(company, owner.accountId)
    expect((await forOwner(performerId)).link).toMatchObject({ state: 'revoked', email: null })
  })

  test('the address is deleted at the end of the link; link and consent are destroyed with the record', async () => {
    const performerId = await insertRecord(app, owner)
    const body = { email: `${randomUUID()}@example.com`, language: 'ja' } as const
    await owner.send(contract.createPerformerLink, { params: { id: performerId }, body })
    const box = async () =>
      (
        await app.sql<{ email_box: unknown }>(
          'SELECT email_box FROM performer_link WHERE performer_id = $1',
          [performerId],
        )
      )[0]?.email_box
    await forgetLinkAddresses(app.services.db, clock.now())
    expect(await box()).toBeInstanceOf(Buffer)
    await forgetLinkAddresses(app.services.db, new Date(clock.now().getTime() + 3 * day))
    expect(await box()).toBeNull()
    const link = await openedLink(app, owner)
    await submit(link.client, link.id, 'selfie')
    await destroyNow(app, link.performerId, owner.accountId)
    for (const table of ['performer_link', 'performer_consent'])
      expect(await countOf(app, table, link.performerId)).toBe(0)
  })
})
