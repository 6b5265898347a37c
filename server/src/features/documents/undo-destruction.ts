import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { undoDestruction as endpoint, WithheldDocument } from '@kyc/contract/withheld-documents.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutDocument } from '../audit/about.ts'
import { lockRecord } from '../records/performers-repository.ts'
import { currentDocuments } from '../records/record-documents.ts'
import { refreshPerformer } from '../records/refresh-performer.ts'
import { refuseOthersClaim } from '../records/review-claims.ts'
import { idBackClosed } from './close-id-back.ts'
import type { DocumentServices } from './document-services.ts'

interface Undo {
  readonly actor: Actor
  readonly request: Pick<RequestInfo, 'ip'>
  readonly performerId: string
  readonly type: DocumentType
  readonly body: BodyOf<typeof endpoint>
}

/**
 * Undoes the destruction of a version, and of those that were destroyed by the same act (D116). The newest of them
 * becomes the document of the slot again, and pending, if the slot is empty or has the masked picture of this version;
 * otherwise it returns to the history. Possible until the job has destroyed the version; under a legal hold, the job
 * does not. Returns what can still be undone. Allowed in a closed case and under a legal hold too, since it loses
 * nothing.
 */
export async function undoDestruction(
  services: DocumentServices,
  { body, ...call }: Undo,
): Promise<WithheldDocument[]> {
  const { actor, type } = call
  const at = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    const performer = await lockRecord(tx, actor, call.performerId)
    const { id: performerId } = performer
    const restored = await restoreVersions(tx, { performerId, type, version: body.version })
    // The number on the back of a My Number card must not be stored.
    if (type === 'idBack' && idBackClosed(performer.id_kind)) throw new Problem('ID_BACK_CLOSED')
    await refuseOthersClaim(tx, actor, performerId, at)
    await makeCurrent(tx, { performerId, type, version: Math.max(...restored) })
    const change = { at, action: 'update', resourceType: 'document', documentType: type } as const
    const { before, after, reopened } = await refreshPerformer(tx, performerId, change)
    await services.audit.record(tx, call, 'update', aboutDocument(performer, type), {
      change: 'destruction_undone',
      version: restored,
      reason: body.reason,
      performerStatus: { before, after },
      ...(reopened && { reopened }),
    })
    return findWithheld(tx, performerId)
  })
}

interface Version {
  readonly performerId: string
  readonly type: DocumentType
  readonly version: number
}

/** Versions that one act withheld have the same time. Returns their numbers. */
async function restoreVersions(tx: Tx, { performerId, type, version }: Version): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    UPDATE document_version SET destroyed_at = NULL, undo_until = NULL, destroyed_by = NULL
    WHERE performer_id = ${performerId} AND type = ${type} AND undo_until IS NOT NULL AND destroyed_at = (
      SELECT destroyed_at FROM document_version
      WHERE performer_id = ${performerId} AND type = ${type} AND version = ${version} AND undo_until IS NOT NULL)
    RETURNING version`.execute(tx)
  if (rows.length === 0) throw new Problem('DOCUMENT_STATE')
  return rows.map((row) => row.version).sort((one, other) => one - other)
}

/** A decision on the version was about what the slot contained then, so it needs a new one. */
async function makeCurrent(tx: Tx, { performerId, type, version }: Version): Promise<void> {
  const current = (await currentDocuments(tx, performerId)).find((each) => each.type === type)
  if (current && current.mask_of !== version) return
  const inSlot = { performer_id: performerId, type }
  await tx
    .updateTable('document_version')
    .set({ is_current: false })
    .where((where) => where.and({ ...inSlot, is_current: true }))
    .execute()
  await tx
    .updateTable('document_version')
    .set({
      is_current: true,
      status: 'pending',
      decided_by: null,
      decided_at: null,
      reject_codes: [],
      reject_message: null,
      reject_note: null,
      id_kind: null,
      checks: [],
    })
    .where((where) => where.and({ ...inSlot, version }))
    .execute()
}

/** The versions whose destruction can still be undone, first the one that ends first. Creates no entry. */
export async function findWithheld(db: Db, performerId: string): Promise<WithheldDocument[]> {
  const { rows } = await sql<{
    type: DocumentType
    version: number
    destroyed_at: Date
    undo_until: Date
    by: string | null
    masked: boolean
  }>`
    SELECT d.type, d.version, d.destroyed_at, d.undo_until, a.name AS by,
      EXISTS (SELECT FROM document_version m WHERE m.performer_id = d.performer_id AND m.type = d.type
              AND m.mask_of = d.version) AS masked
    FROM document_version d LEFT JOIN account a ON a.id = d.destroyed_by
    WHERE d.performer_id = ${performerId} AND d.undo_until IS NOT NULL
    ORDER BY d.undo_until, d.type, d.version`.execute(db)
  return rows.map(({ type, version, destroyed_at, undo_until, by, masked }) => ({
    type,
    version,
    at: destroyed_at.toISOString(),
    by,
    until: undo_until.toISOString(),
    masked,
  }))
}
