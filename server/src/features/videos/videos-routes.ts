import * as contract from '@kyc/contract/videos.ts'
import { type Binding, bind, type OnRecord } from '../../platform/http/requests/binding.ts'
import { scopeOf } from '../access/scope.ts'
import { countListed } from '../documents/read/listed-records.ts'
import { addPerformers } from './add-performers.ts'
import { createVideo } from './create-video.ts'
import { getVideo, getVideoOwner } from './get-video.ts'
import { listCandidates } from './list-candidates.ts'
import { listVideoPerformers } from './list-video-performers.ts'
import { listVideos } from './list-videos.ts'
import { removePerformer } from './remove-performer.ts'
import { updateVideo } from './update-video.ts'
import type { VideoServices } from './video-services.ts'

export function videoRoutes(services: VideoServices): Binding[] {
  return [...readRoutes(services), ...actRoutes(services)]
}

function readRoutes(services: VideoServices): Binding[] {
  const owner = ownerOf(services)
  return [
    bind(contract.listVideos, scopeOf(services.db), async ({ found: scope, query }) => {
      const { videos, ...page } = await listVideos(services, scope, query)
      return { body: videos, page }
    }),
    bind(contract.getVideo, async ({ actor, params }) => ({
      body: await getVideo(services.db, actor, params.id),
    })),
    bind(contract.listVideoPerformers, owner, async ({ actor, params, query }) => {
      const asked = { actor, id: params.id, query }
      const { performers, ...page } = await listVideoPerformers(services, asked)
      await countListed(services, actor, performers)
      return { body: performers, page }
    }),
    bind(contract.listVideoCandidates, owner, async ({ actor, found: owner, params, query }) => {
      const asked = { actor, id: params.id, owner, query }
      const { candidates, ...page } = await listCandidates(services, asked)
      await countListed(
        services,
        actor,
        candidates.map(({ performer }) => performer),
      )
      return { body: candidates, page }
    }),
  ]
}

function actRoutes(services: VideoServices): Binding[] {
  const owner = ownerOf(services)
  return [
    bind(contract.createVideo, (call) => createVideo(services, call)),
    bind(contract.updateVideo, owner, async ({ actor, params, body, request }) => ({
      body: await updateVideo(services, { actor, id: params.id, changes: body, ip: request.ip }),
    })),
    bind(contract.addVideoPerformers, owner, ({ actor, params, body, request }) =>
      addPerformers(services, { actor, id: params.id, performerIds: body.performerIds, request }),
    ),
    bind(contract.removeVideoPerformer, owner, async ({ actor, params, request }) => {
      await removePerformer(services, { actor, ...params, ip: request.ip })
      return {}
    }),
  ]
}

/** Finds the video of a call, and returns its owner. */
function ownerOf({ db }: VideoServices) {
  return ({ actor, params }: OnRecord) => getVideoOwner(db, actor, params.id)
}
