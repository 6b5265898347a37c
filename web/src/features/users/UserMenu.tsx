import type { ManagedUser } from '@kyc/contract/users.ts'
import type { TablerIcon } from '@tabler/icons-react'
import {
  IconBan,
  IconCircleCheck,
  IconDevices,
  IconLockOpen,
  IconMail,
  IconMailForward,
  IconShieldOff,
  IconShieldSearch,
  IconUserCog,
} from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { useGo } from '../../ui/go.tsx'
import { leakTitle } from '../audit/leak-words.ts'
import { actsFor, type UserAct, whyUnmanaged } from './user-acts.ts'

const items = {
  confirmSuperadmin: { label: '最高管理者への変更を承認', icon: IconCircleCheck },
  refuseSuperadmin: { label: '変更の申請を取り消す', icon: IconBan },
  role: { label: '権限を変更', icon: IconUserCog },
  resendInvitation: { label: '招待を再送', icon: IconMailForward },
  unlock: { label: 'ロックを解除', icon: IconLockOpen },
  passwordReset: { label: 'パスワード再設定メールを送信', icon: IconMail },
  resetSecondFactor: { label: '二段階認証を解除', icon: IconShieldOff },
  sessions: { label: 'ログイン中の端末', icon: IconDevices },
  enable: { label: '有効にする', icon: IconCircleCheck },
  disable: { label: '無効にする', icon: IconBan },
} as const satisfies Record<UserAct, { label: string; icon: TablerIcon }>

export function UserMenu({ user, onAct }: { user: ManagedUser; onAct: (act: UserAct) => void }) {
  const session = useSession()
  const go = useGo()
  const note = whyUnmanaged(user, session)
  return (
    <ActionMenu
      label={`${user.name}の操作`}
      title="操作"
      note={note}
      actions={[
        ...actsFor(user, session).map(({ act, refused }) => ({
          // A note gives the reason for all acts, so that none repeats it.
          label: refused && !note ? `${items[act].label}（${refused}）` : items[act].label,
          icon: items[act].icon,
          disabled: refused !== undefined,
          onSelect: () => onAct(act),
        })),
        // Offered for every account, even the own one or one with a higher role: its device may be lost.
        ...(session.isAdmin
          ? [
              {
                label: leakTitle,
                icon: IconShieldSearch,
                onSelect: () => void go(paths.leaks({ account: user.id })),
              },
            ]
          : []),
      ]}
    />
  )
}
