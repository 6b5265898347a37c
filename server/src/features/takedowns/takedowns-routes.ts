import { addTakedownEvidence, openTakedownEvidence } from '@kyc/contract/takedown-evidence.ts'
import * as contract from '@kyc/contract/takedowns.ts'
import { type Binding, bind, type OnRecord } from '../../platform/http/requests/binding.ts'
import { exportScope, scopeOf } from '../access/scope.ts'
import { acknowledgeStop } from './acknowledge-stop.ts'
import { addEvidence } from './add-evidence.ts'
import { assignTakedown } from './assign-takedown.ts'
import { completeTakedown } from './complete-takedown.ts'
import { confirmTakedown } from './confirm-takedown.ts'
import { createTakedown } from './create-takedown.ts'
import { exportTakedowns } from './export-takedowns.ts'
import { listTakedowns } from './list-takedowns.ts'
import { namePerformer } from './name-performer.ts'
import { openEvidence } from './open-evidence.ts'
import { presentTakedown } from './present-takedown.ts'
import { rejectTakedown } from './reject-takedown.ts'
import { sendNotice } from './send-notice.ts'
import type { TakedownServices } from './takedown-services.ts'
import { getTakedownRow } from './takedowns-repository.ts'

/** Requests to take a title down (D108). */
export function takedownRoutes(services: TakedownServices): Binding[] {
  const { db } = services
  const takedown = ({ actor, params }: OnRecord) => getTakedownRow(db, actor, params.id)
  return [
    bind(contract.listTakedowns, scopeOf(db), ({ actor, found: scope, query }) =>
      listTakedowns(services, { actor, scope }, query),
    ),
    bind(contract.exportTakedowns, exportScope(db), ({ actor, found: scope, query, request }) =>
      exportTakedowns(services, { ...actor, scope }, query.month, request),
    ),
    bind(contract.getTakedown, takedown, async ({ actor, found }) => ({
      body: await presentTakedown(services, db, actor, found),
    })),
    bind(contract.createTakedown, (call) => createTakedown(services, call)),
    bind(contract.confirmTakedown, takedown, async ({ actor, params, body, request }) => ({
      body: await confirmTakedown(services, { actor, request, ...params, ...body }),
    })),
    bind(contract.acknowledgeStop, takedown, async ({ actor, params, request }) => ({
      body: await acknowledgeStop(services, { actor, request, id: params.id, stopId: params.stop }),
    })),
    bind(contract.completeTakedown, takedown, async ({ actor, params, body, request }) => ({
      body: await completeTakedown(services, { actor, request, ...params, ...body }),
    })),
    bind(contract.rejectTakedown, takedown, async ({ actor, params, body, request }) => ({
      body: await rejectTakedown(services, { actor, request, ...params, ...body }),
    })),
    bind(contract.assignTakedown, takedown, async ({ actor, params, body, request }) => ({
      body: await assignTakedown(services, { actor, request, ...params, ...body }),
    })),
    bind(contract.nameTakedownPerformer, takedown, async ({ actor, params, body, request }) => ({
      body: await namePerformer(services, { actor, request, ...params, ...body }),
    })),
    bind(addTakedownEvidence, takedown, ({ actor, found, upload, request }) =>
      addEvidence(services, { actor, found, upload, request }),
    ),
    bind(openTakedownEvidence, takedown, ({ actor, found, params, request }) =>
      openEvidence(services, { actor, found, evidenceId: params.evidence, request }),
    ),
    bind(contract.sendTakedownNotice, ({ actor, body, request }) =>
      sendNotice(services, body, { actor, request }),
    ),
  ]
}
