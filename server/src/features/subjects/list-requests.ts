import { dayInJapan } from '@kyc/contract/dates.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listSubjectRequests as endpoint, SubjectRequest } from '@kyc/contract/subjects.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { boundedTotal, countBounded, cutPage, type PageInfo } from '../../platform/lists/page.ts'
import { presentRequest } from './present-request.ts'
import { findRequests, type RequestRow } from './requests-repository.ts'
import type { SubjectServices } from './subject-services.ts'

/**
 * Open requests, those that are due first in front, or answered ones, newest first. Lists are not audited.
 */
export async function listSubjectRequests(
  services: SubjectServices,
  { state = 'open', limit = limits.page.size, cursor }: QueryOf<typeof endpoint>,
): Promise<{ body: SubjectRequest[]; page: PageInfo }> {
  const { cursors, db } = services
  const name = `subject-requests/${state}`
  const [first, id] = cursor === undefined ? [] : cursors.decode(name, cursor)
  const { all, after, order, position } = orders[state]
  const from = first === undefined || id === undefined ? all : sql`${all} AND ${after(first, id)}`
  const rows = await findRequests(db, from, sql`${order} LIMIT ${limit + 1}`)
  const { shown, next } = cutPage(rows, limit, (last) => cursors.encode(name, [position(last), last.id]))
  const total = boundedTotal(await countBounded(db, sql`SELECT FROM subject_request r WHERE ${all}`))
  return {
    body: await Promise.all(shown.map((row) => presentRequest(services, db, row))),
    page: { next, ...total },
  }
}

const orders = {
  open: {
    all: sql`r.state = 'open'`,
    after: (due: string, id: string) => sql`(r.due_on, r.id) > (${due}::date, ${id}::uuid)`,
    order: sql`ORDER BY r.due_on, r.id`,
    position: (row: RequestRow) => row.due_on,
  },
  answered: {
    all: sql`r.state <> 'open'`,
    after: (at: string, id: string) => sql`(r.responded_at, r.id) < (${at}::timestamptz, ${id}::uuid)`,
    order: sql`ORDER BY r.responded_at DESC, r.id DESC`,
    position: (row: RequestRow) => row.responded_at?.toISOString() ?? '',
  },
} as const

/** The requests about a performer, newest first. */
export async function listPerformerRequests(
  services: SubjectServices,
  performerId: string,
): Promise<SubjectRequest[]> {
  const { db } = services
  const rows = await findRequests(db, sql`r.performer_id = ${performerId}`, sql`ORDER BY r.id DESC`)
  return Promise.all(rows.map((row) => presentRequest(services, db, row)))
}

/** The number of open requests past their due date, up to `limits.countBound`. */
export function countOverdueRequests({ clock, db }: { clock: Clock; db: Db }): Promise<number> {
  const today = dayInJapan(clock.now())
  return countBounded(db, sql`SELECT FROM subject_request WHERE state = 'open' AND due_on < ${today}`)
}
