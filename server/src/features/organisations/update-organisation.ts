import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { updateOrganisation as endpoint, Organisation } from '@kyc/contract/organisation-members.ts'
import type { OrganisationKind } from '@kyc/contract/organisations.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import { foldName } from '../access/fold-name.ts'
import { isReservedName, reservedNameFault } from '../access/reserved-names.ts'
import { lockAsRepresentative, type OrganisationAct, recordOrganisation } from './act-on-organisation.ts'
import { getOrganisation } from './get-organisation.ts'
import type { OrganisationServices } from './organisation-services.ts'

/**
 * Changes the settings. A personal organisation, whose name is that of its account, becomes a company with a name of its own
 * (D67). A change of a name or the kind ends the approval (D115, a trigger).
 */
export function updateOrganisation(
  services: OrganisationServices,
  act: OrganisationAct,
  { version, ...changes }: BodyOf<typeof endpoint>,
): Promise<Organisation> {
  const operator = services.config.mail.from.name
  for (const field of ['name', 'legalName'] as const)
    if (isReservedName(changes[field] ?? '', operator)) throw fieldProblem(field, reservedNameFault)
  return inTransaction(services.db, async (tx) => {
    const { legal_name, ...found } = await lockAsRepresentative(tx, act)
    if (found.version !== version) throw new Problem('CONFLICT')
    if (found.kind === 'personal') {
      if (!changes.kind) throw new Problem('ORGANISATION_PERSONAL', { field: 'kind' })
      if (changes.name === undefined) throw fieldProblem('name', '組織名を入力してください。')
    }
    const before = { name: found.name, kind: found.kind, legalName: legal_name, contact: found.contact }
    const after = {
      name: changes.name ?? before.name,
      kind: changes.kind ?? before.kind,
      legalName: changes.legalName ?? before.legalName,
      contact: changes.contact ?? before.contact,
    }
    if (!isDeepStrictEqual(before, after)) {
      const { legalName, ...columns } = after
      await tx
        .updateTable('organisation')
        .set({ ...columns, legal_name: legalName, person_id: null, search_text: foldName(after.name) })
        .set({ version: version + 1, updated_at: services.clock.now() })
        .where('id', '=', act.id)
        .execute()
      await recordOrganisation(services, tx, act, 'settings', changed(before, after))
    }
    return getOrganisation(tx, act.actor, act.id)
  })
}

interface Settings {
  readonly name: string
  readonly kind: OrganisationKind
  readonly legalName: string | null
  readonly contact: string | null
}

/** The details of the entry: name and kind always, the others if they changed. */
function changed(before: Settings, after: Settings) {
  const others = (['legalName', 'contact'] as const).filter((field) => before[field] !== after[field])
  const shown = (settings: Settings) => ({
    organisation: settings.name,
    kind: settings.kind,
    ...Object.fromEntries(others.map((field) => [field, settings[field]])),
  })
  return { before: shown(before), after: shown(after) }
}
