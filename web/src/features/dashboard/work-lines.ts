import { dayInJapan, daysBetween } from '@kyc/contract/dates.ts'
import type { ListedPerformer } from '@kyc/contract/performers.ts'
import { formatDate } from '../../ui/format.ts'

/** How many lines of each kind the dashboard of a user shows at most. */
export const shownLines = 5

/** A performer on the dashboard of a user, with the reason why it is listed. */
export interface WorkLine {
  readonly key: string
  readonly kind: 'resubmit' | 'expiring' | 'pending'
  readonly performer: Pick<ListedPerformer, 'id' | 'name'>
  readonly text: string
}

/** What the owner must do: resubmit first, then replace what expires, the earliest first. */
export function dueLines(
  rejected: readonly ListedPerformer[],
  expiring: readonly ListedPerformer[],
  now: Date,
): WorkLine[] {
  const soonest = expiring.toSorted((a, b) => (a.expiresOn ?? '').localeCompare(b.expiresOn ?? ''))
  return [
    ...rejected.map((performer) => line('resubmit', performer, '再提出が必要です')),
    ...soonest
      .slice(0, shownLines)
      .map((performer) => line('expiring', performer, expiryText(performer, dayInJapan(now)))),
  ]
}

/** The pending performers, with the days since their registration. */
export function pendingLines(pending: readonly ListedPerformer[], now: Date): WorkLine[] {
  const today = dayInJapan(now)
  return pending.map((performer) => {
    const days = daysBetween(dayInJapan(new Date(performer.created_at)), today)
    return line('pending', performer, days === 0 ? '本日登録' : `登録から${days}日`)
  })
}

function line(kind: WorkLine['kind'], performer: ListedPerformer, text: string): WorkLine {
  return { key: `${kind} ${performer.id}`, kind, performer, text }
}

function expiryText({ expiresOn }: ListedPerformer, today: string): string {
  if (expiresOn === null) return '有効期限を確認してください'
  const past = expiresOn < today
  return past ? `${formatDate(expiresOn)}に有効期限が切れました` : `有効期限は${formatDate(expiresOn)}です`
}
