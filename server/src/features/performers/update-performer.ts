import { isDeepStrictEqual } from 'node:util'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { isUnderAge } from '@kyc/contract/document-rules.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { allFields, identityFields, lockedFields } from '@kyc/contract/performer-fields.ts'
import type { updatePerformer as endpoint, Performer, PerformerDetails } from '@kyc/contract/performers.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, isAdmin } from '../access/actor.ts'
import { searchColumns } from '../access/fold-name.ts'
import { aboutPerformer } from '../audit/about.ts'
import { closeIdBack, idBackClosed } from '../documents/close-id-back.ts'
import { mailWithdrawn } from '../mails/mail-decision.ts'
import { refuseLaterChanges, withFieldChanges } from '../records/field-changes.ts'
import { columnsOf, detailsOf, type PerformerRow, type RecordRow } from '../records/performer-row.ts'
import {
  findRecord,
  lockRecord,
  requireOpenCase,
  updatePerformerRow,
} from '../records/performers-repository.ts'
import { refreshPerformer } from '../records/refresh-performer.ts'
import { hasReliedFacts } from '../records/reliance.ts'
import { checkDetails } from './performer-details.ts'
import type { PerformerServices } from './performer-services.ts'
import { presentPerformer } from './present-performer.ts'
import { performerExternalId, withUniqueExternalId } from './unique-external-id.ts'

type Changes = Partial<PerformerDetails>

interface Update {
  readonly actor: Actor
  readonly id: string
  readonly changes: BodyOf<typeof endpoint>
  readonly ip: string | null
  /** Closing a stored back requires it (D31). */
  readonly recentlyAuthenticated: boolean
}

/**
 * Changes names and details. Unchanged values create no entry. An edit never approves a performer (D14), and one of
 * names or date of birth withdraws the approval of the front of the ID (D117).
 */
export async function updatePerformer(services: PerformerServices, update: Update): Promise<Performer> {
  const { actor, id } = update
  return inTransaction(services.db, async (tx) => {
    const row = await lockRecord(tx, actor, id)
    if (!row) throw new Problem('PERFORMER_NOT_FOUND')
    const after = changedDetails(row, checkDetails(update.changes, services.clock.now()))
    if (Object.keys(after).length > 0) await change(services, tx, row, after, update)
    const changed = (await findRecord(tx, actor, id)) ?? row
    return presentPerformer(changed, dayInJapan(services.clock.now()))
  })
}

async function change(
  services: PerformerServices,
  tx: Tx,
  row: RecordRow,
  after: Changes,
  { actor, changes, ip, recentlyAuthenticated }: Update,
): Promise<void> {
  const at = services.clock.now()
  const reason = changes.reason || null
  // An admin may still correct the record (D78).
  if (!isAdmin(actor)) requireOpenCase(row)
  refuseLocked(actor, row, after, reason)
  await refuseRelied(tx, row, after)
  await refuseLostUpdate(tx, actor, row, changes.version)
  refuseUnderAge(row, after, dayInJapan(at))
  await writeChange(tx, actor, row, after, at)
  const back = { actor, ip, performer: row, reason, recentlyAuthenticated }
  const closed = idBackClosed(after.idKind) && (await closeIdBack(services, tx, back))
  // The front of the ID no longer proves the record. A rejection stays: an edit never raises the status.
  const identity = row.ever_verified && identityFields.some((field) => field in after)
  const last = { at, action: 'update', resourceType: 'performer', documentType: null, identity } as const
  const refreshed = closed || identity ? await refreshPerformer(tx, row.id, last) : undefined
  if (identity && refreshed?.reopened) {
    const mailed = { ownerId: row.owner_id, registeredBy: row.registered_by, performerId: row.id }
    await mailWithdrawn(services, tx, { ...mailed, documentType: refreshed.reopened, reason })
  }
  await services.audit.record(tx, { actor, ip }, 'update', aboutPerformer(row.id, row.owner_id), {
    before: pick(detailsOf(row), after),
    after,
    ...(reason === null ? {} : { reason }),
    ...(refreshed && { performerStatus: { before: refreshed.before, after: refreshed.after } }),
    ...(refreshed?.reopened && { reopened: refreshed.reopened }),
  })
}

/** Refuses changes of locked fields: they could turn an approved record into that of another person (D15). */
function refuseLocked(actor: Actor, row: PerformerRow, after: Changes, reason: string | null): void {
  const locked = lockedFields({ everDecided: row.ever_decided, everVerified: row.ever_verified })
  const fields = locked.filter((field) => field in after)
  const [field] = fields
  if (field && !isAdmin(actor)) throw new Problem('DETAILS_LOCKED', { field })
  if (reason === null && fields.some((field) => identityFields.includes(field)))
    throw fieldProblem('reason', '変更の理由を入力してください。')
}

/** What another organisation has checked is not edited here, not even by admins (D126). */
async function refuseRelied(tx: Tx, row: PerformerRow, after: Changes): Promise<void> {
  const field = identityFields.find((each) => each in after)
  if (field && (await hasReliedFacts(tx, row.id))) throw new Problem('RELIED_FACTS', { field })
}

/** Refuses an edit if details were changed after `version`. Changes of documents do not count. */
async function refuseLostUpdate(
  tx: Tx,
  actor: Actor,
  row: RecordRow,
  version: number | undefined,
): Promise<void> {
  if (version === undefined) return
  const later = Object.entries(row.field_changes).filter(([, change]) => change.version > version)
  await refuseLaterChanges(tx, actor, later)
}

function refuseUnderAge(row: PerformerRow, after: Changes, today: string): void {
  if (row.status !== 'approved' || !after.date_of_birth) return
  if (isUnderAge(after.date_of_birth, today)) throw new Problem('UNDER_AGE', { field: 'date_of_birth' })
}

async function writeChange(tx: Tx, actor: Actor, row: PerformerRow, after: Changes, at: Date): Promise<void> {
  const search = searchColumns({ ...detailsOf(row), ...after })
  const edit = { by: actor.id, version: row.version + 1, act: 'edit' } as const
  await withUniqueExternalId(performerExternalId, () =>
    updatePerformerRow(tx, row.id, {
      ...columnsOf(after),
      ...search,
      field_changes: withFieldChanges(Object.keys(after), edit),
      updated_at: at,
      last_action: 'update',
      last_resource_type: 'performer',
      last_document_type: null,
    }),
  )
}

function changedDetails(row: PerformerRow, wanted: Changes): Changes {
  const current = detailsOf(row)
  const changed = allFields.filter(
    (field) => field in wanted && !isDeepStrictEqual(wanted[field], current[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, wanted[field]]))
}

/** The values in `from` of the fields that `like` has. */
function pick(from: PerformerDetails, like: Changes): Changes {
  const fields = allFields.filter((field) => field in like)
  return Object.fromEntries(fields.map((field) => [field, from[field]]))
}
