import type { Video } from '@kyc/contract/videos.ts'
import type { VideoRow } from './videos-repository.ts'

/** Presents a video. */
export function presentVideo(row: VideoRow): Video {
  return {
    id: row.id,
    title: row.title,
    externalId: row.external_id,
    performerCount: row.performers,
    sale: row.sale,
    gate: row.gate,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    organisation: { id: row.owner_id, name: row.owner_name },
    registeredBy: row.registrar_name,
  }
}
