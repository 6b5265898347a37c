import { limits } from '@kyc/contract/limits.ts'
import { type ListedOrganisation, listOrganisations } from '@kyc/contract/organisation-members.ts'
import { useQuery } from '@tanstack/react-query'
import { type HistoryState, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failedQuery } from '../../api/failed-query.ts'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatTotal } from '../../ui/format.ts'
import { IconZoomExclamation } from '../../ui/icons.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { sameSearch, useSearchText } from '../../ui/kept-search.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { OrganisationTable } from './OrganisationTable.tsx'
import { OrganisationTools } from './OrganisationTools.tsx'

const StateDialog = lazyPart(() => import('./StateDialog.tsx').then((m) => m.StateDialog))

/** The organisations in /users, for admins (D67). */
export function OrganisationList() {
  const { kind, state, cursor } = useSearch({ from: '/signed-in/users' })
  const navigate = useNavigate({ from: '/users' })
  const text = useSearchText()
  const [changing, setChanging] = useState<ListedOrganisation | null>(null)
  const list = useQuery(
    pageQuery(listOrganisations, { query: { kind, state, cursor, search: text || undefined } }),
  )
  const go = (next?: string, history: HistoryState | typeof sameSearch = sameSearch) =>
    void navigate({ search: (search) => ({ ...search, cursor: next }), state: history })
  return (
    <>
      <OrganisationTools text={text} kind={kind} state={state}>
        {list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
      </OrganisationTools>
      <KeysetList
        query={list}
        failure={{ title: '組織の一覧を取得できませんでした', ...failedQuery(list, () => go()) }}
        narrowed
        loading={
          <ListSkeleton
            head={<OrganisationTable organisations={[]} />}
            columns={['1fr', '104px', '124px', '88px', '148px', '36px']}
            rows={8}
            cardHeight={124}
          />
        }
        empty={
          <EmptyState
            icon={IconZoomExclamation}
            title="条件に合う組織はありません"
            action={
              <Button component={AppLink} href={paths.users({ tab: 'organisations' })} variant="default">
                条件を解除
              </Button>
            }
          >
            検索語や、種別・状態の条件を変えてお試しください。
          </EmptyState>
        }
        plain
        cursor={cursor}
        size={`${limits.page.size}件`}
        onGo={go}
      >
        {(organisations) => <OrganisationTable organisations={organisations} onChangeState={setChanging} />}
      </KeysetList>
      {changing && <StateDialog organisation={changing} onClose={() => setChanging(null)} />}
    </>
  )
}
