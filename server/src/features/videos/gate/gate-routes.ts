import * as contract from '@kyc/contract/readiness.ts'
import * as rehearsal from '@kyc/contract/rehearsal.ts'
import { type Binding, bind, type OnRecord } from '../../../platform/http/requests/binding.ts'
import { exportScope, scopeOf } from '../../access/scope.ts'
import { recordOf } from '../../records/performers-repository.ts'
import { getVideoOwner } from '../get-video.ts'
import type { VideoServices } from '../video-services.ts'
import { confirmOverride, endOverride, overrideRule } from './override-rule.ts'
import { readReadiness } from './read-readiness.ts'
import { exportRehearsal, rehearse } from './rehearse.ts'
import { findChannels, updateChannel } from './update-channel.ts'
import { listDueVideos, listVideosOf } from './waiting-videos.ts'

export function gateRoutes(services: VideoServices): Binding[] {
  const ownerOf = ({ actor, params }: OnRecord) => getVideoOwner(services.db, actor, params.id)
  return [
    bind(contract.getReadiness, ownerOf, async ({ actor, params, query }) => ({
      body: await readReadiness(services, services.db, { actor, id: params.id, day: query.day }),
    })),
    bind(contract.overrideRule, ownerOf, ({ actor, params, body, request }) =>
      overrideRule(services, { actor, id: params.id, ip: request.ip, body, request }),
    ),
    bind(contract.confirmOverride, ownerOf, async ({ actor, params, request }) => ({
      body: await confirmOverride(services, { actor, ...params, ip: request.ip }),
    })),
    bind(contract.endOverride, ownerOf, async ({ actor, params, request }) => ({
      body: await endOverride(services, { actor, ...params, ip: request.ip }),
    })),
    bind(contract.listDueVideos, scopeOf(services.db), async ({ found: scope }) => ({
      body: await listDueVideos(services.db, scope),
    })),
    bind(rehearsal.rehearseRules, scopeOf(services.db), async ({ found: scope, query }) => ({
      body: await rehearse(services.db, scope, query),
    })),
    bind(rehearsal.exportRehearsal, exportScope(services.db), ({ actor, found: scope, query, request }) =>
      exportRehearsal(services, { ...actor, scope }, query, request),
    ),
    bind(contract.listVideosOfPerformer, recordOf(services.db), async ({ actor, params }) => ({
      body: await listVideosOf(services.db, actor, params.id),
    })),
    bind(contract.listChannels, ownerOf, async ({ found: owner }) => ({
      body: await findChannels(services.db, owner),
    })),
    bind(contract.updateChannel, ownerOf, async ({ actor, params, body, request }) => ({
      body: await updateChannel(services, { actor, ...params, ip: request.ip, input: body }),
    })),
  ]
}
