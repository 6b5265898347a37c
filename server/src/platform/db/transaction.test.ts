import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../testing/app/test-database.ts'
import { afterCommit, inTransaction, type Tx } from './transaction.ts'

const database = useDatabase()

test('runs follow-ups after a commit but not after a rollback', async () => {
  const steps: string[] = []
  await inTransaction(database.db, async (tx) => {
    afterCommit(tx, () => steps.push('follow-up'))
    await sql`SELECT 1`.execute(tx)
    steps.push('act')
  })
  const failing = inTransaction(database.db, async (tx) => {
    afterCommit(tx, () => steps.push('never'))
    throw new Error('the act fails')
  })
  await expect(failing).rejects.toThrow('the act fails')
  expect(steps).toEqual(['act', 'follow-up'])
})

test('refuses a follow-up on a transaction that inTransaction did not start', async () => {
  const act = database.db.transaction().execute(async (tx) => afterCommit(tx, () => undefined))
  await expect(act).rejects.toThrow('inTransaction')
})

test('refuses queries on a finished transaction', async () => {
  const finished = await inTransaction(database.db, async (tx): Promise<{ tx: Tx }> => ({ tx }))
  await expect(sql`SELECT 1`.execute(finished.tx)).rejects.toThrow('already committed')
})
