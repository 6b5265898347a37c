import { getOrganisation } from '@kyc/contract/organisation-members.ts'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { callQuery } from '../api/queries.ts'
import { sameSearch } from '../ui/kept-search.ts'

/** The organisation that a list is limited to; pressing it removes the limit. */
export function OrganisationFilter({ id }: { id: string }) {
  const organisation = useQuery(callQuery(getOrganisation, { params: { id } }))
  const navigate = useNavigate()
  const label = `組織：${organisation.data?.name ?? id}`
  const remove = () =>
    navigate({
      to: '.',
      search: ({ cursor: _page, ...search }) => ({ ...search, organisation: undefined }),
      state: sameSearch,
    })
  return (
    <Button
      variant="default"
      size="xs"
      mb={12}
      rightSection={<IconX size={15} />}
      aria-label={`${label}を解除`}
      onClick={() => void remove()}
    >
      {label}
    </Button>
  )
}
