import * as contract from '@kyc/contract/partner-api.ts'
import { revokeApiKey } from '@kyc/contract/partner-keys.ts'
import { disablePartner, enablePartner, unlinkPartnerUser } from '@kyc/contract/partners.ts'
import { beforeAll, expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { createKycApp, register, signInAs } from '../../../testing/app/kyc-app.ts'
import { type PartnerServer, partnerServers } from '../../../testing/app/partner-api.ts'
import type { TestAccount } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { useStarted } from '../../../testing/app/use-started.ts'

const kyc = useStarted(createKycApp)
let superadmin: TestAccount
const { newServer, withKey } = partnerServers(() => ({ app: kyc.app, superadmin }))

beforeAll(async () => {
  superadmin = await kyc.app.signedIn('superadmin')
})

const body = (user_id: string) => ({ user_id, callback_url: 'https://partner.example.com/callback' })

async function addressOf(server: PartnerServer, user_id: string): Promise<{ id: string; token: string }> {
  const reply = await server.call(contract.createSession, { json: body(user_id) })
  const { id, url } = reply.json as { id: string; url: string } // the server parses each reply by its schema
  return { id, token: new URL(url).hash.replace('#token=', '') }
}

const open = (client: TestClient, token: string): Promise<TestReply> =>
  client.post('/api/kyc/addresses', { token })
const opened = async (token: string) => open(await anonymousBrowser(kyc.app), token)
const stateOf = async (server: PartnerServer, id: string) =>
  (await server.call(contract.getSession, { id })).json

/** Opens the address, signs in and links the account. */
async function link(token: string, user_id: string): Promise<void> {
  const client = await anonymousBrowser(kyc.app)
  expect((await open(client, token)).status).toBe(201)
  await linkIn(client, user_id)
}

/** Signs in, and links the account to the user of the address that the browser has opened. */
async function linkIn(client: TestClient, user_id: string): Promise<void> {
  const uid = `uid-${user_id}`
  await signInAs(client, kyc.google, uid)
  const registered = await register(client, { firebase_uid: uid, sharegram_user_id: user_id })
  expect(registered.json).toEqual({ success: true })
}

test('a waiting address of a user ends when a superadmin undoes the link of the user', async () => {
  const server = await newServer()
  const [first, second] = [await addressOf(server, 'wrong-1'), await addressOf(server, 'wrong-1')]
  const another = await addressOf(server, 'right-1')
  await link(first.token, 'wrong-1')
  await superadmin.send(unlinkPartnerUser, { params: { id: server.partnerId }, body: { userId: 'wrong-1' } })
  expect(refusalOf(await opened(second.token))).toEqual([404, 'KYC_ADDRESS_ENDED'])
  expect(await stateOf(server, second.id)).toMatchObject({ state: 'expired' })
  expect((await opened(another.token)).status).toBe(201)
})

test('a waiting address ends when its partner is disabled, also once the partner is enabled again', async () => {
  const server = await newServer()
  const { id, token } = await addressOf(server, 'member-1')
  await superadmin.send(disablePartner, { params: { id: server.partnerId } })
  await superadmin.send(enablePartner, { params: { id: server.partnerId } })
  expect(refusalOf(await opened(token))).toEqual([404, 'KYC_ADDRESS_ENDED'])
  expect(await stateOf(server, id)).toMatchObject({ state: 'expired' })
})

test('what the addresses of a key have proven is a claim again once the key is revoked; those that wait end', async () => {
  const leaked = await newServer()
  const { partnerId } = leaked
  const other = await withKey(partnerId)
  const [waiting, linked] = [await addressOf(leaked, 'victim-1'), await addressOf(leaked, 'victim-2')]
  const half = await addressOf(leaked, 'victim-3')
  const [kept, keptLinked] = [await addressOf(other, 'member-1'), await addressOf(other, 'member-2')]
  await link(linked.token, 'victim-2')
  await link(keptLinked.token, 'member-2')
  const client = await anonymousBrowser(kyc.app)
  expect((await open(client, half.token)).status).toBe(201)
  await superadmin.send(revokeApiKey, { params: { id: partnerId, keyId: leaked.keyId } })
  expect(refusalOf(await opened(waiting.token))).toEqual([404, 'KYC_ADDRESS_ENDED'])
  await linkIn(client, 'victim-3')
  expect((await opened(kept.token)).status).toBe(201)
  const users = await kyc.app.sql(
    'SELECT user_id, verified FROM partner_user WHERE partner_id = $1 ORDER BY user_id',
    [partnerId],
  )
  expect(users).toEqual([
    { user_id: 'member-2', verified: true },
    { user_id: 'victim-2', verified: false },
    { user_id: 'victim-3', verified: false },
  ])
})

test('a key that is revoked during its call leaves no waiting address', async () => {
  const server = await newServer()
  await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => server.call(contract.createSession, { json: body(`race-${n}`) })),
    superadmin.send(revokeApiKey, { params: { id: server.partnerId, keyId: server.keyId } }),
  ])
  const waiting = 'SELECT user_id FROM kyc_address WHERE partner_id = $1 AND expires_at > now()'
  expect(await kyc.app.sql(waiting, [server.partnerId])).toEqual([])
})
