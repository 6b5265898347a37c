import * as contract from '@kyc/contract/publications.ts'
import { type Binding, bind, type OnRecord } from '../../../platform/http/requests/binding.ts'
import { getVideoOwner } from '../get-video.ts'
import type { VideoServices } from '../video-services.ts'
import { listPublications } from './list-publications.ts'
import { addPublication, statePublications, updatePublication } from './write-publication.ts'

export function publicationRoutes(services: VideoServices): Binding[] {
  const ownerOf = ({ actor, params }: OnRecord) => getVideoOwner(services.db, actor, params.id)
  return [
    bind(contract.listPublications, ownerOf, async ({ found: owner, params }) => ({
      body: await listPublications(services.db, { id: params.id, owner }),
    })),
    bind(contract.addPublication, ownerOf, async ({ actor, params, body: input, request }) => ({
      body: await addPublication(services, { actor, id: params.id, ip: request.ip, input }),
    })),
    bind(contract.updatePublication, ownerOf, async ({ actor, params, body, request }) => {
      const { version, ...input } = body
      const act = { actor, ...params, ip: request.ip, version, input }
      return { body: await updatePublication(services, act) }
    }),
    bind(contract.statePublications, ownerOf, async ({ actor, params, body: { known }, request }) => ({
      body: await statePublications(services, { actor, id: params.id, ip: request.ip, known }),
    })),
  ]
}
