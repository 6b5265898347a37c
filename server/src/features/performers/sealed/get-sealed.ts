import type { SealedPerformer } from '@kyc/contract/sealed-performers.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Actor } from '../../access/actor.ts'
import { openUntil } from '../../documents/read/give-opening-reason.ts'
import { readSale } from '../../records/destruction/retention-end.ts'
import type { PerformerServices } from '../performer-services.ts'
import { presentHold, presentListed } from './present-sealed.ts'
import { findHolds, getSealedRow } from './sealed-repository.ts'
import { reasonsOf } from './sealed-texts.ts'

/**
 * The state of a sealed record, without anything about the person. Creates no entry: it is no view.
 */
export async function getSealed(
  services: PerformerServices,
  actor: Actor,
  id: string,
  db: Db = services.db,
): Promise<SealedPerformer> {
  const now = services.clock.now()
  const row = await getSealedRow(db, now, id)
  const open = await reasonsOf(services, db, id)
  return {
    ...presentListed(actor, row),
    requestReason: open(row.reason_box),
    holds: (await findHolds(db, id)).map((hold) => presentHold(hold, open)),
    keptBy: row.destroyed_at ? null : (await readSale(db, id)).keptBy,
    openUntil: row.destroyed_at ? null : await openUntil(db, actor, id),
    destroyedDocuments: row.destroyed_at ? await destroyedDocuments(db, id) : [],
  }
}

async function destroyedDocuments(db: Db, id: string): Promise<SealedPerformer['destroyedDocuments']> {
  const rows = await db
    .selectFrom('document_version')
    .select(['type', 'version', 'uploaded_at', 'size', 'stored_sha256'])
    .where('performer_id', '=', id)
    .orderBy('type')
    .orderBy('version')
    .execute()
  return rows.map(({ type, version, uploaded_at, size, stored_sha256 }) => ({
    type,
    version,
    uploadedAt: uploaded_at.toISOString(),
    size,
    sha256: stored_sha256.toString('hex'),
  }))
}
