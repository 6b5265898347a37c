import { addDays, ageOn } from './dates.ts'
import {
  type DocumentStatus,
  type DocumentType,
  type PerformerStatus,
  requiredDocumentTypes,
} from './document-vocabulary.ts'
import { limits } from './limits.ts'

/** The states of a document from which each act is allowed: refused by the server, disabled on the page. */
export const documentActs = {
  /** spec §4: a document that is not verified can be verified. */
  verify: ['pending', 'rejected'],
  reject: ['pending', 'verified'],
  /** An admin may replace a verified one as well (D13). */
  replaceByOwner: ['pending', 'rejected'],
  replaceByAdmin: ['pending', 'rejected', 'verified'],
} as const satisfies Record<string, readonly DocumentStatus[]>

export type DocumentAct = keyof typeof documentActs

export function canAct(act: DocumentAct, status: DocumentStatus): boolean {
  const from: readonly DocumentStatus[] = documentActs[act]
  return from.includes(status)
}

/** Whether the slot can take a new file: empty, or as the table above says, or expired (D13). */
export function canReplace(
  by: 'owner' | 'admin',
  current: { status: DocumentStatus; expiresOn: string | null } | undefined,
  today: string,
): boolean {
  if (!current) return true
  if (canAct(by === 'admin' ? 'replaceByAdmin' : 'replaceByOwner', current.status)) return true
  return current.expiresOn !== null && current.expiresOn < today
}

/**
 * The performer's status from the newest version of each slot and nothing else (D12). Age and expiry do not enter
 * it: see D15 and D16.
 */
export function performerStatus(
  current: readonly { type: DocumentType; status: DocumentStatus }[],
): PerformerStatus {
  if (current.some((document) => document.status === 'rejected')) return 'rejected'
  const complete = requiredDocumentTypes.every((type) =>
    current.some((document) => document.type === type && document.status === 'verified'),
  )
  const pending = current.some((document) => document.status === 'pending')
  return complete && !pending ? 'approved' : 'pending'
}

/** Within 30 days of its expiry date, or past it (D16, D54). Dates are YYYY-MM-DD in Japan. */
export function isExpiring(expiresOn: string | null, today: string): boolean {
  return expiresOn !== null && expiresOn <= addDays(today, limits.expiringDays)
}

/** Nobody alive was born before. */
const earliestBirth = '1900-01-01'

/** What is wrong with a date of birth that is a day (D14, D15), in words for the person who entered it. */
export function birthDateFault(dateOfBirth: string, today: string): string | undefined {
  if (dateOfBirth > today) return '生年月日は今日までの日付で入力してください。'
  if (dateOfBirth < earliestBirth) return '生年月日は1900年以降の日付で入力してください。'
  return undefined
}

export function isUnderAge(dateOfBirth: string, day: string): boolean {
  return ageOn(dateOfBirth, day) < limits.adultAge
}
