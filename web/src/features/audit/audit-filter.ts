import { auditActionLabels, auditResourceTypeLabels } from '@kyc/contract/labels.ts'
import type { AuditLogSearch } from '../../paths.ts'
import { formatDate } from '../../ui/format.ts'

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

interface AppliedField {
  readonly label: string
  /** The fields to clear when the chip is removed. */
  readonly fields: readonly (typeof filterFields)[number][]
}

/** The applied filter as chips; both ends of the period share a chip. */
export function filterChips(values: AuditFilterValues): AppliedField[] {
  const { startDate, endDate, action, resourceType, resourceId, userId } = values
  const chips: AppliedField[] = []
  if (startDate || endDate) {
    const from = startDate ? formatDate(startDate) : ''
    chips.push({
      label: `期間：${from}〜${endDate ? formatDate(endDate) : ''}`,
      fields: ['startDate', 'endDate'],
    })
  }
  if (action) chips.push({ label: `操作：${auditActionLabels[action]}`, fields: ['action'] })
  if (resourceType)
    chips.push({ label: `対象：${auditResourceTypeLabels[resourceType]}`, fields: ['resourceType'] })
  if (resourceId) chips.push({ label: `対象ID：${resourceId}`, fields: ['resourceId'] })
  if (userId) chips.push({ label: `ユーザーID：${userId}`, fields: ['userId'] })
  return chips
}
