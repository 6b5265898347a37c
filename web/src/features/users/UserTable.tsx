import { accountStateLabels, wordOf } from '@kyc/contract/labels.ts'
import { memberRoleLabels } from '@kyc/contract/organisation-labels.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import type { AccountState, ManagedUser } from '@kyc/contract/users.ts'
import { Table } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import {
  IconBan,
  IconCircleCheck,
  IconLock,
  IconMail,
  IconMailQuestion,
  IconMailX,
} from '@tabler/icons-react'
import { useSession } from '../../session/use-session.ts'
import { ListTable } from '../../ui/ListTable.tsx'
import { MailAddress } from '../../ui/MailAddress.tsx'
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { UserMenu } from './UserMenu.tsx'
import { maySeeSessions, type UserAct } from './user-acts.ts'

export interface UserTableProps {
  users: readonly ManagedUser[]
  onAct?: (act: UserAct, user: ManagedUser) => void
}

export function UserTable({ users, onAct = () => undefined }: UserTableProps) {
  return (
    <ListTable
      caption="ユーザー"
      head={
        <>
          <Table.Th>氏名</Table.Th>
          <Table.Th w={152}>権限</Table.Th>
          <Table.Th w={136}>状態</Table.Th>
          <Table.Th w={104}>二段階認証</Table.Th>
          <Table.Th w={196}>最終ログイン</Table.Th>
          <Table.Th w={76} ta="center">
            操作
          </Table.Th>
        </>
      }
    >
      {users.map((user) => (
        <UserRow key={user.id} user={user} onAct={onAct} />
      ))}
    </ListTable>
  )
}

function UserRow({ user, onAct }: { user: ManagedUser; onAct: (act: UserAct, user: ManagedUser) => void }) {
  return (
    <Table.Tr>
      <Table.Td>
        <span className={text.name}>{user.name}</span>
        <span className={text.second}>
          {user.email ? <MailAddress address={user.email} /> : 'メールアドレスなし'}
        </span>
        <Organisations user={user} />
        {user.superadminRequest && (
          <span className={text.second}>
            最高管理者への変更：承認待ち（申請：{user.superadminRequest.requestedBy ?? '動画サービス'}）
          </span>
        )}
        {!user.emailVerified && (
          <StateBadge tone="wait" icon={IconMailQuestion}>
            未確認
          </StateBadge>
        )}
      </Table.Td>
      <Table.Td data-label="権限">
        <span>
          {roleLabels[user.role]}
          {user.roleManaged && <span className={text.second}>動画サービスで管理</span>}
        </span>
      </Table.Td>
      <Table.Td>
        <UserStateBadge user={user} />
      </Table.Td>
      <Table.Td data-label="二段階認証">
        {user.secondFactor ? '設定済み' : <span className={text.missing}>未設定</span>}
      </Table.Td>
      <Table.Td data-label="最終ログイン">
        <LastSeen user={user} />
      </Table.Td>
      <Table.Td ta="center">
        <UserMenu user={user} onAct={(act) => onAct(act, user)} />
      </Table.Td>
    </Table.Tr>
  )
}

/** The organisations of the account, without those that have the name of the account, as a personal one. */
function Organisations({ user: { name, organisations } }: { user: ManagedUser }) {
  const companies = organisations.filter((organisation) => organisation.name !== name)
  if (companies.length === 0) return null
  return (
    <span className={text.second}>
      {companies.map((each) => `${each.name}（${memberRoleLabels[each.role]}）`).join('、')}
    </span>
  )
}

function LastSeen({ user }: { user: ManagedUser }) {
  const session = useSession()
  if (!maySeeSessions(session, user)) return <span className={text.missing}>非表示</span>
  if (user.lastSignInAt) return <Timestamp listed at={user.lastSignInAt} />
  return (
    <span>
      <span className={text.missing}>なし</span>
      {user.invitationExpiresAt && (
        <span className={text.second}>
          招待期限 <Timestamp listed at={user.invitationExpiresAt} precision="day" />
        </span>
      )}
    </span>
  )
}

const styles = {
  active: { tone: 'ok', icon: IconCircleCheck },
  invited: { tone: 'neutral', icon: IconMail },
  locked: { tone: 'wait', icon: IconLock },
  disabled: { tone: 'bad', icon: IconBan },
} as const satisfies Record<AccountState, { tone: Tone; icon: TablerIcon }>

function UserStateBadge({ user }: { user: ManagedUser }) {
  if (isExpired(user)) {
    return (
      <StateBadge tone="wait" icon={IconMailX}>
        招待期限切れ
      </StateBadge>
    )
  }
  return <StateBadge {...styles[user.state]}>{wordOf(accountStateLabels, user.state)}</StateBadge>
}

function isExpired({ state, invitationExpiresAt }: ManagedUser): boolean {
  return state === 'invited' && invitationExpiresAt !== null && Date.parse(invitationExpiresAt) <= Date.now()
}
