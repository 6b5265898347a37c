import * as contract from '@kyc/contract/shares.ts'
import * as statements from '@kyc/contract/statements.ts'
import { type Binding, bind, type OnRecord } from '../../platform/http/requests/binding.ts'
import { scopeOf } from '../access/scope.ts'
import { getVideoOwner } from '../videos/get-video.ts'
import { endShare, endSharedVideo } from './end-share.ts'
import { getSharedVideo } from './get-shared.ts'
import { issueOwnStatement, issueStatement } from './issue-statement.ts'
import { listShared } from './list-shared.ts'
import { openSharedPaper } from './open-shared-paper.ts'
import { endPaperPermission, permitPaper } from './permit-paper.ts'
import type { ShareServices } from './share-services.ts'
import { shareVideo } from './share-video.ts'
import { findSharesOf, getShared } from './shares-repository.ts'

/** Titles that organisations share with others (D113). */
export function shareRoutes(services: ShareServices): Binding[] {
  const { clock, db } = services
  const ownerOf = ({ actor, params }: OnRecord) => getVideoOwner(db, actor, params.id)
  const shared = ({ actor, params }: OnRecord) => getShared(db, actor, params.id, clock.now())
  return [
    bind(contract.listVideoShares, ownerOf, async ({ actor, params }) => ({
      body: await findSharesOf(db, actor, { videoId: params.id, at: clock.now() }),
    })),
    bind(contract.shareVideo, ownerOf, async ({ actor, params, body, request }) => ({
      body: await shareVideo(services, { actor, request, ...params }, body),
    })),
    bind(contract.endShare, ownerOf, async ({ actor, params, request }) => ({
      body: await endShare(services, { actor, request, ...params }),
    })),
    bind(contract.permitPaper, ownerOf, async ({ actor, params, body, request }) => ({
      body: await permitPaper(services, { actor, request, ...params }, body),
    })),
    bind(contract.endPaperPermission, ownerOf, async ({ actor, params, request }) => ({
      body: await endPaperPermission(services, { actor, request, ...params }),
    })),
    bind(contract.listSharedVideos, scopeOf(db), ({ actor, found: scope, query }) =>
      listShared(services, { actor, scope }, query),
    ),
    bind(contract.getSharedVideo, shared, async ({ found }) => ({
      body: await getSharedVideo(services, found),
    })),
    bind(contract.endSharedVideo, shared, async ({ actor, params, request }) => {
      await endSharedVideo(services, { actor, request, ...params })
      return {}
    }),
    bind(contract.openSharedPaper, shared, ({ actor, params, body, request }) =>
      openSharedPaper(services, { actor, id: params.id, body, request }),
    ),
    bind(statements.issueStatement, shared, async ({ actor, params, request }) => ({
      body: await issueStatement(services, { actor, request, ...params }),
    })),
    bind(statements.issueOwnStatement, ownerOf, async ({ actor, params, request }) => ({
      body: await issueOwnStatement(services, { actor, request, ...params }),
    })),
  ]
}
