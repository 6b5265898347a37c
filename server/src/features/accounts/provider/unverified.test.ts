import { accountSecurity, requestEmailVerification } from '@kyc/contract/account.ts'
import { me as meContract } from '@kyc/contract/accounts.ts'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { firebaseSession } from '@kyc/contract/sign-in.ts'
import { getUser, listUsers } from '@kyc/contract/users.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { anonymousBrowser, tokenIn } from '../../../testing/app/anonymous-browser.ts'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { createTestApp, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, replyOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { startGoogleDouble } from '../../../testing/doubles/google-double.ts'
import { maskAddress } from '../../audit/mask-address.ts'
import { mailExpiry } from '../../mails/mail-expiry.ts'
import { mailLockout } from '../../mails/mail-sign-in.ts'
import { createAccount } from '../create-account.ts'
import { checkProviderAccounts } from './check-provider-accounts.ts'

const google = useStarted(startGoogleDouble)
const { app, admin, superadmin } = useStage(
  { admin: ['admin', '管理 太郎'], superadmin: ['superadmin', '統括 一郎'] },
  () => createTestApp({ overrides: { identity: google.provider } }),
)
let addresses = 0
let email = ''

beforeEach(() => {
  email = `cfo${++addresses}@victim.example`
})

const newUid = () => `unverified-uid${++addresses}`

/** A browser in which `uid` has just signed in at the provider with `email`. */
async function signIn(claims: Record<string, unknown> = {}, uid = newUid()) {
  const client = await anonymousBrowser(app)
  const reply = await attempt(client, claims, uid)
  const { csrfToken, user } = replyOf(firebaseSession, reply)
  if (!user) throw new Error('a second factor is required')
  client.csrfToken = csrfToken
  return { client, uid, user }
}

async function attempt(client: TestClient, claims: Record<string, unknown>, uid: string): Promise<TestReply> {
  const idToken = await google.token(uid, { claims: { email, name: '経理部長', ...claims } })
  return client.post('/api/auth/firebase/session', { idToken })
}

const unverified = (uid?: string) => signIn({ email_verified: false }, uid)
/** A sign-in of a new uid that may be refused. */
const enter = async (claims = {}) => attempt(await anonymousBrowser(app), claims, newUid())

const me = (client: TestClient) => client.send(meContract)
const invite = (address = email, role = 'user') =>
  superadmin.post('/api/users', { email: address, name: '本物 花子', role })
const mailsTo = async (address: string) =>
  (await app.mails()).filter(({ to }) => to === address).map(({ text }) => text)
const managed = (id: string) => admin.send(getUser, { params: { id } })
const changesOf = (id: string) =>
  superadmin.send(listAuditLogs, { query: { resourceId: id, action: 'update' } })
const hourLater = (id: string) =>
  app.sql("UPDATE account SET verification_mailed_at = now() - interval '1 hour' WHERE id = $1", [id])
const newLink = async (address = email) => tokenIn((await mailsTo(address)).at(-1), '/verify-email')
const confirm = (client: TestClient, token: string) =>
  client.post('/api/account/email-verification/confirm', { token })

