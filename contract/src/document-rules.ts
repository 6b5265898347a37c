import { addDays, ageOn } from './dates.ts'
import {
  type DocumentStatus,
  type DocumentType,
  type PerformerStatus,
  requiredDocumentTypes,
} from './document-vocabulary.ts'
import { limits } from './limits.ts'

/** The document states from which each act is allowed; the server rejects others, the page disables them. */
export const documentActs = {
  /** spec §4: a document that is not verified can be verified. */
  verify: ['pending', 'rejected'],
  reject: ['pending', 'verified'],
  /** Admins may also replace a verified document (D13). */
  replaceByOwner: ['pending', 'rejected'],
  replaceByAdmin: ['pending', 'rejected', 'verified'],
} as const satisfies Record<string, readonly DocumentStatus[]>

export type DocumentAct = keyof typeof documentActs

export function canAct(act: DocumentAct, status: DocumentStatus): boolean {
  const from: readonly DocumentStatus[] = documentActs[act]
  return from.includes(status)
}

/** Whether the slot accepts a new file: it is empty or expired, or the table above allows it. */
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
 * The performer's status, from the newest version of each slot only (D12). It does not depend on age (D15) or
 * expiry (D16). A draft has a required document type without a version.
 */
export function performerStatus(
  current: readonly { type: DocumentType; status: DocumentStatus }[],
): PerformerStatus {
  const required = requiredDocumentTypes.map((type) => current.find((document) => document.type === type))
  if (required.includes(undefined)) return 'draft'
  if (current.some((document) => document.status === 'rejected')) return 'rejected'
  const verified = required.every((document) => document?.status === 'verified')
  const pending = current.some((document) => document.status === 'pending')
  return verified && !pending ? 'approved' : 'pending'
}

/** Within 30 days of its expiry date, or past it (D54). Dates are YYYY-MM-DD in Japan. */
export function isExpiring(expiresOn: string | null, today: string): boolean {
  return expiresOn !== null && expiresOn <= addDays(today, limits.expiringDays)
}

/** Earlier dates of birth are typing errors. */
export const earliestBirth = '1900-01-01'

/** Why a valid day cannot be a date of birth (D14), as text for the form; undefined if it can. */
export function birthDateFault(dateOfBirth: string, today: string): string | undefined {
  if (dateOfBirth > today) return '生年月日は今日までの日付で入力してください。'
  if (dateOfBirth < earliestBirth) return '生年月日は1900年以降の日付で入力してください。'
  return undefined
}

export function isUnderAge(dateOfBirth: string, day: string): boolean {
  return ageOn(dateOfBirth, day) < limits.adultAge
}
