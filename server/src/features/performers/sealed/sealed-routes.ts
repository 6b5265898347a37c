import * as contract from '@kyc/contract/sealed-performers.ts'
import { type Binding, bind, type OnRecord } from '../../../platform/http/requests/binding.ts'
import { scopeOf } from '../../access/scope.ts'
import { requireDocumentType } from '../../documents/document-repository.ts'
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
import { getSealedRow } from './sealed-repository.ts'

export function sealedRoutes(services: PerformerServices): Binding[] {
  const { clock, db } = services
  const sealed = ({ params }: OnRecord) => getSealedRow(db, clock.now(), params.id)
  const document = async (call: OnRecord<{ id: string; type: string }>) => {
    await sealed(call)
    return requireDocumentType(call.params.type)
  }
  return [
    bind(contract.listSealedPerformers, scopeOf(db), ({ actor, found: scope, query }) =>
      listSealed(services, { ...actor, scope }, query),
    ),
    bind(contract.getSealedPerformer, async ({ actor, params }) => ({
      body: await getSealed(services, actor, params.id),
    })),
    bind(contract.giveSealedReason, sealed, async ({ actor, params, body, request }) => ({
      body: await giveSealedReason(services, { actor, id: params.id, reason: body.reason, ip: request.ip }),
    })),
    bind(contract.openSealedPerformer, sealed, async ({ actor, caller, params, request }) => ({
      body: await openSealed(services, {
        actor,
        sessionKey: caller.sessionKey,
        id: params.id,
        request,
      }),
    })),
    bind(contract.openSealedDocument, document, ({ actor, caller, params, found: type, query, request }) =>
      openDocument(services, {
        actor,
        sessionKey: caller.sessionKey,
        request,
        performerId: params.id,
        type,
        ...requestedFile(query),
      }),
    ),
    bind(contract.holdSealedPerformer, sealed, async ({ actor, params, body, request }) => ({
      body: await holdSealed(services, { actor, id: params.id, reason: body.reason, ip: request.ip }),
    })),
    bind(contract.endLegalHold, sealed, async ({ actor, params, body, request }) => ({
      body: await endHold(services, { actor, id: params.id, reason: body.reason, ip: request.ip }),
    })),
    bind(contract.requestDestruction, sealed, async ({ actor, params, body, request }) => ({
      body: await requestDestruction(services, { actor, id: params.id, ...body, ip: request.ip }),
    })),
    bind(contract.confirmDestruction, sealed, async ({ actor, params, request }) => ({
      body: await confirmDestruction(services, { actor, id: params.id, ip: request.ip }),
    })),
    bind(contract.stopDestruction, sealed, async ({ actor, params, body, request }) => ({
      body: await stopDestruction(services, { actor, id: params.id, reason: body.reason, ip: request.ip }),
    })),
    bind(contract.withdrawDestruction, sealed, async ({ actor, params, request }) => ({
      body: await withdrawDestruction(services, { actor, id: params.id, ip: request.ip }),
    })),
  ]
}
