import { minute } from '@kyc/contract/durations.ts'
import type { RelianceEnd } from '@kyc/contract/reliance-vocabulary.ts'
import type { RecordReliances } from '@kyc/contract/reliances.ts'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutOrganisation, aboutPerformer, byJob } from '../audit/about.ts'
import type { Origin } from '../audit/record.ts'
import { mailRelianceEnded } from '../mails/mail-reliance.ts'
import { lockRecord } from '../records/performers-repository.ts'
import { presentReliances } from './present-reliances.ts'
import {
  deleteUnpermitted,
  endRow,
  findOver,
  findReliances,
  lockReliance,
  type RelianceRow,
} from './reliance-repository.ts'
import type { RelianceServices } from './reliance-services.ts'

/**
 * Ends a reliance as the organisation of the record that is relied on, or of the one that relies on it. A repeat
 * changes nothing.
 */
export function endReliance(
  services: RelianceServices,
  {
    actor,
    id,
    reliance,
    request,
  }: {
    readonly actor: Actor
    readonly id: string
    readonly reliance: string
    readonly request: Pick<RequestInfo, 'ip'>
  },
): Promise<RecordReliances> {
  return inTransaction(services.db, async (tx) => {
    await lockRecord(tx, actor, id)
    const ofRecord = sql`(r.origin_id = ${id}::uuid OR r.performer_id = ${id}::uuid)`
    const row = await lockReliance(tx, reliance, ofRecord)
    if (row) {
      const by = row.origin_id === id ? 'origin' : 'recipient'
      await recordEnd(services, tx, row, { by, origin: { actor, request } })
    } else await requireEnded(tx, id, reliance)
    return presentReliances(tx, id)
  })
}

async function requireEnded(tx: Tx, id: string, reliance: string): Promise<void> {
  const { given, origin } = await presentReliances(tx, id)
  if (![...given, ...(origin ? [origin] : [])].some((each) => each.id === reliance))
    throw new Problem('RELIANCE_NOT_FOUND')
}

/**
 * Ends a locked permission, with its entries about both records and a mail to the organisation that may no longer rely
 * on it. The entry of that organisation has neither account nor address of the other one.
 */
export async function recordEnd(
  { audit, ...services }: RelianceServices,
  tx: Tx,
  row: RelianceRow,
  { by, origin, viaLink }: { readonly by: RelianceEnd; readonly origin: Origin; readonly viaLink?: string },
): Promise<void> {
  await endRow(tx, row.id, by, services.clock.now())
  const change = `reliance_ended_${by}` as const
  const link = viaLink === undefined ? {} : { viaLink }
  const foreign: Origin = viaLink === undefined ? byJob : { actor: null, ip: null }
  await audit.record(
    tx,
    by === 'recipient' ? foreign : origin,
    'update',
    aboutPerformer(row.origin_id, row.owner_id),
    { change, recipient: row.recipient_name, ...link },
  )
  const about =
    row.performer_id === null
      ? aboutOrganisation(row.recipient_id)
      : aboutPerformer(row.performer_id, row.recipient_id)
  await audit.record(tx, by === 'recipient' ? origin : foreign, 'update', about, {
    change,
    organisation: row.owner_name,
    ...link,
  })
  if (row.performer_id !== null && by !== 'recipient')
    await mailRelianceEnded(services, tx, {
      performerId: row.performer_id,
      recipient: row.recipient_id,
      organisation: row.owner_name,
      by,
    })
}

/** Permissions of one run. */
const batch = 200

/**
 * Ends the permissions that the records no longer allow: the approval was withdrawn or rejected, the ID has expired, a
 * record was deleted or has moved, or the recipient's own documents are approved. Until then, the view
 * `identity_reliance_now` already treats them as ended.
 */
export async function endOver(services: RelianceServices): Promise<void> {
  await deleteUnpermitted(services.db, new Date(services.clock.now().getTime() - 60 * minute))
  for (const id of await findOver(services.db, batch))
    await inTransaction(services.db, async (tx) => {
      const row = await lockReliance(tx, id, sql`r.over IS NOT NULL`)
      if (row?.over) await recordEnd(services, tx, row, { by: row.over, origin: byJob })
    })
}

/** The permission with this id of the performer of a page, also an ended one. */
export async function findOwn(tx: Tx, performerId: string, id: string): Promise<RelianceRow | undefined> {
  const [row] = await findReliances(tx, sql`r.id = ${id}::uuid AND r.origin_id = ${performerId}::uuid`, 1)
  return row
}
