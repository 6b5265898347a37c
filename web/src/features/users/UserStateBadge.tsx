import { accountStateLabels } from '@kyc/contract/labels.ts'
import type { AccountState, ManagedUser } from '@kyc/contract/users.ts'
import type { TablerIcon } from '@tabler/icons-react'
import { IconBan, IconCircleCheck, IconLock, IconMail, IconMailX } from '../../ui/icons.ts'
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx'

const styles = {
  active: { tone: 'ok', icon: IconCircleCheck },
  invited: { tone: 'neutral', icon: IconMail },
  locked: { tone: 'wait', icon: IconLock },
  disabled: { tone: 'bad', icon: IconBan },
} as const satisfies Record<AccountState, { tone: Tone; icon: TablerIcon }>

export function UserStateBadge({ user }: { user: ManagedUser }) {
  if (isExpired(user)) {
    return (
      <StateBadge tone="wait" icon={IconMailX}>
        招待期限切れ
      </StateBadge>
    )
  }
  return <StateBadge {...styles[user.state]}>{accountStateLabels[user.state]}</StateBadge>
}

function isExpired({ state, invitationExpiresAt }: ManagedUser): boolean {
  return state === 'invited' && invitationExpiresAt !== null && Date.parse(invitationExpiresAt) <= Date.now()
}
