import type * as contract from '@kyc/contract/partner-api.ts'
import type { PartnerPerformer } from '@kyc/contract/partner-api.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import { countBounded, pageById } from '../../../platform/lists/page.ts'
import { Problem } from '../../../platform/problem.ts'
import type { PartnerServices } from '../partner-services.ts'
import type { PartnerCall } from './partner-binding.ts'
import { findTestRecord, pageOfTestRecords } from './test-records.ts'

/** A page of the performers whose status the partner may read (D112); with a test key, of the test performers. */
export async function listPartnerPerformers(
  services: PartnerServices,
  { caller: { mode, partner }, query }: PartnerCall<typeof contract.listPartnerPerformers>,
) {
  const { user_id: userId, ...paging } = query
  const filter = { partnerId: partner.id, userId }
  const list = ['partner performers', mode, partner.id, userId]
  if (mode === 'test') return pageOfTestRecords(services, list, { ...filter, kind: 'performer' }, paging)
  const { db, cursors } = services
  const { rows, page } = await pageById(
    cursors,
    list,
    paging,
    (bounds) => findPerformers(db, filter, bounds),
    () => countBounded(db, sql`SELECT FROM partner_performer l WHERE ${conditionOf(filter)}`),
  )
  return { body: rows.map(present), page }
}

/** One of these performers. @throws Problem NOT_FOUND, also if the partner may not read it */
export async function getPartnerPerformer(
  { db }: PartnerServices,
  { caller: { mode, partner }, params: { id } }: PartnerCall<typeof contract.getPartnerPerformer>,
) {
  const filter = { partnerId: partner.id, userId: undefined }
  const shown =
    mode === 'test'
      ? await findTestRecord(db, { ...filter, kind: 'performer' }, id)
      : await findPerformer(db, filter, id)
  if (!shown) throw new Problem('NOT_FOUND')
  return { body: shown }
}

interface PerformerRow {
  readonly id: string
  readonly user_id: string
  readonly status: PartnerPerformer['status']
  readonly expires_on: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

interface Filter {
  readonly partnerId: string
  readonly userId: string | undefined
}

/** Two users of a partner may have one account: its performers are shown once, for the first of them. */
async function findPerformers(
  db: Db,
  filter: Filter,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<PerformerRow[]> {
  return select(db, filter, before === undefined ? sql`true` : sql`p.id < ${before}::uuid`, limit)
}

async function findPerformer(db: Db, filter: Filter, id: string): Promise<PartnerPerformer | undefined> {
  const [row] = isId(id) ? await select(db, filter, sql`p.id = ${id}::uuid`, 1) : []
  return row && present(row)
}

async function select(
  db: Db,
  filter: Filter,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<PerformerRow[]> {
  const { rows } = await sql<PerformerRow>`
    SELECT p.id, min(l.user_id) AS user_id, p.status, p.expires_on, p.created_at, p.updated_at
    FROM partner_performer l JOIN performer p ON p.id = l.performer_id
    WHERE ${conditionOf(filter)} AND ${condition} GROUP BY p.id ORDER BY p.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

function conditionOf({ partnerId, userId }: Filter): RawBuilder<unknown> {
  const ofUser = userId === undefined ? sql`` : sql`AND l.user_id = ${userId}`
  return sql`l.partner_id = ${partnerId}::uuid ${ofUser}`
}

/** Ids, codes and days only. */
function present(row: PerformerRow): PartnerPerformer {
  return {
    id: row.id,
    user_id: row.user_id,
    status: row.status,
    expires_on: row.expires_on,
    test: false,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
