import type { callOutcomes, PartnerCallEntry } from '@kyc/contract/partner-webhooks.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { countBounded } from '../../../platform/lists/page.ts'

type CallRow = Selectable<Tables['partner_call']>

export interface CallFilter {
  readonly partnerId: string
  readonly outcome: (typeof callOutcomes)[number] | undefined
}

/** Newest first; only ids below `before`. */
export async function findCalls(
  db: Db,
  filter: CallFilter,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<CallRow[]> {
  const below = before === undefined ? sql`` : sql`AND id < ${before}::uuid`
  const { rows } = await sql<CallRow>`SELECT * FROM partner_call
    WHERE ${conditionOf(filter)} ${below} ORDER BY id DESC LIMIT ${limit}`.execute(db)
  return rows
}

export function countCalls(db: Db, filter: CallFilter): Promise<number> {
  return countBounded(db, sql`SELECT FROM partner_call WHERE ${conditionOf(filter)}`)
}

function conditionOf({ partnerId, outcome }: CallFilter) {
  const status = {
    all: sql``,
    ok: sql`AND status < 400`,
    failed: sql`AND status >= 400`,
  }[outcome ?? 'all']
  return sql`partner_id = ${partnerId}::uuid ${status}`
}

export function presentCall(row: CallRow): PartnerCallEntry {
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    mode: row.mode,
    keyHint: row.key_hint,
    method: row.method,
    path: row.path,
    status: row.status,
    durationMs: row.duration_ms,
    requestId: row.request_id,
  }
}
