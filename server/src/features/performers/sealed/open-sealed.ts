import { dayInJapan } from '@kyc/contract/dates.ts'
import type { OpenedPerformer } from '@kyc/contract/sealed-performers.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { namesFor } from '../../access/visible-to.ts'
import { aboutPerformer } from '../../audit/about.ts'
import { listAllVersions } from '../../documents/document-repository.ts'
import { storeOpening } from '../../documents/read/give-opening-reason.ts'
import { presentDocument } from '../../documents/read/present-document.ts'
import { noteViews, performerView, sealedView } from '../../documents/read/recent-views.ts'
import { recordView } from '../../documents/read/record-view.ts'
import { requireSealedOpening } from '../../documents/read/require-sealed-opening.ts'
import { lockSealed } from '../../records/destruction/lock-sealed.ts'
import { decryptSealedContent } from '../../records/destruction/sealed-content.ts'
import { ownerColumns, type PerformerRow, performerColumns, withOwner } from '../../records/performer-row.ts'
import type { PerformerServices } from '../performer-services.ts'
import { presentPerformer } from '../present-performer.ts'

/**
 * Permits a superadmin to open a sealed record for `limits.opening`. Only the audit entry contains the reason,
 * encrypted; the organisation sees the entry without it (D3).
 */
export function giveSealedReason(
  { audit, db }: PerformerServices,
  { actor, id, reason, ip }: { actor: Actor; id: string; reason: string; ip: string | null },
): Promise<{ until: string }> {
  return inTransaction(db, async (tx) => {
    const { owner_id: owner } = await lockSealed(tx, id)
    const until = await storeOpening(tx, actor, id)
    await audit.record(tx, { actor, ip }, 'read', aboutPerformer(id, owner), { sealedReason: reason })
    return { until }
  })
}

interface Opening {
  readonly actor: Actor
  readonly sessionKey?: string
  readonly id: string
  readonly request: RequestInfo
}

/**
 * Returns the content of a sealed record for which the actor has given a reason. The entry of the view is committed
 * first; thumbnails are part of it.
 */
export async function openSealed(
  services: PerformerServices,
  { actor, sessionKey, id, request }: Opening,
): Promise<OpenedPerformer> {
  await requireSealedOpening(services.db, actor, id)
  const { rows } = await sql<PerformerRow>`
    SELECT ${performerColumns}, ${ownerColumns(namesFor(actor))} FROM performer p ${withOwner}
    WHERE p.id = ${id}::uuid AND p.sealed_at IS NOT NULL AND p.destroyed_at IS NULL`.execute(services.db)
  const [row] = rows
  if (!row) throw new Problem('RECORD_DESTROYED')
  const viewed = noteViews(sessionKey, [sealedView(performerView(id))], services.clock.now())
  await recordView(services, { actor, performerId: id }, (db) =>
    services.audit.recordRead(db, [{ actor, request }, 'read', aboutPerformer(id, row.owner_id), {}], viewed),
  )
  const content = await decryptSealedContent(services, services.db, id)
  const versions = await listAllVersions(services.db, actor, id)
  // Nothing is decided on a sealed record.
  const decided = { registered_by: row.registered_by, field_changes: {} }
  const opened = { ...row, ...content.performer }
  return {
    performer: presentPerformer(opened, dayInJapan(services.clock.now())),
    documents: versions.map((version) =>
      presentDocument(services, actor, decided, { ...version, ...content.documents[version.id] }),
    ),
  }
}
