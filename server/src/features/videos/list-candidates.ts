import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { listVideoCandidates as endpoint, VideoCandidate } from '@kyc/contract/videos.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import type { Actor } from '../access/actor.ts'
import { namesFor } from '../access/visible-to.ts'
import { listPerformers, type PerformerPage } from '../performers/search/list-performers.ts'
import { addedAmong } from './video-performers-repository.ts'
import type { VideoServices } from './video-services.ts'

type CandidatePage = Omit<PerformerPage, 'performers'> & { readonly candidates: VideoCandidate[] }

/** A page of the performers that can be added to a video: those of its owner, also for an admin. */
export async function listCandidates(
  services: VideoServices,
  call: { actor: Actor; id: string; owner: OrganisationId; query: QueryOf<typeof endpoint> },
): Promise<CandidatePage> {
  const { actor, id, owner, query } = call
  // Performers of other owners cannot be added, not even by an admin.
  const scope = { organisation: owner, namesFor: namesFor(actor) }
  const name = `video.candidates ${id}`
  const { performers, ...page } = await listPerformers(services, scope, query, name)
  const added = await addedAmong(
    services.db,
    id,
    performers.map((performer) => performer.id),
  )
  return {
    ...page,
    candidates: performers.map((performer) => ({ performer, added: added.has(performer.id) })),
  }
}
