import { day, hour, minute } from '@kyc/contract/durations.ts'
import {
  type Clock,
  type TakedownKind,
  type TakedownState,
  takedownKinds,
} from '@kyc/contract/takedown-vocabulary.ts'
import type { TakedownLine } from '@kyc/contract/takedowns.ts'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import type { Tone } from '../../ui/StateBadge.tsx'

/** あと3時間, or 期限を2日過ぎています; from two days on in days, below an hour in minutes. */
export function dueText(dueAt: string, now: Date): string {
  const left = Date.parse(dueAt) - now.getTime()
  const length = lengthText(Math.abs(left))
  if (left > 0) return length === null ? 'まもなく期限です' : `あと${length}`
  return length === null ? '期限を過ぎました' : `期限を${length}過ぎています`
}

/** Null below a minute. */
function lengthText(milliseconds: number): string | null {
  if (milliseconds >= 2 * day) return `${Math.floor(milliseconds / day)}日`
  if (milliseconds >= hour) return `${Math.floor(milliseconds / hour)}時間`
  if (milliseconds >= minute) return `${Math.floor(milliseconds / minute)}分`
  return null
}

export function isOverdue({ closedAt, dueAt }: Pick<TakedownLine, 'closedAt' | 'dueAt'>, now: Date): boolean {
  return closedAt === null && Date.parse(dueAt) <= now.getTime()
}

/** The time that is due. A clock of business days ends with its last day, which is clearer than the midnight after it. */
export function dueTimeText(kind: TakedownKind, dueAt: string): string {
  return businessDaysOf(kind) === null
    ? formatDateTime(dueAt)
    : `${formatDate(new Date(Date.parse(dueAt) - 1).toISOString())}中`
}

/** The number of business days that the kind may take; null if its clock counts hours. */
export function businessDaysOf(kind: TakedownKind): number | null {
  const { clock }: { clock: Clock } = takedownKinds[kind]
  return 'businessDays' in clock ? clock.businessDays : null
}

/** 任意解除（13条） */
export function kindText(kind: TakedownKind): string {
  const { label, source } = takedownKinds[kind]
  return `${label}（${source}）`
}

export const stateTones = {
  held: 'wait',
  confirmed: 'wait',
  completed: 'ok',
  unfounded: 'neutral',
} as const satisfies Record<TakedownState, Tone>

/** Whether a request in this state keeps its titles from being published. */
export function stops(state: TakedownState): boolean {
  return state !== 'unfounded'
}

/** Why a request cannot be completed yet; undefined if it can. */
export function completionRefusal(
  state: TakedownState,
  stopped: readonly { readonly acknowledgedAt: string | null }[],
): string | undefined {
  if (state === 'held') return '先に受け付けを確認してください。'
  const open = stopped.filter(({ acknowledgedAt }) => acknowledgedAt === null).length
  return open > 0 ? `停止を記録していない公開先が${open}件あります。` : undefined
}
