import { type ListedOrganisation, listOrganisations } from '@kyc/contract/organisation-members.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { NoMatch } from '../../ui/EmptyState.tsx'
import { formatTotal } from '../../ui/format.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { useSearchText } from '../../ui/kept-search.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { OrganisationTable } from './OrganisationTable.tsx'
import { OrganisationTools } from './OrganisationTools.tsx'
import { StateDialog } from './StateDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'
import { TransferRequests } from './TransferRequests.tsx'

/** The organisations in /users, for admins and auditors. */
export function OrganisationList() {
  const { kind, state, cursor } = useSearch({ from: '/signed-in/users' })
  const { isSuperadmin } = useSession()
  const text = useSearchText()
  const [approving, setApproving] = useState<ListedOrganisation | null>(null)
  const [changing, setChanging] = useState<ListedOrganisation | null>(null)
  const [merging, setMerging] = useState<ListedOrganisation | null>(null)
  const list = useQuery(
    pageQuery(listOrganisations, { query: { kind, state, cursor, search: text || undefined } }),
  )
  return (
    <>
      {isSuperadmin && <TransferRequests />}
      <OrganisationTools kind={kind} state={state}>
        {list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
      </OrganisationTools>
      <KeysetList
        query={list}
        failure="組織の一覧を取得できませんでした"
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
          <NoMatch title="条件に合う組織はありません" href={paths.users({ tab: 'organisations' })}>
            検索語や、種別・状態の絞り込みを変えてお試しください。
          </NoMatch>
        }
        plain
        unit="件"
      >
        {(organisations) => (
          <OrganisationTable
            organisations={organisations}
            onApprove={setApproving}
            onChangeState={setChanging}
            onMerge={setMerging}
          />
        )}
      </KeysetList>
      {merging && (
        <TransferDialog from={merging} onClose={() => setMerging(null)}>
          「{merging.name}」のすべての出演者、動画、メンバーを移行し、元の組織を利用停止にします。
        </TransferDialog>
      )}
      {approving && <ApproveDialog organisation={approving} onClose={() => setApproving(null)} />}
      {changing && <StateDialog organisation={changing} onClose={() => setChanging(null)} />}
    </>
  )
}
