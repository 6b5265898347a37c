import { getOrganisation } from '@kyc/contract/organisation-members.ts'
import { listPerformers } from '@kyc/contract/performers.ts'
import { listUsers } from '@kyc/contract/users.ts'
import { listVideos } from '@kyc/contract/videos.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { callQuery, pageQuery } from '../../api/queries.ts'
import { useOrganisation, useOrganisationId } from '../../session/use-organisations.ts'
import { useSession } from '../../session/use-session.ts'

/** A record or account that the filter can select. */
export interface Match {
  readonly id: string
  readonly name: string
  /** Distinguishes matches with equal names. */
  readonly note: string
}

export interface MatchGroup {
  readonly label: string
  readonly matches: readonly Match[]
}

/** The number of matches that are shown of each kind. */
const limit = 5
const typingPause = 200

/** The performers, videos and accounts whose name, title or address contains `text`. */
export function useRecordMatches(text: string): MatchGroup[] {
  const query = { ...useLookup(text), organisation: useOrganisationId() }
  const performers = useQuery({
    ...pageQuery(listPerformers, { query }),
    enabled: query.search !== '',
  })
  const videos = useQuery({
    ...pageQuery(listVideos, { query }),
    enabled: query.search !== '',
  })
  const accounts = useAccountMatches(text)
  if (query.search === '') return []
  return [
    {
      label: '出演者',
      matches: (performers.data?.items ?? []).map((performer) => ({
        id: performer.id,
        name: performer.name,
        note: `${performer.lastNameRoman} ${performer.firstNameRoman}`,
      })),
    },
    {
      label: '動画',
      matches: (videos.data?.items ?? []).map(({ id, title, externalId }) => ({
        id,
        name: title,
        note: externalId ?? '',
      })),
    },
    ...accounts,
  ]
}

/** The accounts whose name or address contains `text`; for users, members of the organisation by name (D3, D67). */
export function useAccountMatches(text: string): MatchGroup[] {
  const { user, readsAll } = useSession()
  const query = useLookup(text)
  const accounts = useQuery({
    ...pageQuery(listUsers, { query }),
    enabled: readsAll && query.search !== '',
  })
  const colleagues = useColleagues(!readsAll && query.search !== '')
  if (query.search === '') return []
  const found = readsAll
    ? (accounts.data?.items ?? [])
    : (colleagues ?? [user]).filter(({ name }) => name.includes(query.search))
  return [
    { label: 'ユーザー', matches: found.map(({ id, name, email }) => ({ id, name, note: email ?? '' })) },
  ]
}

/** The members of the selected company; undefined for a personal organisation. */
function useColleagues(enabled: boolean) {
  const organisation = useOrganisation()
  const isCompany = organisation !== undefined && organisation.kind !== 'personal'
  const company = useQuery({
    ...callQuery(getOrganisation, { params: { id: organisation?.id ?? '' } }),
    enabled: enabled && isCompany,
  })
  return company.data?.members.map(({ accountId, ...member }) => ({ id: accountId, ...member }))
}

function useLookup(text: string): { search: string; limit: number } {
  const [search] = useDebouncedValue(text.trim(), typingPause)
  return { search: text.trim() === '' ? '' : search, limit }
}
