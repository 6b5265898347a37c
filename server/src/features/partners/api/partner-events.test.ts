import { openKycAddress } from '@kyc/contract/kyc.ts'
import * as contract from '@kyc/contract/partner-api.ts'
import { testOutcomes } from '@kyc/contract/partner-api-vocabulary.ts'
import { disablePartner } from '@kyc/contract/partners.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { registerPerformer, verifyDocuments } from '../../../testing/app/factories.ts'
import { createKycApp, register, sendResult, signInAs } from '../../../testing/app/kyc-app.ts'
import { type PartnerServer, partnerServers } from '../../../testing/app/partner-api.ts'
import type { TestAccount } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { endAddresses } from './end-addresses.ts'
import { deleteOldEventsOfPartners, insertTestEvent } from './event-repository.ts'

const kyc = useStarted(createKycApp)
let superadmin: TestAccount
let server: PartnerServer
const { newServer, withKey } = partnerServers(() => ({ app: kyc.app, superadmin }))

beforeAll(async () => {
  superadmin = await kyc.app.signedIn('superadmin')
})
beforeEach(async () => {
  server = await newServer()
})

const events = async (after = '', by = server): Promise<contract.PartnerEvent[]> => {
  const reply = await by.call(contract.listEvents, { search: `?after=${after}` })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return reply.json as contract.PartnerEvent[] // parsed by the schema of the call
}
const types = async (by = server) => (await events('', by)).map(({ type }) => type)

async function address(user_id: string): Promise<{ id: string; token: string }> {
  const json = { user_id, callback_url: 'https://partner.example.com/callback' }
  const reply = await server.call(contract.createSession, { json })
  const { id, url } = reply.json as { id: string; url: string } // parsed by the schema of the call
  return { id, token: new URL(url).hash.replace('#token=', '') }
}

async function linked(user_id: string, uid: string): Promise<{ client: TestClient; id: string }> {
  const client = await anonymousBrowser(kyc.app)
  const { id, token } = await address(user_id)
  await client.send(openKycAddress, { body: { token } })
  await signInAs(client, kyc.google, uid)
  await register(client, { firebase_uid: uid, sharegram_user_id: user_id })
  return { client, id }
}

describe('events of a live key', () => {
  test('state that an address was opened, and that its result was sent, once each', async () => {
    const { client, id } = await linked('member-1', 'uid-events-1')
    for (const _ of [1, 2]) await sendResult(client)
    expect(await events()).toMatchObject([
      { type: 'kyc.opened', object_id: id, user_id: 'member-1', test: false },
      { type: 'kyc.auth_result', object_id: id, user_id: 'member-1', test: false },
    ])
  })

  test('state once that an address has ended without a result, and nothing about one that had a result', async () => {
    const { id } = await address('member-2')
    const { client, id: done } = await linked('member-3', 'uid-events-2')
    await sendResult(client)
    await endAddresses(kyc.app.services.db)
    expect(await types()).toEqual(['kyc.opened', 'kyc.auth_result'])
    await kyc.app.sql(
      "UPDATE kyc_address SET expires_at = now() - interval '31 minutes' WHERE id = ANY($1)",
      [[id, done]],
    )
    await Promise.all([endAddresses(kyc.app.services.db), endAddresses(kyc.app.services.db)])
    expect((await events()).at(-1)).toMatchObject({ type: 'kyc.expired', object_id: id })
    expect(await types()).toHaveLength(3)
  })

  test('state each change of a performer of a proven user, and nothing to another partner', async () => {
    const { client } = await linked('member-4', 'uid-events-3')
    const other = await newServer()
    const { id } = await registerPerformer(client)
    const admin = await kyc.app.signedIn('admin')
    await verifyDocuments(admin, id)
    expect((await events()).at(-1)).toMatchObject({
      type: 'performer.approved',
      object_id: id,
      user_id: 'member-4',
    })
    const set = (status: string, closed: string | null) =>
      kyc.app.sql(
        `UPDATE performer SET status = $2, case_closed = $3, closed_at = CASE WHEN $3::text IS NOT NULL THEN now() END,
           closed_by = CASE WHEN $3::text IS NOT NULL THEN registered_by END WHERE id = $1`,
        [id, status, closed],
      )
    await set('pending', null)
    await set('rejected', null)
    await set('rejected', 'final')
    const states = (await types()).filter((type) => type.startsWith('performer.'))
    expect(states).toEqual([
      'performer.approved',
      'performer.pending',
      'performer.resubmission_requested',
      'performer.rejected',
    ])
    expect(await types(other)).toEqual([])
    const [document] = await kyc.app.sql<{ id: string }>(
      "UPDATE document_version SET expires_on = '2031-04-30' WHERE performer_id = $1 AND type = 'idFront' RETURNING id",
      [id],
    )
    await kyc.app.sql('INSERT INTO expiry_mail (document_id, step) VALUES ($1, 60)', [document?.id])
    expect((await events()).at(-1)).toMatchObject({ type: 'document.expiring', expires_on: '2031-04-30' })
    await kyc.app.sql("UPDATE partner_user SET verified = false WHERE user_id = 'member-4'")
    await set('pending', null)
    expect((await types()).at(-1)).toBe('document.expiring')
  })

  test('contain no name and no address', async () => {
    const { client } = await linked('member-5', 'uid-events-4')
    const { id } = await registerPerformer(client)
    await verifyDocuments(await kyc.app.signedIn('admin'), id)
    const keys = new Set((await events()).flatMap((event) => Object.keys(event)))
    expect([...keys].toSorted()).toEqual(
      ['expires_on', 'id', 'object_id', 'test', 'timestamp', 'type', 'user_id'].toSorted(),
    )
  })

  test('state that a request was opened and resolved', async () => {
    const json = { kind: 'provider', title: 'NO-SUCH-2' }
    const { id } = (await server.call(contract.createRequest, { json })).json as { id: string }
    const admin = await kyc.app.signedIn('admin')
    await admin.post(`/api/takedowns/${id}/rejection`, { version: 1, reason: '該当なし' })
    expect(await events()).toMatchObject([
      { type: 'takedown.opened', object_id: id },
      { type: 'takedown.resolved', object_id: id },
    ])
  })
})

