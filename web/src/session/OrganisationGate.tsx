import type { ComponentType, FunctionComponent } from 'react'
import { OrganisationUnavailable } from './OrganisationUnavailable.tsx'
import { useOrganisation, useOrganisationId, useOrganisations } from './use-organisations.ts'
import { useSession } from './use-session.ts'

/**
 * A page about the records of one organisation. It remounts when another one is selected. Members of a disabled
 * organisation, and former members, see the reason instead of the page.
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
