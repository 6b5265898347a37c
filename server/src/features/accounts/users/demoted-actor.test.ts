import { changeRole, confirmSuperadmin, disableUser, getUser } from '@kyc/contract/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestReply } from '../../../testing/app/test-client.ts'

const { app, superadmin } = useStage({ superadmin: 'superadmin' })

/** Whether a transaction waits for a lock on a row. */
async function isBlocked(): Promise<boolean> {
  const rows = await app.sql(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return rows.length > 0
}

/** The reply of `call` if its account is demoted to admin after the call was admitted, and before it acts. */
async function callWhileDemoted(by: TestAccount, call: () => Promise<TestReply>): Promise<TestReply> {
  let reply: Promise<TestReply> | undefined
  await inTransaction(app.services.db, async (tx) => {
    await sql`UPDATE account SET role = 'admin', own_role = 'admin' WHERE id = ${by.accountId}`.execute(tx)
    await sql`DELETE FROM session WHERE account_id = ${by.accountId}`.execute(tx)
    reply = call()
    await expect.poll(isBlocked).toBe(true)
  })
  if (!reply) throw new Error('the call was not made')
  return reply
}

test('a superadmin that is demoted during its call changes no role, and acts on no user', async () => {
  for (const [endpoint, json] of [
    [changeRole, { role: 'admin' }],
    [changeRole, { role: 'auditor' }],
    [disableUser, undefined],
    [confirmSuperadmin, undefined],
  ] as const) {
    const former = await app.signedIn('superadmin')
    const { accountId: id } = await app.signedIn('user')
    const path = `/api${endpoint.path.replace('{id}', id)}`
    const reply = await callWhileDemoted(former, () => former.call(endpoint.method, path, { json }))
    expect(refusalOf(reply), endpoint.name).toEqual([401, 'UNAUTHENTICATED'])
    const { role, state } = await superadmin.send(getUser, { params: { id } })
    expect([role, state === 'disabled']).toEqual(['user', false])
  }
})
