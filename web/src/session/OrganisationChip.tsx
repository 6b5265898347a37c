import { lazyPart } from '../ui/lazy-part.tsx'
import { useOrganisationId } from './use-organisations.ts'
import { useSession } from './use-session.ts'

// Lazy: only admins have it, and few lists.
const OrganisationFilter = lazyPart(() =>
  import('./OrganisationFilter.tsx').then((m) => m.OrganisationFilter),
)

/** For admins, the organisation that the list is limited to (D67). */
export function OrganisationChip() {
  const { readsAll } = useSession()
  const id = useOrganisationId()
  return readsAll && id !== undefined && <OrganisationFilter id={id} />
}
