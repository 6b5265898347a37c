import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOrganisationId, useOrganisations } from './use-organisations.ts'
import { useSession } from './use-session.ts'

/**
 * Selects the organisation of the record on screen if it is another one of the account, so that the menu leads to the
 * lists of that organisation. Admins keep their filter.
 */
export function useFollowOrganisation(organisation: string | undefined): void {
  const { readsAll } = useSession()
  const own = useOrganisations()
  const id = useOrganisationId()
  const navigate = useNavigate()
  const selected = id ?? own?.[0]?.id
  const isOwn = own?.some((each) => each.id === organisation) ?? false
  const follows = isOwn && !readsAll && organisation !== selected
  useEffect(() => {
    if (!follows || organisation === undefined) return
    void navigate({
      to: '.',
      search: (search) => ({ ...search, organisation }),
      state: (state) => state,
      replace: true,
      resetScroll: false,
    })
  }, [follows, organisation, navigate])
}
