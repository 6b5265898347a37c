import type * as contract from '@kyc/contract/partner-api.ts'
import type { PartnerRequest } from '@kyc/contract/partner-api.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { countBounded, pageById } from '../../../platform/lists/page.ts'
import { Problem } from '../../../platform/problem.ts'
import type { PartnerServices } from '../partner-services.ts'
import type { PartnerCall } from './partner-binding.ts'
import { findTestRecord, pageOfTestRecords } from './test-records.ts'

/** A page of the requests that the partner has opened; with a test key, of the test requests. */
export async function listRequests(
  services: PartnerServices,
  { caller: { mode, partner }, query }: PartnerCall<typeof contract.listRequests>,
) {
  const list = ['partner requests', mode, partner.id]
  if (mode === 'test')
    return pageOfTestRecords(services, list, { partnerId: partner.id, kind: 'request' }, query)
  const { db, cursors } = services
  const { rows, page } = await pageById(
    cursors,
    list,
    query,
    ({ before, limit }) =>
      select(db, partner.id, before === undefined ? sql`true` : sql`l.takedown_id < ${before}::uuid`, limit),
    () => countBounded(db, sql`SELECT FROM partner_takedown WHERE partner_id = ${partner.id}::uuid`),
  )
  return { body: rows.map(present), page }
}

/** One of these requests. @throws Problem NOT_FOUND, also of a request that another partner has opened */
export async function getRequest(
  { db }: PartnerServices,
  { caller: { mode, partner }, params: { id } }: PartnerCall<typeof contract.getRequest>,
) {
  const shown =
    mode === 'test'
      ? await findTestRecord(db, { partnerId: partner.id, kind: 'request' }, id)
      : await findRequest(db, partner.id, id)
  if (!shown) throw new Problem('NOT_FOUND')
  return { body: shown }
}

export async function findRequest(
  db: Db,
  partnerId: string,
  id: string,
): Promise<PartnerRequest | undefined> {
  const [row] = isId(id) ? await select(db, partnerId, sql`l.takedown_id = ${id}::uuid`, 1) : []
  return row && present(row)
}

export async function insertPartnerTakedown(
  tx: Tx,
  { takedownId, partnerId }: { readonly takedownId: string; readonly partnerId: string },
): Promise<void> {
  await tx.insertInto('partner_takedown').values({ takedown_id: takedownId, partner_id: partnerId }).execute()
}

interface RequestRow {
  readonly id: string
  readonly number: string
  readonly kind: PartnerRequest['kind']
  readonly state: PartnerRequest['state']
  readonly received_at: Date
  readonly due_at: Date
  readonly confirmed_at: Date | null
  readonly closed_at: Date | null
}

async function select(
  db: Db,
  partnerId: string,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    SELECT t.id, t.number, t.kind, t.state, t.received_at, t.due_at, t.confirmed_at, t.closed_at
    FROM partner_takedown l JOIN takedown t ON t.id = l.takedown_id
    WHERE l.partner_id = ${partnerId}::uuid AND ${condition} ORDER BY l.takedown_id DESC LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

function present(row: RequestRow): PartnerRequest {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    state: row.state,
    test: false,
    received_at: row.received_at.toISOString(),
    due_at: row.due_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
  }
}
