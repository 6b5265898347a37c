import { hour, second } from '@kyc/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { sealLog } from '../../../testing/app/seal-log.ts'
import { sealedRow } from '../../../testing/app/sealed-records.ts'
import { testActor } from '../../../testing/app/test-actor.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { createAuditWriter } from '../../audit/record.ts'
import { readLoggedDecisions } from '../../records/destruction/logged-decisions.ts'
import { endHold, holdSealed } from './hold-sealed.ts'
import { confirmDestruction, requestDestruction } from './request-destruction.ts'

const { app, owner, admin, one, other } = useStage({
  owner: 'user',
  admin: 'admin',
  one: 'superadmin',
  other: 'superadmin',
})

/** The services of a process whose clock differs by these milliseconds. */
function processWithClock(difference: number) {
  const clock = { now: () => new Date(Date.now() + difference) }
  return { ...app.services, clock, audit: createAuditWriter(app.services.auditKeys, clock) }
}
const actBy = (account: TestAccount, id: string) => ({
  actor: testActor('superadmin', account.accountId),
  id,
  ip: null,
  reason: '訴訟',
})
const decisions = (id: string) =>
  inTransaction(app.services.db, (tx) => readLoggedDecisions(app.services.auditKeys, tx, id))

test('decisions count in the order of their transactions, also if the clock of the first process is 30 s ahead', async () => {
  const ahead = processWithClock(30 * second)
  const id = await sealedRow(app, owner, admin)
  await holdSealed(ahead, actBy(one, id))
  await endHold(app.services, actBy(one, id))
  await requestDestruction(ahead, { ...actBy(one, id), kind: 'subject_request' })
  await confirmDestruction(app.services, actBy(other, id))
  const decided = { held: false, requestedBy: one.accountId, confirmedBy: other.accountId }
  expect(await decisions(id)).toMatchObject(decided)
  await sealLog(app)
  expect(await decisions(id)).toMatchObject(decided)
})

test('a leaf that the login of the server inserts ends no hold, and a later hold can still be ended', async () => {
  const earlier = processWithClock(-hour)
  const id = await sealedRow(app, owner, admin)
  await holdSealed(earlier, actBy(one, id))
  await endHold(earlier, actBy(one, id))
  await holdSealed(app.services, actBy(one, id))
  await app.sql(
    `INSERT INTO audit_leaf (leaf_index, event_id, leaf)
     SELECT (SELECT coalesce(max(leaf_index) + 1, 0) FROM audit_leaf), id, leaf FROM audit_event
     WHERE rid = $1 ORDER BY id DESC LIMIT 1`,
    [id],
  )
  expect(await decisions(id)).toMatchObject({ held: true })
  await endHold(app.services, actBy(one, id))
  expect(await decisions(id)).toMatchObject({ held: false })
})
