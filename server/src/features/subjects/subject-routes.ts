import * as contract from '@kyc/contract/subjects.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { createSubjectRequest } from './create-request.ts'
import { exportSubject } from './export-subject.ts'
import { listPerformerRequests, listSubjectRequests } from './list-requests.ts'
import { respondToSubjectRequest } from './respond-to-request.ts'
import type { SubjectServices } from './subject-services.ts'

/** The rights of data subjects: their requests, and the export of a record (D77). */
export function subjectRoutes(services: SubjectServices): Binding[] {
  return [
    bind(contract.listSubjectRequests, ({ query }) => listSubjectRequests(services, query)),
    bind(contract.listPerformerRequests, async ({ actor, params }) => ({
      body: await listPerformerRequests(services, actor, params.id),
    })),
    bind(contract.createSubjectRequest, ({ actor, params, body, request }) =>
      createSubjectRequest(services, { actor, performerId: params.id, body, request }),
    ),
    bind(contract.respondToSubjectRequest, async ({ actor, params, body, request }) => ({
      body: await respondToSubjectRequest(services, { actor, id: params.id, body, ip: request.ip }),
    })),
    bind(contract.exportSubject, ({ actor, params, request }) =>
      exportSubject(services, { actor, performerId: params.id, ip: request.ip, sealed: false }),
    ),
    bind(contract.exportSealedSubject, ({ actor, params, request }) =>
      exportSubject(services, { actor, performerId: params.id, ip: request.ip, sealed: true }),
    ),
  ]
}
