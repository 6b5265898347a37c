import type { Tx } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../access/actor.ts'
import type { OrganisationServices } from '../organisation-services.ts'

interface Recorded {
  readonly actor: Actor
  readonly ip: string | null
  readonly from: { readonly id: string; readonly name: string }
  readonly to: { readonly id: string; readonly name: string }
  readonly reason: string
  readonly step: '申請' | '取り消し' | '実行'
  /** The moved ids; null for a merge. */
  readonly records: { readonly performers: readonly string[]; readonly videos: readonly string[] } | null
  /** The numbers of records that moved. */
  readonly moved?: { readonly performers: number; readonly videos: number }
}

/**
 * Records a step of a transfer for both organisations, and for each record that moved. The records of a merge have no
 * entries of their own: the entries of the organisations name it (docs/decisions/0057).
 */
export async function recordTransfer(
  { audit }: Pick<OrganisationServices, 'audit'>,
  tx: Tx,
  { actor, ip, from, to, reason, step, records, moved }: Recorded,
): Promise<void> {
  const common = { actor: actor.id, action: 'update', ip } as const
  const change = records ? '記録の移行' : '組織の統合'
  for (const { id } of [from, to]) {
    await audit.record(tx, {
      ...common,
      resourceType: 'organisation',
      resourceId: id,
      owner: id,
      details: {
        change: `${change}（${step}）`,
        before: { organisation: from.name },
        after: { organisation: to.name },
        ...(moved && { performers: moved.performers, videos: moved.videos }),
        reason,
      },
    })
  }
  if (!moved || !records) return
  const details = { before: { organisation: from.name }, after: { organisation: to.name }, reason }
  for (const id of records.performers) {
    await audit.record(tx, { ...common, resourceType: 'performer', resourceId: id, owner: to.id, details })
  }
  for (const id of records.videos) {
    await audit.record(tx, { ...common, resourceType: 'video', resourceId: id, owner: to.id, details })
  }
}
