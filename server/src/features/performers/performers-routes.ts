import { listHints as hintsEndpoint } from '@kyc/contract/hints.ts'
import * as holds from '@kyc/contract/legal-holds.ts'
import { checkPerformer as checkEndpoint } from '@kyc/contract/performer-check.ts'
import { deleteDraft } from '@kyc/contract/performer-drafts.ts'
import { exportPerformers as exportEndpoint } from '@kyc/contract/performer-export.ts'
import { performerHistory as historyEndpoint } from '@kyc/contract/performer-history.ts'
import * as imports from '@kyc/contract/performer-imports.ts'
import * as contract from '@kyc/contract/performers.ts'
import * as filters from '@kyc/contract/saved-filters.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { exportScope, type ListCall, ownerForNew, scopeOf } from '../access/scope.ts'
import { countListed } from '../documents/read/listed-records.ts'
import { recordOf } from '../records/performers-repository.ts'
import { checkPerformer } from './check-performer.ts'
import { createPerformer } from './create-performer.ts'
import { deletePerformer } from './delete-performer.ts'
import { getPerformer } from './get-performer.ts'
import { listHints } from './hints/list-hints.ts'
import { endPerformerHold, holdPerformer, holdsOf } from './hold-performer.ts'
import { checkImport } from './imports/check-import.ts'
import { importPerformers } from './imports/import-performers.ts'
import { performerHistory } from './performer-history.ts'
import type { PerformerServices } from './performer-services.ts'
import { savedFilters, saveFilters } from './saved-filters.ts'
import { countPerformers } from './search/count-performers.ts'
import { exportPerformers } from './search/export-performers.ts'
import { listPerformers } from './search/list-performers.ts'
import { updatePerformer } from './update-performer.ts'

export function performerRoutes(services: PerformerServices): Binding[] {
  const { db } = services
  const performer = recordOf(db)
  const owner = ({ actor, sent }: ListCall) => ownerForNew(db, actor, sent('organisation'))
  return [
    bind(contract.listPerformers, scopeOf(db), async ({ actor, found: scope, query }) => {
      const { performers, ...page } = await listPerformers(services, scope, query)
      await countListed(services, actor, performers)
      return { body: performers, page }
    }),
    bind(contract.countPerformers, scopeOf(db), async ({ found: scope, query }) => ({
      body: await countPerformers(services, scope, query),
    })),
    bind(exportEndpoint, exportScope(db), ({ actor, found: scope, query, request }) =>
      exportPerformers(services, { ...actor, scope }, query, request),
    ),
    bind(filters.getSavedFilters, async ({ actor }) => ({ body: await savedFilters(services, actor) })),
    bind(filters.saveFilters, async ({ actor, body }) => ({
      body: await saveFilters(services, actor, body),
    })),
    bind(contract.getPerformer, performer, async ({ actor, caller, found, request }) => {
      const { sessionKey } = caller
      return { body: await getPerformer(services, { actor, sessionKey, performer: found, request }) }
    }),
    bind(contract.createPerformer, (call) => createPerformer(services, call)),
    bind(checkEndpoint, owner, async ({ found, body }) => ({
      body: await checkPerformer(services, found, body),
    })),
    bind(imports.checkImport, owner, async ({ found, body }) => ({
      body: await checkImport(services, found, body.lines),
    })),
    bind(imports.importPerformers, (call) => importPerformers(services, call)),
    bind(contract.updatePerformer, performer, async ({ actor, caller, params, body, request }) => {
      const { recentlyAuthenticated } = caller
      const update = { actor, id: params.id, changes: body, ip: request.ip, recentlyAuthenticated }
      return { body: await updatePerformer(services, update) }
    }),
    bind(contract.deletePerformer, performer, async ({ actor, params, request }) => {
      await deletePerformer(services, { actor, id: params.id, ip: request.ip })
      return {}
    }),
    bind(deleteDraft, performer, async ({ actor, params, request }) => {
      await deletePerformer(services, { actor, id: params.id, ip: request.ip, draftOnly: true })
      return {}
    }),
    bind(hintsEndpoint, performer, async ({ actor, found }) => ({
      body: await listHints(services, actor, found),
    })),
    bind(historyEndpoint, performer, async ({ actor, found }) => ({
      body: await performerHistory(services, actor, found.id),
    })),
  ]
}

/** Legal holds on records that are not deleted. */
export function holdRoutes(services: PerformerServices): Binding[] {
  const performer = recordOf(services.db)
  return [
    bind(holds.listLegalHolds, performer, async ({ found }) => ({
      body: await holdsOf(services, services.db, found.id),
    })),
    bind(holds.holdPerformer, performer, async ({ actor, params, body, request }) => ({
      body: await holdPerformer(services, { actor, id: params.id, reason: body.reason, ip: request.ip }),
    })),
    bind(holds.endPerformerHold, performer, async ({ actor, params, body, request }) => ({
      body: await endPerformerHold(services, { actor, id: params.id, reason: body.reason, ip: request.ip }),
    })),
  ]
}
