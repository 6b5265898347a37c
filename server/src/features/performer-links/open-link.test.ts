import { randomBytes, randomUUID } from 'node:crypto'
import { consentVersion } from '@kyc/contract/consent.ts'
import * as contract from '@kyc/contract/performer-links.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { anonymousBrowser, startSession } from '../../testing/app/anonymous-browser.ts'
import { insertMember } from '../../testing/app/organisations.ts'
import { createPasswordAccount, password } from '../../testing/app/password-account.ts'
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
import { insertRecord } from '../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock()
const { app, admin } = useStage({ admin: ['admin', '鈴木'] }, { overrides: { clock } })
let owner: TestAccount

beforeEach(async () => {
  clock.moveTo(new Date())
  owner = await app.signedIn('user', '佐藤')
})

describe('the browser', () => {
  test('is bound by the first opening; without an address, another one needs a new link', async () => {
    const { client, id, token } = await openedLink(app, owner)
    const again = await openToken(client, token)
    expect(again.json).toMatchObject({ id })
    expect(again.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-plink=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    const other = await anonymousBrowser(app)
    expect(refusalOf(await openToken(other, token))).toEqual([409, 'LINK_OTHER_BROWSER'])
    expect(refusalOf(await other.post('/api/performer-link/code', { token }))).toEqual([
      409,
      'LINK_OTHER_BROWSER',
    ])
    expect(refusalOf(await other.get('/api/performer-link'))).toEqual(linkEnded)
  })

  test('that opens the link is only one of several that open it at once', async () => {
    const performerId = await insertRecord(app, owner)
    const token = await createToken(owner, performerId)
    const browsers = await Promise.all(Array.from({ length: 4 }, () => anonymousBrowser(app)))
    const calls = browsers.map((browser) => () => openToken(browser, token))
    const replies = await whileLocked(app, performerId, calls)
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('that lost the reply with its cookie gets the same one', async () => {
    const token = await createToken(owner, await insertRecord(app, owner))
    const client = await anonymousBrowser(app)
    const lost = client.copy()
    expect((await openToken(lost, token)).status).toBe(200)
    expect((await openToken(client, token)).status).toBe(200)
    expect(client.cookies.get('__Host-plink')).toBe(lost.cookies.get('__Host-plink'))
  })

  test('moves with a code that only the address of the link receives, and the former one loses access', async () => {
    const performerId = await insertRecord(app, owner)
    const email = `${randomUUID()}@example.com`
    await owner.send(contract.createPerformerLink, {
      params: { id: performerId },
      body: { email, language: 'ja' },
    })
    const mailsTo = async () => (await app.mails()).filter(({ to }) => to === email)
    const token = tokenOf((await mailsTo())[0]?.text)
    const [client, other] = [await anonymousBrowser(app), await anonymousBrowser(app)]
    const { id } = await client.send(contract.openPerformerLink, { body: { token } })
    expect(refusalOf(await openToken(other, token))).toEqual([409, 'LINK_CODE_REQUIRED'])
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
    clock.moveTo(new Date(clock.now().getTime() + recordLimits.performerLink.code))
    expect(refusalOf(await confirm(code))).toEqual(wrong)
    expect((await confirm(await codeOf())).json).toMatchObject({ id })
    expect(refusalOf(await confirm(code))).toEqual(wrong)
    await giveConsent(other, id)
    expect(refusalOf(await submit(client, id, 'idFront'))).toEqual(linkEnded)
    expect((await submit(other, id, 'idFront')).status).toBe(200)
  })

  test('of a finished link says that it is finished, and shows nothing of it', async () => {
    const token = await createToken(owner, await insertRecord(app, owner))
    const { id } = await (await anonymousBrowser(app)).send(contract.openPerformerLink, { body: { token } })
    await app.sql('UPDATE performer_link SET done_at = now() WHERE id = $1', [id])
    const reply = await openToken(await anonymousBrowser(app), token)
    expect(refusalOf(reply)).toEqual([404, 'PERFORMER_LINK_DONE'])
  })

  test('may guess a code ten times, and no new code allows more', async () => {
    const performerId = await insertRecord(app, owner)
    const email = `${randomUUID()}@example.com`
    await owner.send(contract.createPerformerLink, {
      params: { id: performerId },
      body: { email, language: 'en' },
    })
    const token = tokenOf((await app.mails()).find(({ to }) => to === email)?.text)
    await openToken(await anonymousBrowser(app), token)
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
      await openToken(one.client, randomBytes(32).toString('base64url')),
      await openToken(one.client, other.id),
    ]) {
      expect(refusalOf(reply)).toEqual(linkEnded)
    }
    const thief = await anonymousBrowser(app)
    thief.cookies.set('__Host-plink', randomBytes(32).toString('base64url'))
    expect(refusalOf(await submit(thief, other.id, 'idFront'))).toEqual(linkEnded)
    expect(await countOf(app, 'document_version', other.performerId)).toBe(0)
  })

  test('opens several links with one cookie, each for its own record', async () => {
    const one = await openedLink(app, owner)
    const performerId = await insertRecord(app, owner)
    const { id } = await one.client.send(contract.openPerformerLink, {
      body: { token: await createToken(owner, performerId) },
    })
    await giveConsent(one.client, id)
    expect((await submit(one.client, one.id, 'selfie')).status).toBe(200)
    expect(await countOf(app, 'document_version', performerId)).toBe(0)
    expect((await one.client.send(contract.getLinkSession, { query: { id: one.id } })).slots).toContainEqual({
      type: 'selfie',
      required: true,
      submitted: true,
    })
  })

  test('of an account that sees the record can neither open the link nor consent', async () => {
    const { id, client, token } = await openedLink(app, owner, { consent: false })
    const fresh = await createToken(owner, await insertRecord(app, owner))
    for (const account of [owner, admin, await app.signedIn('auditor')]) {
      expect(refusalOf(await openToken(account, fresh))).toEqual([403, 'FORBIDDEN'])
      // Even with the cookie of the performer's browser.
      account.cookies.set('__Host-plink', client.cookies.get('__Host-plink') ?? '')
      const body = { version: consentVersion, language: 'ja' }
      for (const reply of [
        await openToken(account, token),
        await account.post(`/api/performer-link/${id}/consent`, body),
        await submit(account, id, 'idFront'),
      ]) {
        expect(refusalOf(reply)).toEqual([403, 'FORBIDDEN'])
      }
    }
    const stranger = await app.signedIn('user')
    expect((await openToken(stranger, fresh)).status).toBe(200)
  })

  test('is refused if an account that sees the record has signed in there, even after it has signed out', async () => {
    const performer = await insertRecord(app, owner)
    const account = await createPasswordAccount(app)
    await insertMember(app.sql, owner.accountId, account.id, 'viewer')
    const browser = await anonymousBrowser(app)
    await browser.post('/api/auth/login', { email: account.email, password })
    browser.cookies.delete('__Host-sid')
    await startSession(browser)
    const token = await createToken(owner, performer)
    expect(refusalOf(await openToken(browser, token))).toEqual([403, 'FORBIDDEN'])
    const own = await openedLink(app, owner, { consent: false })
    browser.cookies.set('__Host-plink', own.client.cookies.get('__Host-plink') ?? '')
    const consent = { version: consentVersion, language: 'ja' }
    const reply = await browser.post(`/api/performer-link/${own.id}/consent`, consent)
    expect(refusalOf(reply)).toEqual([403, 'FORBIDDEN'])
    // An account that no longer sees the record does not keep the performer from using the same device.
    await app.sql('UPDATE membership SET left_at = now() WHERE account_id = $1', [account.id])
    expect((await openToken(browser, token)).status).toBe(200)
  })
})