describe('an account whose address the provider does not report as verified', () => {
  test('is marked as unverified in the API, and can register records', async () => {
    const { client, user } = await unverified()
    expect(user).toMatchObject({ email, emailVerified: false, role: 'user' })
    expect(await managed(user.id)).toMatchObject({ email, emailVerified: false })
    const { id } = await registerPerformer(client)
    expect((await client.get(`/api/performers/${id}`)).status).toBe(200)
  })

  test('can’t be promoted by a superadmin, by claims or by SQL', async () => {
    const { user, uid } = await signIn({ email_verified: false, role: 'superadmin' })
    expect(user.role).toBe('user')
    const again = await signIn({ email_verified: false, role: 'admin' }, uid)
    expect(again.user.role).toBe('user')
    const promoted = await superadmin.put(`/api/users/${user.id}/role`, { role: 'admin' })
    expect(refusalOf(promoted)).toEqual([409, 'EMAIL_UNVERIFIED'])
    const byAdmin = await admin.put(`/api/users/${user.id}/role`, { role: 'admin' })
    expect(refusalOf(byAdmin)).toEqual([403, 'FORBIDDEN'])
    const sql = app.sql("UPDATE account SET role = 'admin' WHERE id = $1", [user.id])
    await expect(sql).rejects.toThrow('account_unverified_rank')
  })

  test('gets only the verification mail, once and without its name', async () => {
    const { user, uid } = await signIn({ email_verified: false, name: '至急 https://evil.example/login' })
    await unverified(uid)
    const accountId = user.id
    const document = {
      performerId: accountId,
      registeredBy: accountId,
      performerName: '見本 花子',
      documentType: 'idFront',
      expiresOn: '2026-04-01',
    } as const
    await inTransaction(app.services.db, async (tx) => {
      await mailLockout(app.services, tx, { accountId })
      await mailExpiry(app.services, tx, accountId, [document])
    })
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatch(/^このメールを受け取られた方へ\n/)
    expect(mails[0]).not.toContain('evil')
    expect(mails[0]).toContain('メールアドレスを確認する')
  })

  test('can request another verification mail after an hour; the earlier link ends', async () => {
    const { client, user } = await unverified()
    const ask = () => client.put('/api/account/email-verification')
    const first = await newLink()
    const early = await Promise.all([ask(), ask()])
    expect(early.map(({ status }) => status)).toEqual([200, 200])
    expect(await mailsTo(email)).toHaveLength(1)
    await hourLater(user.id)
    const replies = await Promise.all([ask(), ask(), ask()])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await mailsTo(email)).toHaveLength(2)
    const [sent] = replies.map((reply) => replyOf(requestEmailVerification, reply).sentAt)
    expect(await client.send(accountSecurity)).toMatchObject({ verificationMailAt: sent })
    expect(refusalOf(await confirm(client, first))).toEqual([400, 'LINK_INVALID'])
    expect((await confirm(client, await newLink())).status).toBe(200)
  })
})

