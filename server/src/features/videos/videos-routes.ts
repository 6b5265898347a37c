import * as contract from '@kyc/contract/videos.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { scopeOf } from '../access/scope.ts'
import { countListed } from '../documents/read/listed-records.ts'
import { addPerformers } from './add-performers.ts'
import { createVideo } from './create-video.ts'
import { getVideo } from './get-video.ts'
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
  return [
    bind(contract.listVideos, async ({ actor, query }) => {
      const scope = await scopeOf(services.db, actor, query.organisation)
      const { videos, ...page } = await listVideos(services, scope, query)
      return { body: videos, page }
    }),
    bind(contract.getVideo, async ({ actor, params }) => ({
      body: await getVideo(services.db, actor, params.id),
    })),
    bind(contract.listVideoPerformers, async ({ actor, params, query }) => {
      const asked = { actor, id: params.id, query }
      const { performers, ...page } = await listVideoPerformers(services, asked)
      await countListed(services, actor, performers)
      return { body: performers, page }
    }),
    bind(contract.listVideoCandidates, async ({ actor, params, query }) => {
      const asked = { actor, id: params.id, query }
      const { candidates, ...page } = await listCandidates(services, asked)
      const found = candidates.map(({ performer }) => performer)
      await countListed(services, actor, found)
      return { body: candidates, page }
    }),
  ]
}

function actRoutes(services: VideoServices): Binding[] {
  return [
    bind(contract.createVideo, (call) => createVideo(services, call)),
    bind(contract.updateVideo, async ({ actor, params, body, request }) => ({
      body: await updateVideo(services, { actor, id: params.id, changes: body, ip: request.ip }),
    })),
    bind(contract.addVideoPerformers, ({ actor, params, body, request }) =>
      addPerformers(services, { actor, id: params.id, performerIds: body.performerIds, request }),
    ),
    bind(contract.removeVideoPerformer, async ({ actor, params, request }) => {
      await removePerformer(services, { actor, ...params, ip: request.ip })
      return {}
    }),
  ]
}
