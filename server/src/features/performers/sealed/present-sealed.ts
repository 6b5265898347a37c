import { limits } from '@kyc/contract/limits.ts'
import type { LegalHold, ListedSealedPerformer } from '@kyc/contract/sealed-performers.ts'
import type { Actor } from '../../access/actor.ts'
import type { HoldRow, SealedRow } from './sealed-repository.ts'

/** Presents a sealed record without anything about the person. */
export function presentListed(actor: Actor, row: SealedRow): ListedSealedPerformer {
  return {
    id: row.id,
    organisation: { id: row.owner_id, name: row.owner_name },
    sealedAt: row.sealed_at.toISOString(),
    sealedBy: row.sealer ?? 'システム',
    retainUntil: row.retain_until,
    ending: row.ending,
    held: row.held,
    request: presentRequest(actor, row),
    destroyedAt: row.destroyed_at?.toISOString() ?? null,
  }
}

function presentRequest(actor: Actor, row: SealedRow): ListedSealedPerformer['request'] {
  const { requested_by, requester, requested_at, expires_at, confirmed_at } = row
  if (!requester || !requested_at || !expires_at) return null
  return {
    kind: row.request_kind,
    requestedBy: requester,
    own: requested_by === actor.id,
    requestedAt: requested_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    confirmedBy: row.confirmer,
    effectiveAt: confirmed_at && takesEffect(confirmed_at).toISOString(),
  }
}

/** When a destruction that was confirmed at this time happens. */
export function takesEffect(confirmedAt: Date): Date {
  return new Date(confirmedAt.getTime() + limits.destructionDelay)
}

export function presentHold(row: HoldRow, decrypt: (box: Buffer | null) => string | null): LegalHold {
  return {
    from: row.put_at.toISOString(),
    by: row.putter,
    reason: decrypt(row.reason_box),
    until: row.ended_at?.toISOString() ?? null,
    endedBy: row.ender,
    endReason: decrypt(row.end_reason_box),
  }
}