describe('an account becomes verified', () => {
  test('by the mailed link, once and in its own session only; then it gets mails and can be promoted', async () => {
    const { client, user } = await unverified()
    const token = await newLink()
    const owner = await app.signedIn('user')
    expect(refusalOf(await confirm(owner, token))).toEqual([400, 'LINK_INVALID'])
    expect((await confirm(await anonymousBrowser(app), token)).status).toBe(401)
    const replies = await Promise.all([confirm(client, token), confirm(client, token)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await me(client)).toMatchObject({ email, emailVerified: true })
    expect(await changesOf(user.id)).toMatchObject([
      { details: { before: { emailVerified: false }, after: { emailVerified: true } } },
    ])
    expect(refusalOf(await client.put('/api/account/email-verification'))).toEqual([409, 'CONFLICT'])
    await inTransaction(app.services.db, (tx) => mailLockout(app.services, tx, { accountId: user.id }))
    expect((await mailsTo(email)).at(-1)).toMatch(/^経理部長 様\n/)
    const promoted = await superadmin.put(`/api/users/${user.id}/role`, { role: 'admin' })
    expect(promoted.status).toBe(200)
  })

  test('at the next sign-in with a verified address, with the role of the claims', async () => {
    const { user, uid } = await unverified()
    const next = await signIn({ role: 'admin' }, uid)
    expect(next.user).toMatchObject({ id: user.id, email, emailVerified: true, role: 'admin' })
  })

  test('at the check every ten minutes, also with an address corrected at the provider', async () => {
    const { client, user, uid } = await unverified()
    const corrected = `corrected-${email}`
    google.accounts.set(uid, { email: corrected, emailVerified: true })
    const tenMinutesLater = () =>
      app.sql("UPDATE account SET provider_checked_at = now() - interval '10 minutes' WHERE id = $1", [
        user.id,
      ])
    await tenMinutesLater()
    await checkProviderAccounts(app.services)
    expect(await me(client)).toMatchObject({ id: user.id, email: corrected, emailVerified: true })
    google.accounts.set(uid, { email: 'third@example.com', emailVerified: true })
    await tenMinutesLater()
    await checkProviderAccounts(app.services)
    expect(await me(client)).toMatchObject({ email: corrected })
  })

  test('at one check without a session, if the provider was never queried about it', async () => {
    const { user, uid } = await unverified()
    google.accounts.set(uid, { email, emailVerified: true })
    await app.sql('DELETE FROM session WHERE account_id = $1', [user.id])
    await checkProviderAccounts(app.services)
    expect(await managed(user.id)).toMatchObject({ emailVerified: false })
    await app.sql('UPDATE account SET provider_checked_at = NULL WHERE id = $1', [user.id])
    await checkProviderAccounts(app.services)
    expect(await managed(user.id)).toMatchObject({ emailVerified: true })
  })

  test('but not with the address of another account', async () => {
    const { user, uid } = await unverified()
    const claims = { email: superadmin.email }
    const moved = await signIn(claims, uid)
    expect(moved.user).toMatchObject({ id: user.id, email, emailVerified: false })
  })
})

describe('the address', () => {
  test('moves to an invited account; the unverified one keeps its records, and its link ends', async () => {
    const { client, user, uid } = await unverified()
    const token = await newLink()
    const { id } = await registerPerformer(client)
    const reply = await invite()
    expect(reply.status, JSON.stringify(reply.json)).toBe(201)
    expect(reply.json).toMatchObject({ email, state: 'invited', emailVerified: true })
    expect(await me(client)).toMatchObject({ id: user.id, email: null, emailVerified: false })
    expect((await client.get(`/api/performers/${id}`)).status).toBe(200)
    expect(refusalOf(await confirm(client, token))).toEqual([400, 'LINK_INVALID'])
    await hourLater(user.id)
    expect(refusalOf(await client.put('/api/account/email-verification'))).toEqual([409, 'CONFLICT'])
    expect(await changesOf(user.id)).toMatchObject([
      { details: { before: { email: maskAddress(email) }, after: { email: null } } },
    ])
    // It remains without an address while another account has it, and can still be found by name.
    expect((await unverified(uid)).user).toMatchObject({ id: user.id, email: null })
    expect((await signIn({}, uid)).user).toMatchObject({ id: user.id, email: null, emailVerified: false })
    const users = await admin.send(listUsers, { query: { search: '経理部長' } })
    expect(users.map((each) => each.id)).toContain(user.id)
  })

  test('moves to a verified sign-in under another uid, without the records', async () => {
    const squatter = await unverified()
    google.accounts.delete(squatter.uid)
    const owner = await signIn()
    expect(owner.user).toMatchObject({ email, emailVerified: true })
    expect(owner.user.id).not.toBe(squatter.user.id)
    expect(await managed(squatter.user.id)).toMatchObject({ email: null })
    expect(refusalOf(await enter({ email_verified: false }))).toEqual([409, 'EMAIL_IN_USE'])
  })

  test('moves neither to another unverified sign-in nor away from a verified account', async () => {
    const { client } = await unverified()
    expect(refusalOf(await enter({ email_verified: false }))).toEqual([409, 'EMAIL_IN_USE'])
    expect(await me(client)).toMatchObject({ email })
    await confirm(client, await newLink())
    expect(refusalOf(await invite())).toEqual([409, 'EMAIL_IN_USE'])
    expect(refusalOf(await enter())).toEqual([409, 'EMAIL_IN_USE'])
    expect(await me(client)).toMatchObject({ email, emailVerified: true })
  })

  test('moves to one account on concurrent invitation, verified sign-in and verification', async () => {
    for (let round = 0; round < 6; round++) {
      email = `race${++addresses}@victim.example`
      const squatter = await unverified()
      const token = await newLink()
      const [invited, owner, linked] = await Promise.all([
        invite(),
        enter(),
        round % 2 === 0 ? confirm(squatter.client, token) : undefined,
      ])
      expect(await app.sql('SELECT 1 FROM account WHERE email = $1', [email])).toHaveLength(1)
      const outcome = [invited.status, owner.status, linked?.status ?? 400]
      expect(outcome.filter((status) => status >= 500)).toEqual([])
      // A sign-in after the invitation accepts it; otherwise one of the three gets the address.
      expect([
        [201, 200, 400],
        [409, 200, 400],
        [409, 409, 200],
      ]).toContainEqual(outcome)
    }
  })

  test('is replaced by the id as key, so that accounts without an address share no lockout', async () => {
    const key = 'SELECT email_key = id::text AS own FROM account WHERE id = $1'
    const one = await unverified()
    await invite()
    expect(await app.sql(key, [one.user.id])).toEqual([{ own: true }])
  })

  test('of an account with a password never moves to an unverified account', async () => {
    await createAccount(app.services, { email, name: '既存', role: 'admin', password: null, actor: null })
    expect(refusalOf(await enter({ email_verified: false }))).toEqual([409, 'EMAIL_IN_USE'])
  })
})
