import type { ComponentType } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useOrganisation, useOrganisationId, useOrganisations } from './use-organisations.ts'
import { useSession } from './use-session.ts'

// Lazy: rarely shown.
const OrganisationUnavailable = lazyPart(() =>
  import('./OrganisationUnavailable.tsx').then((m) => m.OrganisationUnavailable),
)

/**
 * A page about the records of one organisation. It starts again when another is selected, and members of one that
 * is disabled, or that they have left, see why (D67).
 */
export function ofOrganisation(Page: ComponentType): ComponentType {
  return function OrganisationGate() {
    const { readsAll } = useSession()
    const id = useOrganisationId()
    const known = useOrganisations() !== undefined
    const selected = useOrganisation()
    const open = readsAll || !known || selected?.disabledReason === null
    return open ? <Page key={id} /> : <OrganisationUnavailable organisation={selected} />
  }
}