describe('a reader that was away', () => {
  const record = (objectId: string) => inTransaction(kyc.app.services.db, (tx) => write(tx, objectId))
  const write = (tx: Parameters<typeof insertTestEvent>[0], objectId: string) =>
    insertTestEvent(tx, {
      partnerId: server.partnerId,
      type: 'kyc.opened',
      objectId,
      userId: null,
      expiresOn: null,
    })

  test('gets each event exactly once by the last id, in pages', async () => {
    const trial = await withKey(server.partnerId, 'test')
    const ids = Array.from({ length: 7 }, () => crypto.randomUUID())
    for (const id of ids) await record(id)
    const seen: string[] = []
    for (let after = ''; ; ) {
      const reply = await trial.call(contract.listEvents, { search: `?limit=3&after=${after}` })
      const page = reply.json as contract.PartnerEvent[] // parsed by the schema of the call
      seen.push(...page.map(({ object_id }) => object_id))
      if (page.length === 0) break
      after = page.at(-1)?.id ?? ''
    }
    expect(seen).toEqual(ids)
  })

  test('misses no event of a transaction that began earlier and ends later', async () => {
    const trial = await withKey(server.partnerId, 'test')
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    let late: Promise<void> | undefined
    let isDone = false
    await inTransaction(kyc.app.services.db, async (tx) => {
      await write(tx, first)
      late = record(second).then(() => {
        isDone = true
      })
      // The later event waits for this transaction, so no reader sees it first.
      expect(await events('', trial)).toEqual([])
      expect(isDone).toBe(false)
    })
    await late
    expect((await events('', trial)).map(({ object_id }) => object_id)).toEqual([first, second])
  })

  test('is refused if the event that it names is not kept any more, and cannot name that of another partner', async () => {
    const trial = await withKey(server.partnerId, 'test')
    await record(crypto.randomUUID())
    const [event] = await events('', trial)
    const send = (by: PartnerServer) => by.call(contract.listEvents, { search: `?after=${event?.id}` })
    expect(refusalOf(await send(server))).toEqual([400, 'CURSOR_INVALID'])
    expect(refusalOf(await send(await newServer('test')))).toEqual([400, 'CURSOR_INVALID'])
    await kyc.app.sql("UPDATE partner_event SET created_at = now() - interval '91 days' WHERE id = $1", [
      event?.id,
    ])
    await deleteOldEventsOfPartners(kyc.app.services.db)
    expect(refusalOf(await send(trial))).toEqual([400, 'CURSOR_INVALID'])
  })
})

test('a disabled partner gets no event of a performer', async () => {
  const { client } = await linked('member-6', 'uid-events-5')
  const { id } = await registerPerformer(client)
  await superadmin.send(disablePartner, { params: { id: server.partnerId } })
  const count = () =>
    kyc.app.sql('SELECT count(*) FROM partner_event WHERE partner_id = $1', [server.partnerId])
  const before = await count()
  await verifyDocuments(await kyc.app.signedIn('admin'), id)
  expect(await count()).toEqual(before)
})

test.each(Object.entries(testOutcomes))(
  'a test key forces the events of %s',
  async (user_id, { events: forced }) => {
    const trial = await newServer('test')
    const json = { user_id, callback_url: 'https://partner.example.com/callback' }
    await trial.call(contract.createSession, { json })
    expect(await types(trial)).toEqual(forced)
    for (const event of await events('', trial)) expect(event).toMatchObject({ user_id, test: true })
  },
)
