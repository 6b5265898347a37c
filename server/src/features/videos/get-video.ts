import type { Video } from '@kyc/contract/videos.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { presentVideo } from './present-video.ts'
import { findVideo, findVideoForEdit, findVideoOwner, type VideoRow } from './videos-repository.ts'

export async function getVideoRow(db: Db, actor: Actor, id: string): Promise<VideoRow> {
  const row = await findVideo(db, actor, id)
  if (!row) throw new Problem('VIDEO_NOT_FOUND')
  return row
}

export async function getVideo(db: Db, actor: Actor, id: string): Promise<Video> {
  return presentVideo(await getVideoRow(db, actor, id))
}

export async function getVideoOwner(db: Db, actor: Actor, id: string): Promise<OrganisationId> {
  const owner = await findVideoOwner(db, actor, id)
  if (owner === undefined) throw new Problem('VIDEO_NOT_FOUND')
  return owner
}

export async function requireEditableVideo(db: Db, actor: Actor, id: string): Promise<void> {
  const video = await findVideoForEdit(db, actor, id)
  if (!video) throw new Problem('VIDEO_NOT_FOUND')
  requireEditable(video)
}
