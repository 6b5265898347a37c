import { limits } from '@kyc/contract/limits.ts'
import { listUsers, type ManagedUser } from '@kyc/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { type HistoryState, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failedQuery } from '../../api/failed-query.ts'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Forbidden } from '../../session/Forbidden.tsx'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { formatTotal } from '../../ui/format.ts'
import { IconUserPlus } from '../../ui/icons.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { sameSearch, useSearchText } from '../../ui/kept-search.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { OrganisationList } from '../organisations/OrganisationList.tsx'
import { UsersEmpty, UsersLoading } from './UsersStates.tsx'
import { UserTable } from './UserTable.tsx'
import { UserTools } from './UserTools.tsx'
import type { UserAct } from './user-acts.ts'

// Lazy: rarely opened.
const InviteDialog = lazyPart(() => import('./InviteDialog.tsx').then((m) => m.InviteDialog))
const UserDialogs = lazyPart(() => import('./UserDialogs.tsx').then((m) => m.UserDialogs))

/** /users (D5, D67): the accounts and the organisations, for admins and above. */
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
  const navigate = useNavigate({ from: '/users' })
  const [inviting, setInviting] = useState(false)
  const [open, setOpen] = useState<{ act: UserAct; user: ManagedUser } | null>(null)
  const text = useSearchText()
  const { role, organisation, cursor } = search
  const query = { role, organisation, cursor, search: text || undefined }
  const list = useQuery(pageQuery(listUsers, { query }))
  const go = (cursor?: string, state: HistoryState | typeof sameSearch = sameSearch) =>
    void navigate({ search: { ...search, cursor }, state })
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
      <UserTools search={search} text={text} />
      <KeysetList
        query={list}
        failure={{ title: 'ユーザーの一覧を取得できませんでした', ...failedQuery(list, () => go()) }}
        narrowed
        loading={<UsersLoading />}
        empty={<UsersEmpty />}
        plain
        cursor={search.cursor}
        size={`${limits.page.size}名`}
        onGo={go}
      >
        {(users) => <UserTable users={users} onAct={(act, user) => setOpen({ act, user })} />}
      </KeysetList>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {open && <UserDialogs {...open} onClose={() => setOpen(null)} />}
    </>
  )
}
