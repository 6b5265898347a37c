/** @module-tag long */

import { randomBytes } from 'node:crypto'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDamagedBoxes, renewBoxes } from '../../platform/crypto/box-column.ts'
import { masterKey } from '../../platform/crypto/master-key.ts'
import { newDataKey, unwrapKey, wrapKey } from '../../platform/crypto/wrapped-key.ts'
import { openOwnerDatabase } from '../../platform/db/database.ts'
import { silentLog } from '../../platform/log.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { insertDelivery, registerPartner } from '../../testing/app/partners.ts'
import { insertAccountRow, insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { enrolTotp } from '../../testing/app/second-factor.ts'
import { signIn } from '../../testing/app/sign-in.ts'
import { createTestApp, type TestAccount, type TestApp } from '../../testing/app/test-app.ts'
import type { TestClient } from '../../testing/app/test-client.ts'
import { createTestDatabase } from '../../testing/app/test-database.ts'
import { sendRegistration } from '../../testing/app/uploads.ts'
import { boxColumns } from './box-columns.ts'
import { createGenerations, renewAllBoxes } from './renew-keys.ts'
import { rotateMasterKey } from './rotate-master-key.ts'

type Server = Awaited<ReturnType<TestApp['neighbour']>>

const keyCount = Number(process.env.ROTATED_KEYS ?? 2500)

let oldKey: Buffer
let newKey: Buffer
/** A server with the old master key, which also has the new one. */
let app: TestApp
/** A server that already uses the new master key. */
let swapped: Server
let owner: ReturnType<typeof openOwnerDatabase>
let user: TestAccount
beforeEach(async () => {
  ;[oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const database = await createTestDatabase()
  owner = openOwnerDatabase(database.ownerUrl, silentLog())
  app = await createTestApp({
    database,
    env: { MASTER_KEY: text(oldKey), MASTER_KEY_PREVIOUS: text(newKey) },
  })
  swapped = await app.neighbour({ MASTER_KEY: text(newKey), MASTER_KEY_PREVIOUS: text(oldKey) })
  user = await app.signedIn('user')
})
afterEach(async () => {
  await owner[Symbol.asyncDispose]()
  await swapped.close()
  await app.close()
})

const rotate = (onProgress?: (examined: number) => void) =>
  rotateMasterKey({ ...swapped.services, ownerDb: owner.db }, onProgress)
const text = (key: Buffer) => key.toString('base64')
const idOf = (key: Buffer) => masterKey(key).id

/** Inserts performers without files, whose keys are wrapped by the old master key. */
async function insertKeys(count: number): Promise<string[]> {
  const owner = await insertAccountRow(app.services.db)
  const rows = Array.from({ length: count }, () => performerRow(owner))
  await insertPerformerRows(app.services.db, rows)
  const ids = rows.map(({ id }) => id)
  const wrapped = ids.map((id) => wrapKey(app.services.masterKey, newDataKey(), id).wrapped)
  await app.sql(
    'INSERT INTO performer_key (performer_id, kek_id, wrapped) SELECT id, $1, k FROM unnest($2::uuid[], $3::bytea[]) AS t (id, k)',
    [idOf(oldKey), ids, wrapped],
  )
  return ids
}

const countByMasterKey = async () =>
  Object.fromEntries(
    (
      await app.sql<{ kek_id: string; n: number }>(
        `SELECT kek_id, count(*)::int AS n FROM (SELECT kek_id FROM performer_key UNION ALL SELECT kek_id FROM data_key) k
         GROUP BY 1`,
      )
    ).map(({ kek_id, n }) => [kek_id, n]),
  )

/** Resolves when a statement waits for the transaction of `app.sql`. */
async function waitsForLock(): Promise<void> {
  const blocked = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
  const waiting = async () => {
    await app.sql('SELECT pg_stat_clear_snapshot()')
    return (await app.sql(blocked)).length
  }
  await expect.poll(waiting).toBe(1)
}

/** Reads a document again and again until `stop`, and returns the statuses. */
function readUntil(stop: AbortSignal, client: TestClient, performerId: string): Promise<number[]> {
  const path = `/api/performers/${performerId}/documents/idFront?download=1`
  const read = async (statuses: number[]): Promise<number[]> =>
    stop.aborted ? statuses : read([...statuses, (await client.get(path)).status])
  return read([])
}

test('a rotation under load re-wraps every key without a failed read, and ends the use of the old master key', async () => {
  const performer = await registerPerformer(user)
  await insertKeys(keyCount)
  const colleague = await signIn(swapped.services, swapped.url, user.accountId)
  const stop = new AbortController()
  const readers = [user, colleague].map((client) => readUntil(stop.signal, client, performer.id))
  const examined: number[] = []
  const { retired, damaged } = await rotate((n) => examined.push(n))
  const registered = await sendRegistration(colleague)
  stop.abort()
  const statuses = (await Promise.all(readers)).flat()
  expect({ retired, damaged, registered: registered.status }).toEqual({
    retired: [idOf(oldKey)],
    damaged: [],
    registered: 201,
  })
  expect(statuses.length).toBeGreaterThan(3)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(Math.max(...examined)).toBe(keyCount + 1)
  expect(Object.keys(await countByMasterKey())).toEqual([idOf(newKey)])
  const admin = await app.signedIn('admin')
  const entries = await admin.send(listAuditLogs, { query: { resourceType: 'key' } })
  expect(entries.map(({ details }) => details)).toEqual([
    { before: { masterKey: idOf(oldKey) }, after: { masterKey: idOf(newKey) } },
  ])
  // A server that still wraps keys by the old master key can register nothing, and a start with that key fails.
  expect((await sendRegistration(user)).status).toBe(500)
  await expect(app.neighbour()).rejects.toThrow('was replaced on')
  const after = await app.neighbour({ MASTER_KEY: text(newKey), MASTER_KEY_PREVIOUS: '' })
  const reader = await signIn(after.services, after.url, user.accountId)
  expect((await reader.get(`/api/performers/${performer.id}/documents/idFront`)).status).toBe(200)
  await after.close()
  expect(await rotate()).toEqual({ retired: [], damaged: [] })
})

test('an interrupted rotation is continued by the next one', async () => {
  await insertKeys(1100)
  const interrupted = rotate(() => {
    throw new Error('interrupted')
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  expect((await countByMasterKey())[idOf(oldKey)]).toBe(100)
  expect(await rotate()).toEqual({ retired: [idOf(oldKey)], damaged: [] })
})

test('a key that is destroyed during the rotation does not return', async () => {
  const [id] = await insertKeys(1)
  await app.sql("SET session_replication_role = 'replica'")
  await app.sql('BEGIN')
  await app.sql('UPDATE performer_key SET wrapped = NULL, destroyed_at = now()')
  const rotation = rotate()
  await waitsForLock()
  await app.sql('COMMIT')
  expect(await rotation).toMatchObject({ damaged: [] })
  expect(await app.sql('SELECT kek_id, wrapped FROM performer_key WHERE performer_id = $1', [id])).toEqual([
    { kek_id: idOf(newKey), wrapped: null },
  ])
})

test('a key that a server wraps by the old master key at the end of the rotation is wrapped again', async () => {
  await app.sql('BEGIN')
  await insertKeys(1)
  const rotation = rotate()
  await waitsForLock()
  await app.sql('COMMIT')
  expect(await rotation).toEqual({ retired: [idOf(oldKey)], damaged: [] })
})

test('a damaged key is reported, and keeps the old master key until it is restored', async () => {
  const [damaged, sound] = await insertKeys(2)
  const flip = () =>
    app.sql(
      'UPDATE performer_key SET wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) WHERE performer_id = $1',
      [damaged],
    )
  await flip()
  expect(await rotate()).toEqual({ retired: [], damaged: [damaged] })
  const [row] = await app.sql<{ kek_id: string; wrapped: Buffer }>(
    'SELECT kek_id, wrapped FROM performer_key WHERE performer_id = $1',
    [sound],
  )
  expect(row?.kek_id).toBe(idOf(newKey))
  expect(() =>
    unwrapKey(
      masterKey(newKey),
      { kekId: idOf(newKey), wrapped: row?.wrapped ?? Buffer.alloc(0) },
      sound ?? '',
    ),
  ).not.toThrow()
  await flip()
  expect(await rotate()).toEqual({ retired: [idOf(oldKey)], damaged: [] })
})

test('a renewal encrypts every stored box with a new key, which all servers read, and reports damaged ones', async () => {
  const { services } = app
  await enrolTotp(user, services.clock)
  const partner = await registerPartner(services, 'https://partner.example.com')
  await insertDelivery(services, partner)
  await services.signingKeys.current()
  await services.installationKeys.current()
  const mails = await app.mails()
  await registerPerformer(user)
  await createGenerations(
    { ...services, ownerDb: owner.db },
    [...new Set(boxColumns.map(({ purpose }) => purpose)), 'audit-pii'],
    0,
  )
  await Promise.all([services.keyRing.refresh(), swapped.services.keyRing.refresh()])
  // One box is damaged, and one is written with the new key before the renewal.
  await app.sql(
    'UPDATE signing_key SET private_enc = set_byte(private_enc, 30, get_byte(private_enc, 30) # 1)',
  )
  await registerPartner(swapped.services, 'https://other.example.com')
  await app.sql("UPDATE data_key SET active_at = active_at - interval '1 hour'")
  const renewed = new Map<string, number>()
  const damaged = await renewAllBoxes(services, (purpose, n) => renewed.set(purpose, n))
  expect(damaged).toEqual([expect.stringMatching(/^partner-signing-key:/)])
  expect(Object.fromEntries(renewed)).toEqual({
    'totp-secret': 1,
    'partner-secret': 1,
    'partner-signing-key': 0,
    'contract-key': 1,
    'picture-hash': 1,
    'partner-payload': 1,
    'saved-reply': 1,
    'mail-queue': mails.length,
  })
  expect(mails.length).toBeGreaterThan(0)
  for (const column of boxColumns) {
    const lost = await findDamagedBoxes(services.db, swapped.services.keyRing.boxKeys(column.purpose), column)
    expect(lost, column.purpose).toHaveLength(column.purpose === 'partner-signing-key' ? 1 : 0)
  }
  expect(await app.mails()).toEqual(mails)
  const admin = await app.signedIn('admin')
  const [entry] = await admin.send(listAuditLogs, { query: { resourceType: 'key' } })
  expect(entry?.details.renewedKeys).toContain('audit-pii')
  const all = await admin.send(listAuditLogs)
  expect(all.filter(({ unreadable }) => unreadable)).toEqual([])
  renewed.clear()
  await renewAllBoxes(services, (purpose, n) => renewed.set(purpose, n))
  expect([...renewed.keys()]).toEqual(['partner-signing-key'])
})

test('a renewal ends although the key of another renewal becomes active meanwhile', async () => {
  const { services } = app
  await insertDelivery(services, await registerPartner(services, 'https://partner.example.com'))
  for (const _ of ['first', 'second'])
    await createGenerations({ ...services, ownerDb: owner.db }, ['partner-payload'], 0)
  await services.keyRing.refresh()
  const column = boxColumns.find(({ purpose }) => purpose === 'partner-payload')
  if (!column) throw new Error('no such column')
  let isActive = false
  const keys = {
    generations: services.keyRing.boxKeys(column.purpose).generations,
    get newest() {
      return isActive ? 3 : 2
    },
  }
  // The key of the second renewal is active from the first decryption on.
  const contextOf = (id: string) => {
    isActive = true
    return column.contextOf(id)
  }
  let rounds = 0
  const onProgress = () => {
    if (++rounds === 5) throw new Error('endless')
  }
  expect(await renewBoxes(services.db, keys, { ...column, contextOf }, onProgress)).toEqual([])
})
