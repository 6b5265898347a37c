import type { undoDecision as endpoint } from '@kyc/contract/case-decisions.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { sql } from 'kysely'
import type { BeforeDecision } from '../../platform/db/tables.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { lowestIdAt } from '../../platform/ids.ts'
import { withdrawJobs } from '../../platform/outbox/outbox.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutDocument } from '../audit/about.ts'
import { changesOnly } from '../audit/is-change.ts'
import { listCurrent } from '../documents/document-repository.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { presentDocument } from '../documents/read/present-document.ts'
import type { RecordRow } from '../records/performer-row.ts'
import { lockRecord, updatePerformerRow } from '../records/performers-repository.ts'
import type { DocumentRow } from '../records/record-documents.ts'
import { afterChange } from '../records/refresh-performer.ts'
import { refuseOthersClaim } from '../records/review-claims.ts'
import type { DecisionCall } from './decide-document.ts'
import { findUndoable, undoableFor } from './undoable-decision.ts'

/**
 * Undoes the last decision of the actor on a performer: the record and the decided versions are as before, and the
 * mails of the decision are never sent (D123).
 */
export function undoDecision(
  services: DocumentServices,
  call: DecisionCall,
  body: BodyOf<typeof endpoint>,
): Promise<PerformerDocument[]> {
  const { actor } = call
  const at = services.clock.now()
  const decidedAt = new Date(body.decidedAt)
  return inTransaction(services.db, async (tx) => {
    const performer = await lockRecord(tx, actor, call.performerId)
    const decision = await getOwnDecision(tx, actor, performer.id, decidedAt)
    const versions = async () => {
      const current = await listCurrent(tx, actor, performer.id)
      return {
        current,
        decided: current.filter(({ id }) => decision.before?.documents.some((each) => each.id === id)),
      }
    }
    const { decided } = await versions()
    // The reply of the first call was lost.
    if (isUndone(decision.before, decided))
      return decided.map((document) => presentDocument(services, actor, performer, document))
    const before = await requireUnchanged(tx, actor, performer, decision)
    await refuseOthersClaim(tx, actor, performer.id, at)
    if (!(await withdrawJobs(tx, decision.mails))) throw new Problem('UNDO_MAILED')
    await withdrawEvents(tx, performer.id, decidedAt)
    await restoreDocuments(tx, before)
    const { current, decided: restored } = await versions()
    const record = { ...performer, ...recordBefore(actor, performer, before) }
    const documentType = restored[0]?.type ?? null
    const after = afterChange(record, current, {
      at,
      action: 'update',
      resourceType: 'document',
      documentType,
    })
    await updatePerformerRow(tx, performer.id, {
      ...after,
      id_kind: record.id_kind,
      field_changes: JSON.stringify(record.field_changes),
      closed_at: null,
      closed_by: null,
    })
    for (const [index, document] of restored.entries()) {
      await services.audit.record(tx, call, 'update', aboutDocument(performer, document.type), {
        change: 'decision_undone',
        version: document.version,
        before: { status: decided[index]?.status, ...detailsBeside(record, performer) },
        after: { status: document.status, ...detailsBeside(performer, record) },
        performerStatus: { before: performer.status, after: after.status },
      })
    }
    return restored.map((document) => presentDocument(services, actor, record, document))
  })
}

type Undoable = NonNullable<Awaited<ReturnType<typeof findUndoable>>>

/** @throws Problem if the decision is not the last one, not of the actor, or too old */
async function getOwnDecision(tx: Tx, actor: Actor, performerId: string, decidedAt: Date): Promise<Undoable> {
  const decision = await findUndoable(tx, performerId)
  if (!decision?.inTime) throw new Problem('UNDO_TOO_LATE')
  if (decision.decided_at.getTime() !== decidedAt.getTime()) throw new Problem('UNDO_CHANGED')
  if (decision.decided_by !== actor.id) throw new Problem('FORBIDDEN')
  return decision
}

