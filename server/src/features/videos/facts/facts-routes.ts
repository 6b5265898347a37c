import * as imports from '@kyc/contract/fact-imports.ts'
import * as contract from '@kyc/contract/title-facts.ts'
import { type Binding, bind, type OnRecord } from '../../../platform/http/requests/binding.ts'
import { exportScope } from '../../access/scope.ts'
import { getVideoOwner } from '../get-video.ts'
import type { VideoServices } from '../video-services.ts'
import { getFacts } from './get-facts.ts'
import { exportFacts } from './import/export-facts.ts'
import { checkFacts, importFacts } from './import/import-facts.ts'
import { saveAppearances } from './save-appearances.ts'
import { saveTitle } from './save-title.ts'

export function factsRoutes(services: VideoServices): Binding[] {
  const ownerOf = ({ actor, params }: OnRecord) => getVideoOwner(services.db, actor, params.id)
  return [
    bind(contract.getVideoFacts, ownerOf, async ({ params }) => ({
      body: await getFacts(services.db, params.id),
    })),
    bind(contract.saveVideoFacts, ownerOf, async ({ actor, params, body, request }) => {
      const { version, ...input } = body
      return { body: await saveTitle(services, { actor, id: params.id, ip: request.ip, version, input }) }
    }),
    bind(contract.saveAppearances, ownerOf, async ({ actor, params, body, request }) => {
      const { performers, ...input } = body
      const save = { actor, id: params.id, ip: request.ip, performers, input }
      return { body: await saveAppearances(services, save) }
    }),
    bind(imports.exportFacts, exportScope(services.db), ({ actor, found: scope, request }) =>
      exportFacts(services, { ...actor, scope }, request),
    ),
    bind(imports.checkFacts, exportScope(services.db), async ({ actor, found: scope, body }) => ({
      body: await checkFacts(services, { actor, scope, lines: body.lines.map((cells) => ({ cells })) }),
    })),
    bind(imports.importFacts, exportScope(services.db), async ({ actor, found: scope, body, request }) => ({
      body: await importFacts(services, { actor, scope, lines: body.lines, ip: request.ip }),
    })),
  ]
}
