import type { AddressInfo } from 'node:net'
import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { aboutAccount } from '../../features/audit/about.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { createCallChecks } from './call-checks.ts'
import { ObservedWrites } from './observed-writes.ts'
import { useStage } from './test-app.ts'
import { TestClient } from './test-client.ts'
import { undeclaredWrites } from './undeclared-writes.ts'

const { app, person } = useStage({ person: 'user' })

const rename = (tx: Tx) =>
  tx.updateTable('account').set({ name: '別名' }).where('id', '=', person.accountId).execute()

const recordEntry = (tx: Tx, action: 'update' | 'delete' = 'update') =>
  app.services.audit.record(
    tx,
    { actor: person.accountId, ip: null },
    action,
    aboutAccount(person.accountId),
    {},
  )

/** The faults of an endpoint with these declarations whose handler is `act`. */
async function faultsOf(
  declared: Pick<Endpoint, 'audit' | 'unaudited' | 'readsOnly'>,
  act: () => Promise<unknown>,
): Promise<string[]> {
  const writes = new ObservedWrites()
  await writes.during(act).catch(() => undefined)
  return undeclaredWrites({ name: 'things.rename', ...declared } as Endpoint, writes) // the fields that it reads
}

const inTx = (act: (tx: Tx) => Promise<unknown>) => () => inTransaction(app.services.db, act)
const withoutEntry = ['things.rename writes account.name without an entry']

describe('a call differs from its declaration', () => {
  test.each<[string, Parameters<typeof faultsOf>[0], () => Promise<unknown>, string[]]>([
    ['it writes a row without an entry', { audit: ['update'] }, inTx(rename), withoutEntry],
    [
      'it writes a row outside a transaction',
      { audit: ['update'] },
      () => rename(app.services.db as Tx), // a handler that bypasses the type
      withoutEntry,
    ],
    [
      'it writes the entry in another transaction',
      { audit: ['update'] },
      async () => {
        await inTx(rename)()
        await inTx(recordEntry)()
      },
      withoutEntry,
    ],
    [
      'it fails after its transaction has committed',
      { audit: ['update'] },
      async () => {
        await inTx(rename)()
        throw new Error('too late')
      },
      withoutEntry,
    ],
    [
      'it writes by a common table expression',
      { audit: ['update'] },
      inTx((tx) =>
        sql`WITH renamed AS (UPDATE "account" SET name = '別名' WHERE id = ${person.accountId} RETURNING id)
          SELECT id FROM renamed`.execute(tx),
      ),
      withoutEntry,
    ],
    ['it reads only, and writes', { readsOnly: true }, inTx(rename), withoutEntry],
    [
      'it creates an entry of another action',
      { audit: ['update'] },
      inTx((tx) => recordEntry(tx, 'delete')),
      ['things.rename creates an entry "delete" that it does not declare'],
    ],
  ])('%s', async (_, declared, act, faults) => {
    expect(await faultsOf(declared, act)).toEqual(faults)
  })
})

describe('a call agrees with its declaration', () => {
  test.each<[string, Parameters<typeof faultsOf>[0], () => Promise<unknown>]>([
    [
      'it writes the entry in its transaction',
      { audit: ['update'] },
      inTx((tx) => rename(tx).then(() => recordEntry(tx))),
    ],
    ['it states why it creates no entry', { unaudited: 'a reason' }, inTx(rename)],
    [
      'it locks rows and changes none',
      {},
      inTx((tx) => tx.selectFrom('account').select('id').forUpdate().execute()),
    ],
    [
      'it matches no row',
      {},
      inTx((tx) => tx.updateTable('account').set({ name: '別名' }).where('email', '=', 'unknown').execute()),
    ],
    [
      'its transaction is rolled back',
      { audit: ['update'] },
      inTx(async (tx) => {
        await rename(tx)
        throw new Error('refused')
      }),
    ],
    [
      'it counts an attempt',
      {},
      inTx((tx) => sql`UPDATE attempt_bucket SET failures = failures WHERE false`.execute(tx)),
    ],
  ])('%s', async (_, declared, act) => {
    expect(await faultsOf(declared, act)).toEqual([])
  })
})

test('a call that writes without an entry fails', async () => {
  const checks = createCallChecks()
  const services = { ...app.services, audit: { ...app.services.audit, record: async () => undefined } }
  const server = createApp(services, checks)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const client = new TestClient(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`) // TCP
  for (const [name, value] of person.cookies) client.cookies.set(name, value)
  client.csrfToken = person.csrfToken
  const { status } = await client.patch('/api/account', { name: '新しい名前' })
  await server.close()
  expect(status).toBe(500)
  expect(checks.faults).toEqual(
    ['organisation.version', 'account.name', 'account.name_folded', 'account.updated_at'].map(
      (column) => `account.update writes ${column} without an entry`,
    ),
  )
})
