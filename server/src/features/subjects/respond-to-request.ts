import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { respondToSubjectRequest as endpoint, SubjectRequest } from '@kyc/contract/subjects.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutRequest } from '../audit/about.ts'
import type { RequestServices } from './create-request.ts'
import { presentRequest } from './present-request.ts'
import { getRequest, textBox, updateResponse } from './requests-repository.ts'

interface Response {
  readonly actor: Actor
  readonly id: string
  readonly body: BodyOf<typeof endpoint>
  readonly ip: string | null
}

/**
 * Stores the response to a request; of concurrent ones, the first. Works while the record is sealed, since a request
 * for erasure may be answered after the deletion.
 */
export function respondToSubjectRequest(
  services: RequestServices,
  { actor, id, body, ip }: Response,
): Promise<SubjectRequest> {
  const { outcome } = body
  return inTransaction(services.db, async (tx) => {
    const { performer_id: performerId } = await getRequest(tx, id)
    const stored = await updateResponse(tx, id, {
      state: outcome,
      response_box: await textBox(services, tx, { id, performerId, part: 'response' }, body.response),
      responded_at: services.clock.now(),
      handled_by: actor.id,
    })
    if (!stored) throw new Problem('CONFLICT')
    await services.audit.record(tx, { actor, ip }, 'update', aboutRequest(id, performerId), {
      before: { requestState: 'open' },
      after: { requestState: outcome },
    })
    return presentRequest(services, tx, await getRequest(tx, id))
  })
}
