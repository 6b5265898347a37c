import { dayInJapan } from '@kyc/contract/dates.ts'
import type { OpenedPack, Pack } from '@kyc/contract/packs.ts'
import type { OpenedRow, PackRow } from './packs-repository.ts'

export function presentPack(row: PackRow): Pack {
  return {
    id: row.id,
    shape: row.shape,
    organisation: { id: row.owner_id, name: row.owner_name },
    performer: row.performer_id === null ? null : { id: row.performer_id, name: row.performer_name },
    title: row.title,
    videoCount: row.videos,
    performerCount: row.performers,
    unmasked: row.unmasked,
    state: row.state,
    failure: row.failure,
    progress: { done: row.files_done, total: row.files_total },
    bytes: row.size,
    sha256: row.sha256?.toString('hex') ?? null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.creator,
    expiresAt: row.expires_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    endReason: row.end_reason,
    openings: row.openings,
    lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
  }
}

/** What the recipient of a link sees. */
export function presentOpened(row: OpenedRow): OpenedPack {
  return {
    shape: row.shape,
    organisation: row.owner_name,
    videoCount: row.videos,
    performerCount: row.performers,
    unmasked: row.unmasked,
    state: row.state,
    progress: { done: row.files_done, total: row.files_total },
    bytes: row.size,
    sha256: row.sha256?.toString('hex') ?? null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    filename: packFilename(row),
  }
}

export function packFilename({ shape, created_at }: Pick<OpenedRow, 'shape' | 'created_at'>): string {
  return `pack_${shape}_${dayInJapan(created_at)}.zip`
}
