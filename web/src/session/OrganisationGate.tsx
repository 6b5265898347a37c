import type { ComponentType, FunctionComponent } from 'react'
import { OrganisationUnavailable } from './OrganisationUnavailable.tsx'
import { useOrganisation, useOrganisationId, useOrganisations } from './use-organisations.ts'
import { useSession } from './use-session.ts'

/**
 * A page about the records of one organisation. It starts again when another is selected, and members of one that
 * is disabled, or that they have left, see why.
 */
export function ofOrganisation(Page: ComponentType): FunctionComponent {
  return function OrganisationGate() {
    const { readsAll } = useSession()
    const id = useOrganisationId()
    const known = useOrganisations() !== undefined
    const selected = useOrganisation()
    const open = readsAll || !known || selected?.disabledReason === null
    return open ? <Page key={id} /> : <OrganisationUnavailable organisation={selected} />
  }
}
