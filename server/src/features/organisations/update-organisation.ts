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
 * Changes the settings. A personal organisation, whose name is that of its account, becomes a company with a name of
 * its own (D67). A change of a name or the kind ends the approval (D115, a trigger).
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
    // A personal organisation has one setting, the waiting days of signings. Any other change makes it a company.
    const { signingWaitDays, ...ofCompany } = changes
    if (found.kind === 'personal' && (signingWaitDays === undefined || isGiven(ofCompany))) {
      if (!changes.kind) throw new Problem('ORGANISATION_PERSONAL', { field: 'kind' })
      if (changes.name === undefined) throw fieldProblem('name', '組織名を入力してください。')
    }
    const before = {
      name: found.name,
      kind: found.kind,
      legalName: legal_name,
      contact: found.contact,
      signingWaitDays: found.signing_wait_days,
    }
    const after = {
      name: changes.name ?? before.name,
      kind: changes.kind ?? before.kind,
      legalName: changes.legalName ?? before.legalName,
      contact: changes.contact ?? before.contact,
      signingWaitDays: signingWaitDays ?? before.signingWaitDays,
    }
    if (!isDeepStrictEqual(before, after)) {
      const { name, kind, contact, legalName, signingWaitDays: signing_wait_days } = after
      await tx
        .updateTable('organisation')
        .set({ name, kind, contact, legal_name: legalName, signing_wait_days, search_text: foldName(name) })
        .set(kind === 'personal' ? {} : { person_id: null })
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
  readonly signingWaitDays: number
}

function isGiven(changes: object): boolean {
  return Object.values(changes).some((each) => each !== undefined)
}

/** The details of the entry: name and kind always, the others if they changed. */
function changed(before: Settings, after: Settings) {
  const others = (['legalName', 'contact', 'signingWaitDays'] as const).filter(
    (field) => before[field] !== after[field],
  )
  const shown = (settings: Settings) => ({
    organisation: settings.name,
    kind: settings.kind,
    ...Object.fromEntries(others.map((field) => [field, settings[field]])),
  })
  return { before: shown(before), after: shown(after) }
}
