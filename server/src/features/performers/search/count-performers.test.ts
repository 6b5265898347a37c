import { beforeAll, expect, test } from 'vitest'
import type { AccountId } from '../../../platform/ids.ts'
import { insertAccountRow, insertPerformerRows, performerRow } from '../../../testing/app/performer-rows.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useDatabase } from '../../../testing/app/test-database.ts'
import { personalOf } from '../../access/scope.ts'
import { countPerformers } from './count-performers.ts'

const clock = new TestClock('2026-06-01T00:00:00Z')
const database = useDatabase()
let owner: AccountId
let other: AccountId

beforeAll(async () => {
  owner = await insertAccountRow(database.db)
  other = await insertAccountRow(database.db)
  const rows = Array.from({ length: 1200 }, (_, n) =>
    performerRow(owner, {
      last_name: '鈴木',
      status: n < 5 ? 'rejected' : 'pending',
      ...(n < 20 ? { first_name: '椿', expires_on: '2026-01-01' } : {}),
    }),
  )
  await insertPerformerRows(database.db, [...rows, performerRow(other, { first_name: '椿' })])
})

test('each state is counted up to the bound, and with a search only its matches are counted (D19)', async () => {
  const services = { db: database.db, clock }
  const count = (search?: string, id = owner) =>
    countPerformers(services, { organisation: personalOf(id), namesFor: id }, { search })
  expect(await count('椿')).toEqual({
    total: 20,
    pending: 15,
    approved: 0,
    rejected: 5,
    draft: 0,
    waiting: 15,
    expiring: 20,
  })
  expect(await count('鈴')).toEqual({
    total: 1000,
    pending: 1000,
    approved: 0,
    rejected: 5,
    draft: 0,
    waiting: 1000,
    expiring: 20,
  })
  expect(await count()).toMatchObject({ total: 1000, pending: 1000, rejected: 5 })
  expect(await count('椿', other), 'only own records').toMatchObject({ total: 1 })
})