/** Whether the versions are as before the decision. The times show it, because each decision has another time. */
function isUndone(before: BeforeDecision | null, decided: readonly DocumentRow[]): boolean {
  return (
    decided.length > 0 &&
    decided.every(({ id, decided_at }) => {
      const former = before?.documents.find((each) => each.id === id)
      return former !== undefined && former.decided_at === (decided_at?.toISOString() ?? null)
    })
  )
}

/** @throws Problem why the decision can't be undone */
async function requireUnchanged(
  tx: Tx,
  actor: Actor,
  performer: RecordRow,
  { version, before, decided_at }: Undoable,
): Promise<BeforeDecision> {
  const isChanged = version !== performer.version || (await othersActed(tx, actor, performer, decided_at))
  if (isChanged) throw new Problem('UNDO_CHANGED')
  if (!before) throw new Problem('UNDO_DESTROYS')
  return before
}

/** Whether others have acted since. Notes, links, holds and other acts do not change the version of the record. */
async function othersActed(tx: Tx, actor: Actor, { id }: RecordRow, since: Date): Promise<boolean> {
  const { rows } = await sql<{ acted: boolean }>`
    SELECT EXISTS (SELECT FROM audit_event WHERE (rid = ${id} OR subject = ${id}::uuid) AND ${changesOnly}
      AND actor IS DISTINCT FROM ${actor.id}::uuid AND id >= ${lowestIdAt(since)}::uuid) AS acted`.execute(tx)
  return rows[0]?.acted === true
}

/** Deletes the lines of daily mails about a decision, whose time is the end of its wait. */
async function withdrawEvents(tx: Tx, performerId: string, decidedAt: Date): Promise<void> {
  await tx
    .deleteFrom('digest_event')
    .where('performer_id', '=', performerId)
    .where('at', '>=', new Date(decidedAt.getTime() + undoableFor))
    .execute()
}

async function restoreDocuments(tx: Tx, { documents }: BeforeDecision): Promise<void> {
  const ids = documents.map(({ id }) => id)
  await uncountDecisions(tx, ids)
  for (const { id, decided_at, ...columns } of documents) {
    await tx
      .updateTable('document_version')
      .set({ ...columns, decided_at: decided_at === null ? null : new Date(decided_at) })
      .where('id', '=', id)
      .execute()
  }
  // A trigger has counted the restored decisions again.
  await uncountDecisions(tx, ids)
}

/** Takes the decisions on these versions out of the numbers of their days (D54). */
async function uncountDecisions(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO daily_counter (day, name, slot, n)
    SELECT (decided_at AT TIME ZONE 'Asia/Tokyo')::date, 'document.' || status, counter_slot(), -count(*)
    FROM document_version WHERE id = ANY (${ids}::uuid[]) AND status <> 'pending' GROUP BY 1, 2
    ON CONFLICT (day, name, slot) DO UPDATE SET n = daily_counter.n + excluded.n`.execute(tx)
}

/**
 * The reviewed columns of the record before the decision. The fields that it filled count as changed again, so that an
 * account which has seen the undone values cannot decide with them (D11). Their last editor is the one before the
 * decision again (D6).
 */
function recordBefore({ id: by }: Actor, performer: RecordRow, { performer: before }: BeforeDecision) {
  const filled = Object.entries(performer.field_changes).filter(
    ([, { version }]) => version === performer.version,
  )
  const changes = filled.map(([field]) => {
    const former = before.field_changes[field] ?? { by, act: 'verify' }
    return [field, { ...former, version: performer.version + 1 }] as const
  })
  return {
    ...before,
    pending_since: before.pending_since === null ? null : new Date(before.pending_since),
    case_closed: null,
    field_changes: { ...before.field_changes, ...Object.fromEntries(changes) },
  }
}

/** The details in which `one` and `other` differ, with the values of `other`. */
function detailsBeside(
  one: Details,
  other: Details,
): { date_of_birth?: string | null; idKind?: string | null } {
  return {
    ...(one.date_of_birth !== other.date_of_birth && { date_of_birth: other.date_of_birth }),
    ...(one.id_kind !== other.id_kind && { idKind: other.id_kind }),
  }
}

type Details = Pick<RecordRow, 'date_of_birth' | 'id_kind'>
