import { openKycAddress } from '@kyc/contract/kyc.ts'
import * as contract from '@kyc/contract/partner-api.ts'
import { getTakedown, listTakedowns } from '@kyc/contract/takedowns.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { registerPerformer, verifyDocuments } from '../../../testing/app/factories.ts'
import { createKycApp, register, signInAs } from '../../../testing/app/kyc-app.ts'
import { type PartnerServer, partnerServers } from '../../../testing/app/partner-api.ts'
import type { TestAccount } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { deleteOldAddresses } from './delete-old-addresses.ts'

const kyc = useStarted(createKycApp)
let superadmin: TestAccount
let server: PartnerServer
const { newServer } = partnerServers(() => ({ app: kyc.app, superadmin }))
const bodyOf = <Body>(reply: TestReply) => reply.json as Body // the server parses each reply by its schema

beforeAll(async () => {
  superadmin = await kyc.app.signedIn('superadmin')
  server = await newServer()
})

const address = async (user_id: string, by = server) => {
  const json = { user_id, callback_url: 'https://partner.example.com/callback', session_id: 'order-1' }
  const { url, id } = bodyOf<{ url: string; id: string }>(await by.call(contract.createSession, { json }))
  return { id, token: new URL(url).hash.replace('#token=', ''), url: new URL(url) }
}
const open = (client: TestClient, token: string) => client.post('/api/kyc/addresses', { token })
const stateOf = async (id: string) =>
  bodyOf<contract.PartnerSession>(await server.call(contract.getSession, { id })).state

/** A browser that opened an address, signed in and linked its account. */
async function linked(user_id: string, uid: string, by = server): Promise<TestClient> {
  const client = await anonymousBrowser(kyc.app)
  const { token } = await address(user_id, by)
  expect((await open(client, token)).status).toBe(201)
  await signInAs(client, kyc.google, uid)
  const registered = await register(client, { firebase_uid: uid, sharegram_user_id: user_id })
  expect(registered.json).toEqual({ success: true })
  return client
}

describe('a one-time address', () => {
  test('opens the KYC page for one browser only, with the user proven', async () => {
    const { id, token, url } = await address('member-1')
    expect(url.search).toBe('')
    const stored = await kyc.app.sql('SELECT * FROM kyc_address WHERE id = $1', [id])
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await stateOf(id)).toBe('waiting')
    const [first, second] = [await anonymousBrowser(kyc.app), await anonymousBrowser(kyc.app)]
    const session = await first.send(openKycAddress, { body: { token } })
    expect(session).toMatchObject({ user_id: 'member-1', session_id: 'order-1', partner: { test: false } })
    expect(await stateOf(id)).toBe('opened')
    expect((await first.send(openKycAddress, { body: { token } })).id).toBe(session.id)
    expect(refusalOf(await open(second, token))).toEqual([404, 'KYC_ADDRESS_ENDED'])
    const [row] = await kyc.app.sql('SELECT user_verified FROM kyc_session WHERE id = $1', [session.id])
    expect(row).toEqual({ user_verified: true })
  })

  test('opens the KYC page for only one of several browsers at the same moment', async () => {
    const { token } = await address('member-race')
    const browsers = await Promise.all([1, 2, 3, 4].map(() => anonymousBrowser(kyc.app)))
    const statuses = await Promise.all(browsers.map(async (each) => (await open(each, token)).status))
    expect(statuses.toSorted()).toEqual([201, 404, 404, 404])
  })

  test('ends after 24 hours, and is deleted after 30 days', async () => {
    const { id, token } = await address('member-late')
    await kyc.app.sql('UPDATE kyc_address SET expires_at = now() WHERE id = $1', [id])
    expect(await stateOf(id)).toBe('expired')
    expect(refusalOf(await open(await anonymousBrowser(kyc.app), token))).toEqual([404, 'KYC_ADDRESS_ENDED'])
    await kyc.app.sql("UPDATE kyc_address SET created_at = now() - interval '31 days' WHERE id = $1", [id])
    await deleteOldAddresses(kyc.app.services.db)
    expect((await server.call(contract.getSession, { id })).status).toBe(404)
  })

  test('is refused for an origin that the partner has not registered', async () => {
    const json = { user_id: 'a', callback_url: 'https://evil.example.com/' }
    expect(refusalOf(await server.call(contract.createSession, { json }))).toEqual([
      400,
      'CALLBACK_NOT_ALLOWED',
    ])
  })
})

describe('performers', () => {
  test('are those that the proven user has registered: ids, codes and days, no names', async () => {
    const client = await linked('member-2', 'uid-performers')
    const stranger = await kyc.app.signedIn('user')
    const [mine, foreign] = [await registerPerformer(client), await registerPerformer(stranger)]
    const list = await server.call(contract.listPartnerPerformers, { search: '?user_id=member-2' })
    expect(list.json).toEqual([
      {
        id: mine.id,
        user_id: 'member-2',
        status: 'pending',
        expires_on: mine.expiresOn,
        test: false,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    expect((await server.call(contract.getPartnerPerformer, { id: mine.id })).status).toBe(200)
    expect((await server.call(contract.getPartnerPerformer, { id: foreign.id })).status).toBe(404)
    const another = await newServer()
    expect((await another.call(contract.getPartnerPerformer, { id: mine.id })).status).toBe(404)
    await verifyDocuments(await kyc.app.signedIn('admin'), mine.id)
    expect((await server.call(contract.getPartnerPerformer, { id: mine.id })).json).toMatchObject({
      status: 'approved',
    })
  })

  test('of a user that is only claimed, or whose account has left the organisation, are not shown', async () => {
    const client = await linked('member-3', 'uid-claimed')
    const { id } = await registerPerformer(client)
    const status = async () => (await server.call(contract.getPartnerPerformer, { id })).status
    const set = (verified: boolean) =>
      kyc.app.sql("UPDATE partner_user SET verified = $1 WHERE user_id = 'member-3'", [verified])
    expect(await status()).toBe(200)
    await set(false)
    expect(await status()).toBe(404)
    await set(true)
    await kyc.app.sql(
      "UPDATE membership SET left_at = now() WHERE account_id = (SELECT account_id FROM partner_user WHERE user_id = 'member-3')",
    )
    expect(await status()).toBe(404)
  })
})

test('a request about an unknown title is held for an admin, and its partner reads the outcome', async () => {
  const json = { kind: 'provider', title: 'NO-SUCH-1', text: '通報がありました。' }
  const made = bodyOf<contract.PartnerRequest>(await server.call(contract.createRequest, { json }))
  expect(made).toMatchObject({ kind: 'provider', state: 'held', test: false })
  const admin = await kyc.app.signedIn('admin')
  const line = (await admin.send(listTakedowns)).find(({ number }) => number === made.number)
  expect(line).toMatchObject({ way: 'partner', video: null })
  const shown = await admin.send(getTakedown, { params: { id: made.id } })
  expect(shown).toMatchObject({ contact: '試験の提携先', text: 'NO-SUCH-1\n通報がありました。' })
  await admin.post(`/api/takedowns/${made.id}/rejection`, { version: shown.version, reason: '該当なし' })
  const after = await server.call(contract.getRequest, { id: made.id })
  expect(after.json).toMatchObject({ state: 'unfounded', closed_at: expect.any(String) })
})
