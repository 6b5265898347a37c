import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createExplainedDatabase, rowsRead } from '../../../testing/app/explained-database.ts'
import { companyWith } from '../../../testing/app/organisations.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { aboutDocument, aboutPerformer } from '../../audit/about.ts'
import { readOpenings } from './read-openings.ts'

const clock = new TestClock('2026-05-01T15:30:00Z')
const { app, admin } = useStage({ admin: 'admin' }, { overrides: { clock } })
let company: string
let staff: TestAccount
let performer: string

beforeEach(async () => {
  clock.moveTo('2026-05-01T15:30:00Z')
  ;({ id: company, staff } = await companyWith(app))
  performer = randomUUID()
})

type Type = Parameters<typeof aboutDocument>[1]
type Action = 'read' | 'download' | 'update'

function record(actor: string | null, type: Type, action: Action = 'read'): Promise<void> {
  const { db, audit } = app.services
  const about = aboutDocument({ id: performer, owner_id: company }, type)
  return inTransaction(db, (tx) => audit.record(tx, { actor, ip: null }, action, about, {}))
}

const openings = (language: 'ja' | 'en' = 'ja') => readOpenings(app.services.db, performer, language)

test('openings name the organisation or the office, the day in Japan and the document, newest first, and no person', async () => {
  await record(staff.accountId, 'idFront')
  clock.moveTo('2026-05-03T00:00:00Z')
  await record(admin.accountId, 'contract', 'download')
  expect(await openings()).toEqual([
    { by: '運営', on: '2026-05-03', document: '契約書' },
    { by: '見本制作', on: '2026-05-02', document: '身分証明書表面' },
  ])
  expect((await openings('en')).map(({ by, document }) => [by, document])).toEqual([
    ['The operator of this system', 'Contract'],
    ['見本制作', 'Front of your ID'],
  ])
})

test('several openings of a document on one day are one; uploads, acts of the performer and views of details are none', async () => {
  for (const action of ['read', 'read', 'download', 'update'] as const)
    await record(staff.accountId, 'selfie', action)
  await record(null, 'selfie')
  const { db, audit } = app.services
  await inTransaction(db, (tx) =>
    audit.record(tx, { actor: staff.accountId, ip: null }, 'read', aboutPerformer(performer, company), {}),
  )
  expect(await openings()).toEqual([{ by: '見本制作', on: '2026-05-02', document: '本人写真' }])
})

test('a member who has left still opened them for the organisation', async () => {
  await record(staff.accountId, 'selfie')
  await staff.delete(`/api/organisations/${company}/members/${staff.accountId}`)
  expect(await openings()).toMatchObject([{ by: '見本制作' }])
})

test('openings of another performer are not shown', async () => {
  await record(staff.accountId, 'selfie')
  performer = randomUUID()
  expect(await openings()).toEqual([])
})

const explained = useStarted(createExplainedDatabase)

beforeAll(async () => {
  // A performer of whom documents were opened once, long ago, and one of whom they are opened all the time.
  await sql`INSERT INTO audit_event (id, at_us, actor, action, rtype, rid, subject, owner, writer, wseq, ip_commit, details_commit,
      leaf, mac)
    SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n, ${busy}::uuid,
      CASE WHEN n % 7 = 0 THEN 'update' ELSE 'read' END, 'document', who || '/selfie', who::uuid, ${busy}::uuid,
      ${randomUUID()}::uuid, n, '', '', '', ''
    FROM generate_series(1, 60000) n, LATERAL (SELECT CASE WHEN n = 1 THEN ${quiet} WHEN n % 15 = 0 THEN ${busy}
      ELSE '01900000-0000-7000-9000-' || lpad(to_hex(n % 500), 12, '0') END AS who) subject`.execute(
    explained.db,
  )
  await explained.analyze()
}, 60_000)

const [busy, quiet] = [randomUUID(), randomUUID()]

test.each([
  ['many', busy, 600],
  ['few', quiet, 5],
])('the openings of a performer with %s entries read no others', async (_, id, most) => {
  const nodes = await explained.plansOf(() => readOpenings(explained.db, id, 'ja'))
  expect(rowsRead(nodes, 'audit_event')).toBeLessThanOrEqual(most)
})
