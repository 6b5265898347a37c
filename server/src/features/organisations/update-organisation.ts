import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { updateOrganisation as endpoint, Organisation } from '@kyc/contract/organisation-members.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { foldName } from '../../platform/fold-name.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import { lockAsRepresentative, type OrganisationAct, recordOrganisation } from './act-on-organisation.ts'
import { getOrganisation } from './get-organisation.ts'
import type { OrganisationServices } from './organisation-services.ts'

/**
 * Changes name or kind. A personal organisation, whose name is that of its account, becomes a company with a name of its
 * own (D67).
 * @throws Problem of `lockAsRepresentative`, ORGANISATION_PERSONAL, INVALID_INPUT, CONFLICT if it has another version
 */
export function updateOrganisation(
  services: Pick<OrganisationServices, 'audit' | 'clock' | 'db'>,
  act: OrganisationAct,
  { name, kind, version }: BodyOf<typeof endpoint>,
): Promise<Organisation> {
  return inTransaction(services.db, async (tx) => {
    const before = await lockAsRepresentative(tx, act)
    const after = { name: name ?? before.name, kind: kind ?? before.kind }
    if (before.version !== version) throw new Problem('CONFLICT')
    if (before.kind === 'personal') {
      if (!kind) throw new Problem('ORGANISATION_PERSONAL', { field: 'kind' })
      if (name === undefined) throw fieldProblem('name', '組織名を入力してください。')
    }
    if (after.name !== before.name || after.kind !== before.kind) {
      await tx
        .updateTable('organisation')
        .set({ ...after, person_id: null, search_text: foldName(after.name), version: version + 1 })
        .set({ updated_at: services.clock.now() })
        .where('id', '=', act.id)
        .execute()
      await recordOrganisation(services, tx, act, 'settings', {
        before: { organisation: before.name, kind: before.kind },
        after: { organisation: after.name, kind: after.kind },
      })
    }
    return getOrganisation(tx, act.actor, act.id)
  })
}
