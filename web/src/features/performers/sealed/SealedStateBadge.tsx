import type { ListedSealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { IconArchive, IconLock, IconTrash } from '@tabler/icons-react'
import { attentionIcon, StateBadge } from '../../../ui/StateBadge.tsx'

type SealedState = Pick<ListedSealedPerformer, 'destroyedAt' | 'held' | 'request' | 'ending'>

/** The state that matters most. A hold and a request exclude each other. */
export function SealedStateBadge({ record }: { record: SealedState }) {
  if (record.destroyedAt !== null)
    return (
      <StateBadge tone="neutral" icon={IconTrash}>
        破棄済み
      </StateBadge>
    )
  if (record.held)
    return (
      <StateBadge tone="ok" icon={IconLock}>
        保全中
      </StateBadge>
    )
  if (record.request)
    return (
      <StateBadge tone="bad" icon={IconTrash}>
        {record.request.effectiveAt === null ? '破棄の申請' : '破棄の予定'}
      </StateBadge>
    )
  if (record.ending)
    return (
      <StateBadge tone="wait" icon={attentionIcon}>
        期限間近
      </StateBadge>
    )
  return (
    <StateBadge tone="neutral" icon={IconArchive}>
      封印中
    </StateBadge>
  )
}
