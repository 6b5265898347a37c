import * as contract from '@kyc/contract/papers.ts'
import { type Binding, bind, type OnRecord } from '../../../platform/http/requests/binding.ts'
import { scopeOf } from '../../access/scope.ts'
import { openDocument, requestedFile } from '../../documents/read/open-document.ts'
import { getVideoOwner } from '../get-video.ts'
import { rejectPaper, verifyPaper } from './decide-paper.ts'
import { paperOf } from './find-appearance.ts'
import { listPapers, listPaperVersions, listWaitingPapers } from './list-papers.ts'
import type { PaperServices } from './paper-services.ts'
import { submitPaper } from './submit-paper.ts'

export function paperRoutes(services: PaperServices): Binding[] {
  const ownerOf = ({ actor, params }: OnRecord) => getVideoOwner(services.db, actor, params.id)
  const paper = paperOf(services.db)
  return [
    bind(contract.listPapers, ownerOf, async ({ actor, params }) => ({
      body: await listPapers(services, actor, params.id),
    })),
    bind(contract.listPaperVersions, paper, async ({ actor, found }) => ({
      body: await listPaperVersions(services, actor, found),
    })),
    bind(contract.openPaper, paper, ({ actor, caller, found, query, request }) =>
      openDocument(services, {
        actor,
        sessionKey: caller.sessionKey,
        request,
        ...found,
        ...requestedFile(query),
      }),
    ),
    bind(contract.submitPaper, paper, ({ actor, found, upload, request }) =>
      submitPaper(services, { actor, request, found, upload }),
    ),
    bind(contract.verifyPaper, paper, async ({ actor, found, body, request }) => ({
      body: await verifyPaper(services, { actor, request, paper: found }, body),
    })),
    bind(contract.rejectPaper, paper, async ({ actor, found, body, request }) => ({
      body: await rejectPaper(services, { actor, request, paper: found }, body),
    })),
    bind(contract.listWaitingPapers, scopeOf(services.db), ({ actor, found: scope, query }) =>
      listWaitingPapers(services, { actor, scope }, query),
    ),
  ]
}
