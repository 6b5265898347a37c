import { dayInJapan } from '@kyc/contract/dates.ts'
import { isUnderAge } from '@kyc/contract/document-rules.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { updatePerformer as endpoint, Performer } from '@kyc/contract/performers.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { fieldProblem } from '../../platform/http/input.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, isAdmin } from '../access/actor.ts'
import { closeIdBack, idBackClosed } from '../documents/close-id-back.ts'
import { refreshPerformer } from '../documents/refresh-performer.ts'
import { externalIdOnce, performerExternalId } from './external-id-once.ts'
import { searchColumns } from './fold-name.ts'
import { checkDetails, type Details, detailColumns } from './performer-details.ts'
import type { PerformerRow } from './performer-row.ts'
import type { PerformerServices } from './performer-services.ts'
import {
  findPerformer,
  findPerformerForUpdate,
  hasVerifiedDocument,
  updatePerformerRow,
} from './performers-repository.ts'
import { presentPerformer } from './present-performer.ts'

interface Update {
  readonly actor: Actor
  readonly id: string
  readonly changes: BodyOf<typeof endpoint>
  readonly ip: string | null
}

/** Who a performer is: fixed for the owner once a document was accepted (D15). */
const personal: ReadonlySet<string> = new Set([
  ...['lastName', 'firstName', 'lastNameRoman', 'firstNameRoman', 'date_of_birth'],
])

/**
 * Changes names and details; what stays the same leaves no entry.
 * @throws Problem PERFORMER_NOT_FOUND, INVALID_INPUT, ID_KIND_UNSUPPORTED, DETAILS_LOCKED, UNDER_AGE,
 *   EXTERNAL_ID_TAKEN
 */
export async function updatePerformer(services: PerformerServices, update: Update): Promise<Performer> {
  const { actor, id } = update
  return inTransaction(services.db, async (tx) => {
    const row = await findPerformerForUpdate(tx, actor, id)
    if (!row) throw new Problem('PERFORMER_NOT_FOUND')
    const after = changedDetails(row, checkDetails(update.changes, services.clock.now()))
    if (Object.keys(after).length > 0) await change(services, tx, row, after, update)
    const changed = (await findPerformer(tx, actor, id)) ?? row
    return presentPerformer(changed, dayInJapan(services.clock.now()))
  })
}

async function change(
  services: PerformerServices,
  tx: Tx,
  row: PerformerRow,
  after: Partial<Details>,
  { actor, changes, ip }: Update,
): Promise<void> {
  const at = services.clock.now()
  const reason = changes.reason || null
  await refuseAnotherPerson(tx, actor, row, after, reason)
  refuseUnderAge(row, after, dayInJapan(at))
  await writeChange(tx, row, after, at)
  await services.audit.record(tx, {
    actor: actor.id,
    action: 'update',
    resourceType: 'performer',
    resourceId: row.id,
    owner: row.owner_id,
    ip,
    details: { before: pick(detailsOf(row), after), after, ...(reason === null ? {} : { reason }) },
  })
  if (!after.idKind || !idBackClosed(after.idKind)) return
  await closeIdBack(services, tx, { actor, ip, performerId: row.id, ownerId: row.owner_id })
  const last = { at, action: 'update', resourceType: 'performer', documentType: null } as const
  await refreshPerformer(tx, row.id, last)
}

/** D15: else an approved record could be turned into another person. */
async function refuseAnotherPerson(
  tx: Tx,
  actor: Actor,
  row: PerformerRow,
  after: Partial<Details>,
  reason: string | null,
): Promise<void> {
  const field = Object.keys(after).find((name) => personal.has(name))
  if (!field || !(await hasVerifiedDocument(tx, row.id))) return
  if (!isAdmin(actor)) throw new Problem('DETAILS_LOCKED', { field })
  if (reason === null) throw fieldProblem('reason', '変更の理由を入力してください。')
}

function refuseUnderAge(row: PerformerRow, after: Partial<Details>, today: string): void {
  if (row.status !== 'approved' || !after.date_of_birth) return
  if (isUnderAge(after.date_of_birth, today)) throw new Problem('UNDER_AGE', { field: 'date_of_birth' })
}

async function writeChange(tx: Tx, row: PerformerRow, after: Partial<Details>, at: Date): Promise<void> {
  const columns = Object.entries(after).map(([name, value]) => [detailColumns[name as keyof Details], value]) // keys of Details
  const search = searchColumns({ ...detailsOf(row), ...after })
  await externalIdOnce(performerExternalId, () =>
    updatePerformerRow(tx, row.id, {
      ...Object.fromEntries(columns),
      ...search,
      updated_at: at,
      last_action: 'update',
      last_resource_type: 'performer',
      last_document_type: null,
    }),
  )
}

function changedDetails(row: PerformerRow, wanted: Partial<Details>): Partial<Details> {
  const current = detailsOf(row)
  const entries = Object.entries(wanted).filter(([name, value]) => current[name as keyof Details] !== value) // keys of Details
  return Object.fromEntries(entries)
}

function detailsOf(row: PerformerRow): Details {
  return {
    lastName: row.last_name,
    firstName: row.first_name,
    lastNameRoman: row.last_name_roman,
    firstNameRoman: row.first_name_roman,
    external_id: row.external_id,
    email: row.email,
    date_of_birth: row.date_of_birth,
    nationality: row.nationality,
    idKind: row.id_kind,
  }
}

/** The values in `from` of the fields that `like` has. */
function pick(from: Details, like: Partial<Details>): Partial<Details> {
  return Object.fromEntries(Object.keys(like).map((name) => [name, from[name as keyof Details]])) // keys of Details
}
