import type { QueryOf, ReplyIn } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listWaitingPapers as endpoint, Paper } from '@kyc/contract/papers.ts'
import { boundedTotal, countBounded, cutPage, type PageInfo } from '../../../platform/lists/page.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import type { Scope } from '../../access/scope.ts'
import type { PaperServices } from './paper-services.ts'
import { findPapers, findVersions, findWaiting, type PaperOf, selectWaiting } from './papers-repository.ts'
import { presentPaper } from './present-paper.ts'

/** The newest version of each paper of a visible video. Creates no entry. */
export async function listPapers(services: PaperServices, actor: Actor, videoId: string): Promise<Paper[]> {
  return (await findPapers(services.db, actor, videoId)).map((row) => presentPaper(services, actor, row))
}

export async function listPaperVersions(
  services: PaperServices,
  actor: Actor,
  paper: PaperOf,
): Promise<Paper[]> {
  const rows = await findVersions(services.db, actor, paper)
  if (rows.length === 0) throw new Problem('DOCUMENT_NOT_FOUND')
  return rows.map((row) => presentPaper(services, actor, row))
}

/** A page of the papers that wait for a review, the longest wait first. Creates no entry. */
export async function listWaitingPapers(
  services: PaperServices,
  { actor, scope }: { readonly actor: Actor; readonly scope: Scope },
  { limit = limits.page.size, cursor }: QueryOf<typeof endpoint>,
): Promise<{ body: ReplyIn<typeof endpoint>; page: PageInfo }> {
  const { db, cursors } = services
  const list = JSON.stringify(['papers', scope.organisation])
  const after = cursor === undefined ? undefined : cursors.decode(list, cursor)
  const rows = await findWaiting(db, actor, scope, { after, limit: limit + 1 })
  const { shown, next } = cutPage(rows, limit, ({ uploaded_at, id }) =>
    cursors.encode(list, [uploaded_at.toISOString(), id]),
  )
  const isWhole = after === undefined && next === null
  const total = isWhole ? rows.length : await countBounded(db, selectWaiting(scope))
  return {
    body: shown.map((row) => ({
      paper: presentPaper(services, actor, row),
      videoTitle: row.video_title,
      performerName: row.performer_name,
      organisation: row.owner_name,
    })),
    page: { next, ...boundedTotal(total) },
  }
}
