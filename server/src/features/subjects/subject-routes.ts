import * as contract from '@kyc/contract/subjects.ts'
import { type Binding, bind, type OnRecord } from '../../platform/http/requests/binding.ts'
import { getSealedRow } from '../performers/sealed/sealed-repository.ts'
import { recordOf } from '../records/performers-repository.ts'
import { createSubjectRequest } from './create-request.ts'
import { exportSubject } from './export-subject.ts'
import { listPerformerRequests, listSubjectRequests } from './list-requests.ts'
import { getRequest } from './requests-repository.ts'
import { respondToSubjectRequest } from './respond-to-request.ts'
import type { SubjectServices } from './subject-services.ts'

/** The rights of data subjects: their requests, and the export of a record. */
export function subjectRoutes(services: SubjectServices): Binding[] {
  const { clock, db } = services
  const performer = recordOf(db)
  const sealed = ({ params }: OnRecord) => getSealedRow(db, clock.now(), params.id)
  const asked = ({ params }: OnRecord) => getRequest(db, params.id)
  return [
    bind(contract.listSubjectRequests, ({ query }) => listSubjectRequests(services, query)),
    bind(contract.listPerformerRequests, performer, async ({ found }) => ({
      body: await listPerformerRequests(services, found.id),
    })),
    bind(contract.createSubjectRequest, performer, ({ actor, params, body, request }) =>
      createSubjectRequest(services, { actor, performerId: params.id, body, request }),
    ),
    bind(contract.respondToSubjectRequest, asked, async ({ actor, params, body, request }) => ({
      body: await respondToSubjectRequest(services, { actor, id: params.id, body, ip: request.ip }),
    })),
    bind(contract.exportSubject, performer, ({ actor, params, request }) =>
      exportSubject(services, { actor, performerId: params.id, ip: request.ip, sealed: false }),
    ),
    bind(contract.exportSealedSubject, sealed, ({ actor, params, request }) =>
      exportSubject(services, { actor, performerId: params.id, ip: request.ip, sealed: true }),
    ),
  ]
}
