import { type Role, roles } from '@kyc/contract/accounts.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { listUsers, type ManagedUser } from '@kyc/contract/users.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { pageQuery } from '../../api/queries.ts'
import { paths, type UserListSearch } from '../../paths.ts'
import { Forbidden } from '../../session/Forbidden.tsx'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { NoMatch } from '../../ui/EmptyState.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { sameSearch, useSearchText } from '../../ui/kept-search.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { OrganisationList } from '../organisations/OrganisationList.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { UserDialogs } from './UserDialogs.tsx'
import { UserTable } from './UserTable.tsx'
import type { UserAct } from './user-acts.ts'

/** /users (D67): the accounts and the organisations, for admins and above. */
export function UsersPage() {
  const { readsAll } = useSession()
  const { tab } = useSearch({ from: '/signed-in/users' })
  if (!readsAll) return <Forbidden title="ユーザー" />
  return tab === 'organisations' ? <Organisations /> : <Users />
}

function Organisations() {
  return (
    <>
      <PageHeader title="組織の一覧" />
      <Tabs current="organisations" />
      <OrganisationList />
    </>
  )
}

function Tabs({ current }: { current?: 'organisations' }) {
  const tabs = [
    { label: 'ユーザー', href: paths.users(), current: current === undefined },
    { label: '組織', href: paths.users({ tab: 'organisations' }), current: current === 'organisations' },
  ]
  return <TabLinks label="一覧の切り替え" tabs={tabs} />
}

function Users() {
  const { isAuditor } = useSession()
  const search = useSearch({ from: '/signed-in/users' })
  const [inviting, setInviting] = useState(false)
  const [open, setOpen] = useState<{ act: UserAct; user: ManagedUser } | null>(null)
  const text = useSearchText()
  const { role, organisation, cursor } = search
  const query = { role, organisation, cursor, search: text || undefined }
  const list = useQuery(pageQuery(listUsers, { query }))
  return (
    <>
      <PageHeader
        title="ユーザー"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '名')}</CountBadge>}
        actions={
          !isAuditor && (
            <Button leftSection={<IconUserPlus size={17} />} onClick={() => setInviting(true)}>
              ユーザーを招待
            </Button>
          )
        }
      />
      <Tabs />
      <OrganisationChip />
      <UserTools search={search} />
      <KeysetList
        query={list}
        failure="ユーザーの一覧を取得できませんでした"
        narrowed
        loading={
          <ListSkeleton
            head={<UserTable users={[]} />}
            columns={['1fr', '132px', '108px', '88px', '172px', '36px']}
            rows={8}
            twoLines
            cardHeight={124}
          />
        }
        // Shown only with a search or filter: without one, the list has at least the own account.
        empty={
          <NoMatch title="条件に合うユーザーはいません" href={paths.users()}>
            検索語や権限の絞り込みを変えてお試しください。
          </NoMatch>
        }
        plain
        unit="名"
      >
        {(users) => <UserTable users={users} onAct={(act, user) => setOpen({ act, user })} />}
      </KeysetList>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {open && <UserDialogs {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** Highest role first. */
const choices = [
  { value: '', label: 'すべての権限' },
  ...roles.toReversed().map((role) => ({ value: role, label: roleLabels[role] })),
]

/** Search and role filter; both restart at the first page. */
function UserTools({ search }: { search: UserListSearch }) {
  const navigate = useNavigate({ from: '/users' })
  const filterBy = (role: Role | undefined) =>
    navigate({ search: { ...search, cursor: undefined, role }, state: sameSearch, replace: true })
  return (
    <div className={frame.tools}>
      <SearchField label="ユーザーを検索" placeholder="氏名・メールアドレスで検索" />
      <NativeSelect
        w={180}
        aria-label="権限で絞り込む"
        data={choices}
        value={search.role ?? ''}
        onChange={(event) => filterBy(roles.find((role) => role === event.currentTarget.value))}
      />
    </div>
  )
}
