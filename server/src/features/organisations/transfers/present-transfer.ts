import type { Transfer } from '@kyc/contract/transfers.ts'
import type { Actor } from '../../access/actor.ts'
import type { TransferRow } from './transfer-repository.ts'

export function presentTransfer(actor: Actor, row: TransferRow): Transfer {
  return {
    id: row.id,
    from: { id: row.from_id, name: row.from_name },
    to: { id: row.to_id, name: row.to_name },
    merge: row.performer_ids === null,
    performerCount: row.performers,
    videoCount: row.videos,
    reason: row.reason,
    requestedBy: row.requester,
    own: row.requested_by === actor.id,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}
