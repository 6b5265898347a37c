import type { Video } from '@kyc/contract/videos.ts'
import { type Actor, isAdmin } from '../access/actor.ts'
import type { VideoRow } from './videos-repository.ts'

/** Presents a video. Only admins see the name of the owner; users see only videos of their own. */
export function presentVideo(actor: Actor, row: VideoRow): Video {
  return {
    id: row.id,
    title: row.title,
    externalId: row.external_id,
    performerCount: row.performers,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    registeredBy: isAdmin(actor) ? row.owner_name : null,
    own: row.owner_id === actor.id,
  }
}
