import { limits } from '@kyc/contract/limits.ts'
import { listUsers, type ManagedUser } from '@kyc/contract/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callPaged } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { IconUserPlus } from '../../ui/icons.ts'
import { KeysetPages } from '../../ui/KeysetPages.tsx'
import { sameSearch, useSearchText } from '../../ui/kept-search.ts'
import { ListFailed } from '../../ui/ListFailed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { UsersEmpty, UsersLoading } from './UsersStates.tsx'
import { UserTable } from './UserTable.tsx'
import { UserTools } from './UserTools.tsx'
import type { UserAct } from './user-acts.ts'

// Lazy: rarely opened.
const InviteDialog = lazyPart(() => import('./InviteDialog.tsx').then((m) => m.InviteDialog))
const UserDialogs = lazyPart(() => import('./UserDialogs.tsx').then((m) => m.UserDialogs))

/** /users (D5): the accounts, for admins and above. */
export function UsersPage() {
  const { isAdmin } = useSession()
  return isAdmin ? <Users /> : <Forbidden title="ユーザー" />
}

function Users() {
  const search = useSearch({ from: '/signed-in/users' })
  const navigate = useNavigate({ from: '/users' })
  const [inviting, setInviting] = useState(false)
  const [open, setOpen] = useState<{ act: UserAct; user: ManagedUser } | null>(null)
  const text = useSearchText()
  const query = { ...search, search: text || undefined }
  const list = useQuery({
    queryKey: queryKeys.userList(query),
    queryFn: ({ signal }) => callPaged(listUsers, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const empty = list.data?.items.length === 0
  return (
    <>
      <PageHeader
        title="ユーザー"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '名')}</CountBadge>}
        actions={
          <Button leftSection={<IconUserPlus size={17} />} onClick={() => setInviting(true)}>
            ユーザーを招待
          </Button>
        }
      />
      <UserTools search={search} text={text} />
      {list.isPending && <UsersLoading />}
      {list.isError && (
        <ListFailed
          title="ユーザーの一覧を取得できませんでした"
          narrowed
          {...failedQuery(list, () =>
            navigate({ search: { ...search, cursor: undefined }, state: sameSearch }),
          )}
        />
      )}
      {list.data && empty && <UsersEmpty />}
      {list.data && !empty && (
        <>
          <div className={frame.card} data-plain aria-busy={list.isPlaceholderData}>
            <UserTable users={list.data.items} onAct={(act, user) => setOpen({ act, user })} />
          </div>
          <KeysetPages
            cursor={search.cursor}
            next={list.data.next}
            size={`${limits.page.size}名`}
            onGo={(cursor, state) => void navigate({ search: { ...search, cursor }, state })}
          />
        </>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {open && <UserDialogs {...open} onClose={() => setOpen(null)} />}
    </>
  )
}
