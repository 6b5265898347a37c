import { organisationKindLabels } from '@kyc/contract/organisation-labels.ts'
import { organisationStates } from '@kyc/contract/organisation-members.ts'
import { organisationKinds } from '@kyc/contract/organisations.ts'
import { Group, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserListSearch } from '../../paths.ts'
import frame from '../../ui/frame.module.css'
import { sameSearch } from '../../ui/kept-search.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { organisationStateLabels } from './OrganisationTable.tsx'

const kindChoices = [
  { value: '', label: 'すべての種別' },
  ...organisationKinds.map((kind) => ({ value: kind, label: organisationKindLabels[kind] })),
]
const stateChoices = [
  { value: '', label: 'すべての状態' },
  ...organisationStates.map((state) => ({ value: state, label: organisationStateLabels[state] })),
]

interface OrganisationToolsProps extends Pick<UserListSearch, 'kind' | 'state'> {
  /** The count. */
  children: ReactNode
}

/** Search and filters; a change leads to the first page. */
export function OrganisationTools({ kind, state, children }: OrganisationToolsProps) {
  const navigate = useNavigate({ from: '/users' })
  const change = (part: Pick<UserListSearch, 'kind' | 'state'>) =>
    navigate({
      search: (search) => ({ ...search, cursor: undefined, ...part }),
      state: sameSearch,
      replace: true,
    })
  return (
    <div className={frame.tools}>
      <SearchField label="組織を検索" placeholder="組織名で検索" />
      {children}
      <Group gap="xs" wrap="nowrap" grow flex="1 1 320px" maw={360} ml="auto">
        <NativeSelect
          aria-label="種別で絞り込む"
          data={kindChoices}
          value={kind ?? ''}
          onChange={(event) =>
            change({ kind: organisationKinds.find((each) => each === event.currentTarget.value) })
          }
        />
        <NativeSelect
          aria-label="状態で絞り込む"
          data={stateChoices}
          value={state ?? ''}
          onChange={(event) =>
            change({ state: organisationStates.find((each) => each === event.currentTarget.value) })
          }
        />
      </Group>
    </div>
  )
}
