import type { AuditEntry } from '@kyc/contract/audit.ts'
import { auditFilterLabels } from '@kyc/contract/audit-filters.ts'
import { addDays, mondayOf } from '@kyc/contract/dates.ts'
import { auditResourceTypeLabels } from '@kyc/contract/labels.ts'
import type { AuditLogSearch } from '../../paths.ts'
import { formatDate } from '../../ui/format.ts'
import { resourceText } from './entry-text.ts'

export type AuditFilterValues = Omit<AuditLogSearch, 'cursor'>

export const filterFields = [
  'startDate',
  'endDate',
  'action',
  'resourceType',
  'resourceId',
  'userId',
] as const

/** Omits the empty fields. */
export function filledFilter(values: AuditFilterValues): AuditFilterValues {
  return Object.fromEntries(filterFields.flatMap((field) => (values[field] ? [[field, values[field]]] : [])))
}

/** Errors of the filter, by field. */
export function filterFaults(values: AuditFilterValues): { endDate?: string } {
  return values.startDate && values.endDate && values.endDate < values.startDate
    ? { endDate: '終了日は開始日以降の日付を指定してください。' }
    : {}
}

export interface AppliedField {
  readonly label: string
  /** The fields to clear when the chip is removed. */
  readonly fields: readonly (typeof filterFields)[number][]
}

export interface Period {
  readonly label: string
  readonly startDate?: string
  readonly endDate?: string
}

/** The periods that one click selects; weeks begin on Monday. */
export function periodsAt(today: string): readonly Period[] {
  const monday = mondayOf(today)
  return [
    { label: 'すべて' },
    { label: '今日', startDate: today, endDate: today },
    { label: '先週', startDate: addDays(monday, -7), endDate: addDays(monday, -1) },
    { label: '今月', startDate: `${today.slice(0, 8)}01`, endDate: today },
  ]
}

export function isPeriod({ startDate, endDate }: AuditFilterValues, period: Period): boolean {
  return startDate === period.startDate && endDate === period.endDate
}

/** Names by id, of records and accounts that the page has loaded. */
export type KnownNames = Readonly<Record<string, string>>

/** The names in the shown entries. */
export function namesIn(entries: readonly AuditEntry[]): KnownNames {
  const names = entries.flatMap((entry): [string | null, string | undefined][] => [
    [entry.performerId, entry.resourceName ?? undefined],
    [entry.resourceId, resourceText(entry).name],
    [entry.userId, entry.user?.name],
  ])
  return Object.fromEntries(names.filter(([id, name]) => id !== null && name !== undefined))
}

/** The applied filter as chips; both ends of the period share a chip. */
export function filterChips(values: AuditFilterValues, names: KnownNames, today: string): AppliedField[] {
  const { startDate, endDate, action, resourceType, resourceId, userId } = values
  const chips: AppliedField[] = []
  if (!periodsAt(today).some((period) => isPeriod(values, period))) {
    const from = startDate ? formatDate(startDate) : ''
    chips.push({
      label: `期間：${from}〜${endDate ? formatDate(endDate) : ''}`,
      fields: ['startDate', 'endDate'],
    })
  }
  if (action) chips.push({ label: `操作：${auditFilterLabels[action]}`, fields: ['action'] })
  if (resourceType)
    chips.push({ label: `対象：${auditResourceTypeLabels[resourceType]}`, fields: ['resourceType'] })
  if (resourceId) chips.push({ label: `対象名：${names[resourceId] ?? resourceId}`, fields: ['resourceId'] })
  if (userId) chips.push({ label: `ユーザー：${names[userId] ?? userId}`, fields: ['userId'] })
  return chips
}
