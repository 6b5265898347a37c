import { OrganisationFilter } from './OrganisationFilter.tsx'
import { useOrganisationId } from './use-organisations.ts'
import { useSession } from './use-session.ts'

/** For admins, the organisation that the list is limited to. */
export function OrganisationChip() {
  const { readsAll } = useSession()
  const id = useOrganisationId()
  return readsAll && id !== undefined && <OrganisationFilter id={id} />
}
