import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../platform/db/database.ts'
import { createExplainedDatabase, rowsRead } from '../../../testing/app/explained-database.ts'
import { insertAccountRow } from '../../../testing/app/performer-rows.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import {
  countEvidence,
  countSeen,
  countTypes,
  findLists,
  findOpened,
  findSeen,
  type LeakPeriod,
} from './leak-repository.ts'

/** Enough entries of other accounts that reading them all would cost more than any index. */
const size = 20_000
/** The entries of the account; half of them are in the period. */
const own = 200
/** The time of the first entry; each is a second later. */
const start = 1_772_409_600_000

const database = useStarted(createExplainedDatabase)
let accountId: string

beforeAll(async () => {
  const { db } = database
  accountId = await insertAccountRow(db)
  const other = await insertAccountRow(db)
  const every = size / own
  await sql`INSERT INTO audit_event (id, at_us, actor, action, rtype, rid, subject, writer, wseq, ip_commit, details_commit, leaf, mac)
    SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ms * 1000,
      (CASE WHEN n % ${sql.lit(every)} = 0 THEN ${accountId} ELSE ${other} END)::uuid, 'read', 'document',
      ${other}::text || '/idFront', ${other}::uuid, ${other}::uuid, n, '', '', '', ''
    FROM generate_series(1, ${sql.lit(size)}) n,
      LATERAL (SELECT ${sql.lit(start)} + n * 1000 AS ms) at, LATERAL (SELECT lpad(to_hex(ms), 12, '0') AS hex) hexed`.execute(
    db,
  )
  await database.analyze()
})

const reads: Readonly<Record<string, (db: Db, period: LeakPeriod) => Promise<unknown>>> = {
  'the totals': countSeen,
  'the types of documents': countTypes,
  'the attachments': countEvidence,
  'the lists': (db, period) => findLists(db, period, 100),
  'the performers': (db, period) => findSeen(db, period, { after: undefined, limit: 51 }),
  'their documents': (db, period) =>
    findOpened(db, period, { action: 'read', persons: 'all', after: undefined, limit: 5000 }),
}

test.each(Object.entries(reads))(
  '%s of an account are read from its own entries of the period only',
  async (_, read) => {
    const from = new Date(start + (size / 2) * 1000)
    const period = { accountId, from, until: new Date('2099-01-01T00:00:00Z') }
    const plan = await database.plansOf(() => read(database.db, period))
    expect(
      plan.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'audit_event'),
    ).toBe(false)
    // The lists are read twice: to show and to count them.
    expect(rowsRead(plan, 'audit_event')).toBeLessThanOrEqual(own + 2)
  },
)
