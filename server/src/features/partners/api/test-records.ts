import { dayInJapan } from '@kyc/contract/dates.ts'
import { day as oneDay } from '@kyc/contract/durations.ts'
import type { PartnerPerformer, PartnerRequest } from '@kyc/contract/partner-api.ts'
import { partnerEventTypes, testOutcomeOf } from '@kyc/contract/partner-api-vocabulary.ts'
import type { PartnerTitle } from '@kyc/contract/partner-shares.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { countBounded, type PageInfo, pageById } from '../../../platform/lists/page.ts'
import type { PartnerServices } from '../partner-services.ts'
import { insertTestEvent } from './event-repository.ts'

// What a test key creates and reads (D112): no person, no title, and no record of a live key.

interface Shown {
  readonly performer: PartnerPerformer
  readonly request: PartnerRequest
  readonly title: PartnerTitle
}

export interface TestRow<Kind extends keyof Shown> {
  readonly id: string
  readonly shown: Shown[Kind]
}

interface Filter<Kind> {
  readonly partnerId: string
  readonly kind: Kind
  /** The partner's own id: of a user, or of a title. */
  readonly userId?: string | undefined
}

export async function insertTestRecord<Kind extends keyof Shown>(
  tx: Tx,
  { partnerId, kind }: Filter<Kind>,
  shown: Shown[Kind],
): Promise<void> {
  const user_id = 'user_id' in shown ? shown.user_id : 'reference' in shown ? shown.reference : null
  await tx
    .insertInto('partner_test_record')
    .values({
      id: shown.id,
      partner_id: partnerId,
      kind,
      user_id,
      shown: JSON.stringify(shown),
      created_at: sql`now()`,
    })
    .execute()
}

export async function updateTestRecord(tx: Tx, shown: Shown[keyof Shown]): Promise<void> {
  await sql`UPDATE partner_test_record SET shown = ${JSON.stringify(shown)} WHERE id = ${shown.id}::uuid`.execute(
    tx,
  )
}

interface TestSession {
  readonly partnerId: string
  readonly sessionId: string
  readonly userId: string
}

/**
 * Writes the performer and the events that the id of a test user demands. A repeated session adds no second performer.
 */
export async function forceOutcome(
  { clock }: Pick<PartnerServices, 'clock'>,
  tx: Tx,
  { partnerId, sessionId, userId }: TestSession,
): Promise<void> {
  const { performer, events } = testOutcomeOf(userId)
  const of = { partnerId, kind: 'performer', userId } as const
  const [existing] = await findTestRecords(tx, of, { before: undefined, limit: 1 })
  const shown = existing?.shown ?? (performer && testPerformer(userId, performer, clock.now()))
  if (shown && !existing) await insertTestRecord(tx, of, shown)
  for (const type of events) {
    const objectId = partnerEventTypes[type] === 'session' ? sessionId : shown?.id
    const expiresOn = type === 'document.expiring' ? (shown?.expires_on ?? null) : null
    if (objectId) await insertTestEvent(tx, { partnerId, type, objectId, userId, expiresOn })
  }
}

function testPerformer(
  userId: string,
  { status, expired }: { readonly status: PartnerPerformer['status']; readonly expired?: true },
  at: Date,
): PartnerPerformer {
  const expires = new Date(at.getTime() + (expired ? -oneDay : 365 * oneDay))
  return {
    id: newId(at),
    user_id: userId,
    status,
    expires_on: status === 'approved' ? dayInJapan(expires) : null,
    test: true,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  }
}

/** Newest first; only ids below `before`. */
export async function findTestRecords<Kind extends keyof Shown>(
  db: Db,
  filter: Filter<Kind>,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<TestRow<Kind>[]> {
  const below = before === undefined ? sql`` : sql`AND id < ${before}::uuid`
  const { rows } = await sql<TestRow<Kind>>`SELECT id, shown FROM partner_test_record
    WHERE ${conditionOf(filter)} ${below} ORDER BY id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** A page of the test records. `list` names the list and its filters, as for `pageById`. */
export async function pageOfTestRecords<Kind extends keyof Shown>(
  { db, cursors }: Pick<PartnerServices, 'db' | 'cursors'>,
  list: readonly unknown[],
  filter: Filter<Kind>,
  paging: Parameters<typeof pageById>[2],
): Promise<{ body: Shown[Kind][]; page: PageInfo }> {
  const { rows, page } = await pageById(
    cursors,
    list,
    paging,
    (bounds) => findTestRecords(db, filter, bounds),
    () => countBounded(db, sql`SELECT FROM partner_test_record WHERE ${conditionOf(filter)}`),
  )
  return { body: rows.map(({ shown }) => shown), page }
}

export async function findTestRecord<Kind extends keyof Shown>(
  db: Db,
  filter: Filter<Kind>,
  id: string,
): Promise<Shown[Kind] | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<TestRow<Kind>>`SELECT id, shown FROM partner_test_record
    WHERE id = ${id}::uuid AND ${conditionOf(filter)}`.execute(db)
  return rows[0]?.shown
}

function conditionOf({ partnerId, kind, userId }: Filter<string>): RawBuilder<unknown> {
  const ofUser = userId === undefined ? sql`` : sql`AND user_id = ${userId}`
  return sql`partner_id = ${partnerId}::uuid AND kind = ${kind} ${ofUser}`
}
