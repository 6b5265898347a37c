import * as contract from '@kyc/contract/sealed-performers.ts'
import { type Binding, bind } from '../../../platform/http/requests/binding.ts'
import type { AuditDedup } from '../../documents/read/audit-dedup.ts'
import { openDocument, requestedFile } from '../../documents/read/open-document.ts'
import type { PerformerServices } from '../performer-services.ts'
import { getSealed } from './get-sealed.ts'
import { endHold, holdSealed } from './hold-sealed.ts'
import { listSealed } from './list-sealed.ts'
import { giveSealedReason, openSealed } from './open-sealed.ts'
import {
  confirmDestruction,
  requestDestruction,
  stopDestruction,
  withdrawDestruction,
} from './request-destruction.ts'

export function sealedRoutes(services: PerformerServices, dedup: AuditDedup): Binding[] {
  return [
    bind(contract.listSealedPerformers, ({ actor, query }) => listSealed(services, actor, query)),
    bind(contract.getSealedPerformer, async ({ actor, params }) => ({
      body: await getSealed(services, actor, params.id),
    })),
    bind(contract.giveSealedReason, async ({ actor, params, body, request }) => ({
      body: await giveSealedReason(services, { actor, id: params.id, reason: body.reason, ip: request.ip }),
    })),
    bind(contract.openSealedPerformer, async ({ actor, caller, params, request }) => ({
      body: await openSealed(services, dedup, {
        actor,
        sessionKey: caller.sessionKey,
        id: params.id,
        request,
      }),
    })),
    bind(contract.openSealedDocument, ({ actor, caller, params, query, request }) =>
      openDocument(services, dedup, {
        actor,
        sessionKey: caller.sessionKey,
        request,
        performerId: params.id,
        type: params.type,
        ...requestedFile(query),
        sealed: true,
      }),
    ),
    bind(contract.holdSealedPerformer, async ({ actor, params, body, request }) => ({
      body: await holdSealed(services, { actor, id: params.id, reason: body.reason, ip: request.ip }),
    })),
    bind(contract.endLegalHold, async ({ actor, params, body, request }) => ({
      body: await endHold(services, { actor, id: params.id, reason: body.reason, ip: request.ip }),
    })),
    bind(contract.requestDestruction, async ({ actor, params, body, request }) => ({
      body: await requestDestruction(services, { actor, id: params.id, ...body, ip: request.ip }),
    })),
    bind(contract.confirmDestruction, async ({ actor, params, request }) => ({
      body: await confirmDestruction(services, { actor, id: params.id, ip: request.ip }),
    })),
    bind(contract.stopDestruction, async ({ actor, params, body, request }) => ({
      body: await stopDestruction(services, { actor, id: params.id, reason: body.reason, ip: request.ip }),
    })),
    bind(contract.withdrawDestruction, async ({ actor, params, request }) => ({
      body: await withdrawDestruction(services, { actor, id: params.id, ip: request.ip }),
    })),
  ]
}
