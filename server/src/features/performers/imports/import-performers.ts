import type { BodyOf, QueryOf, ReplyOf } from '@kyc/contract/endpoint.ts'
import type { importPerformers as endpoint } from '@kyc/contract/performer-imports.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { identityOf } from '../../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../../platform/idempotency/reply-once.ts'
import type { OrganisationId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { NamedActor } from '../../access/actor.ts'
import { ownerForNew } from '../../access/scope.ts'
import { chargeQuota } from '../../documents/intake/charge-quota.ts'
import { newPerformerKey } from '../../records/performer-keys.ts'
import { registerPerformer } from '../create-performer.ts'
import type { PerformerServices } from '../performer-services.ts'
import { checkLines } from './check-lines.ts'

type Imported = ReplyOf<typeof endpoint>
interface Import {
  readonly actor: NamedActor
  readonly query: QueryOf<typeof endpoint>
  readonly body: BodyOf<typeof endpoint>
  readonly request: Pick<RequestInfo, 'ip' | 'header'>
}

const route = 'performers.import'

/**
 * Registers the lines of a spreadsheet as drafts in one transaction, each with its entry. A line whose external id
 * exists changes nothing, so that an interrupted import can be repeated. The reply contains no personal data.
 */
export async function importPerformers(
  services: PerformerServices,
  { actor, query, body: { lines }, request }: Import,
): Promise<{ body: Imported; headers: Readonly<Record<string, string>> }> {
  const owner = await ownerForNew(services.db, actor, query.organisation)
  const identity = identityOf({ scope: actor.id, route, request }, [owner, JSON.stringify(lines)])
  const isStillValid = (saved: Imported, tx: Tx) => allExist(tx, owner, saved)
  return replyOnce(services, { ...identity, status: 201, isStillValid }, async (tx) => {
    const checked = await checkLines(services, tx, owner, lines)
    checked.forEach(({ errors }, index) => {
      throwInvalid(index, errors)
    })
    const registrations = checked.filter(({ state }) => state === 'new').length
    await chargeQuota(services, tx, owner, { registrations, bytes: 0 })
    const imported: Imported['lines'] = []
    for (const { state, performerId, details } of checked) {
      if (performerId !== null) {
        imported.push({ state: state === 'differs' ? 'differs' : 'existing', performerId })
        continue
      }
      const key = newPerformerKey(services)
      await registerPerformer(services, tx, { actor, owner, ip: request.ip, details, key, documents: [] })
      imported.push({ state: 'created', performerId: key.performerId })
    }
    return { lines: imported }
  })
}

function throwInvalid(index: number, errors: readonly { field: string; message: string }[]): void {
  const named = errors.map(({ field, message }) => ({ field: `lines.${index}.${field}`, message }))
  const [first] = named
  if (first) throw new Problem('INVALID_INPUT', { field: first.field, errors: named })
}

/** Whether none of the records has been sealed or moved since. */
async function allExist(tx: Tx, owner: OrganisationId, { lines }: Imported): Promise<boolean> {
  const ids = lines.map(({ performerId }) => performerId)
  const rows = await tx
    .selectFrom('performer')
    .select('id')
    .where('id', 'in', ids)
    .where('owner_id', '=', owner)
    .where('sealed_at', 'is', null)
    .execute()
  return rows.length === ids.length
}
