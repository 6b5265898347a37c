import { addDays } from '@kyc/contract/dates.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { createSubjectRequest as endpoint, SubjectRequest } from '@kyc/contract/subjects.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { identityOf } from '../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../platform/idempotency/reply-once.ts'
import { newId } from '../../platform/ids.ts'
import type { Actor } from '../access/actor.ts'
import { aboutRequest } from '../audit/about.ts'
import { getRecord } from '../records/performers-repository.ts'
import { presentRequest } from './present-request.ts'
import { getRequest, textBox } from './requests-repository.ts'
import type { SubjectServices } from './subject-services.ts'

export type RequestServices = SubjectServices

interface NewRequest {
  readonly actor: Actor
  readonly performerId: string
  readonly body: BodyOf<typeof endpoint>
  readonly request: Pick<RequestInfo, 'ip' | 'header'>
}

/**
 * Stores a request of a data subject, due `limits.subjectRequest.dueDays` after its receipt. The texts are not part of
 * the entry, so they end with the request.
 */
export async function createSubjectRequest(
  services: RequestServices,
  created: NewRequest,
): Promise<{ body: SubjectRequest; headers: Readonly<Record<string, string>> }> {
  const { actor, performerId, body, request } = created
  // Runs before a saved reply is returned: it has the name and the texts, which no page shows once the record is
  // sealed.
  await getRecord(services.db, actor, performerId)
  const route = 'subjects.create'
  const identity = identityOf({ scope: actor.id, route, request }, [performerId, JSON.stringify(body)])
  const once = { ...identity, status: 201, about: performerId } as const
  const { body: stored, headers } = await replyOnce(services, once, (tx) => store(services, tx, created))
  const location = `/api/performers/${stored.performer.id}/subject-requests`
  return { body: stored, headers: { ...headers, location } }
}

async function store(
  services: RequestServices,
  tx: Tx,
  { actor, performerId: wanted, body, request }: NewRequest,
): Promise<SubjectRequest> {
  const performer = await getRecord(tx, actor, wanted)
  const { kind, receivedOn } = body
  const at = services.clock.now()
  const [id, performerId] = [newId(at), performer.id]
  await tx
    .insertInto('subject_request')
    .values({
      id,
      performer_id: performerId,
      kind,
      received_on: receivedOn,
      due_on: addDays(receivedOn, limits.subjectRequest.dueDays),
      details_box: await textBox(services, tx, { id, performerId, part: 'details' }, body.details),
      created_at: at,
    })
    .execute()
  await services.audit.record(tx, { actor, request }, 'create', aboutRequest(id, performerId), {
    after: { requestKind: kind, receivedOn },
  })
  return presentRequest(services, tx, await getRequest(tx, id))
}
