import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { requireSecondPerson } from '../../access/second-person.ts'
import { mailTransfer } from '../../mails/mail-second-person.ts'
import { endLinksOfMoved } from '../../records/end-links.ts'
import type { OrganisationServices } from '../organisation-services.ts'
import { checkMove, findSealed } from './checks.ts'
import { recordMoved, recordTransfer } from './record-transfer.ts'
import {
  closeMerged,
  deleteTransfer,
  findAll,
  getTransfer,
  lockOrganisations,
  type MovedRecords,
  moveMembers,
  moveRecords,
  recordsOf,
} from './transfer-repository.ts'

interface TransferAct {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
}

/** A merge changes every record of an organisation in one statement. */
const mergeTimeout = '20s'

/** Carries out the request of another superadmin in one transaction: all of it, or nothing. */
export function confirmTransfer(
  services: OrganisationServices,
  { actor, id, ip }: TransferAct,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const at = services.clock.now()
    const row = await getTransfer(tx, at, id)
    const { reason } = row
    await requireSecondPerson(services.config, tx, actor, row)
    if (!(await deleteTransfer(tx, id))) throw new Problem('NOT_FOUND')
    await sql`SET LOCAL statement_timeout = ${sql.lit(mergeTimeout)}`.execute(tx)
    const { from, to } = await lockOrganisations(tx, row.from_id, row.to_id)
    const records = recordsOf(row)
    const between = { fromId: from.id, toId: to.id }
    await lockMoved(tx, from.id, records)
    await checkMove(tx, between, records)
    const all = records
      ? { ...records, sealed: await findSealed(tx, records.videos) }
      : await findAll(tx, from.id)
    const performers = [...all.performers, ...all.sealed]
    const moved = await moveRecords(tx, between, records && { ...records, performers })
    await endLinksOfMoved(tx, { fromId: from.id, toId: to.id, at })
    if (!records) {
      await moveMembers(tx, from.id, to.id, at)
      await closeMerged(tx, from, to, at)
    }
    const transfer = { actor, ip, from, to, reason, records }
    await recordTransfer(services, tx, transfer, 'done', moved)
    const mail = { event: 'done', actor: actor.id, from: from.name, to: to.name, records } as const
    await mailTransfer(services, tx, mail)
    await recordMoved(services, tx, transfer, all)
  })
}

/**
 * Locks the requests about the videos, the videos, then the performers, in the order of their ids, before anything is
 * checked. Decisions on requests and additions to videos lock in the same order, so none is committed in between.
 */
async function lockMoved(tx: Tx, fromId: string, records: MovedRecords | null): Promise<void> {
  const isMoved = (ids: readonly string[] | undefined) => (ids ? sql`id = ANY(${ids}::uuid[])` : sql`true`)
  const videos = sql`SELECT id FROM video WHERE owner_id = ${fromId} AND ${isMoved(records?.videos)}`
  await sql`SELECT FROM takedown WHERE video_id IN (${videos}) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  await sql`${videos} ORDER BY id FOR UPDATE`.execute(tx)
  await sql`SELECT FROM performer WHERE owner_id = ${fromId} AND ${isMoved(records?.performers)}
    ORDER BY id FOR UPDATE`.execute(tx)
}

/** Ends a request without moving anything: withdrawn by its author, or refused by another superadmin. */
export function cancelTransfer(
  services: OrganisationServices,
  { actor, id, ip }: TransferAct,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const row = await getTransfer(tx, services.clock.now(), id)
    if (!(await deleteTransfer(tx, id))) throw new Problem('NOT_FOUND')
    const from = { id: row.from_id, name: row.from_name }
    const to = { id: row.to_id, name: row.to_name }
    await recordTransfer(
      services,
      tx,
      { actor, ip, from, to, reason: row.reason, records: recordsOf(row) },
      'cancelled',
    )
  })
}
