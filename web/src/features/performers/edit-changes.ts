import { valueText } from '@kyc/contract/audit-words.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import {
  allFields,
  identityFields,
  lockedFields,
  mapFields,
  type PerformerField,
} from '@kyc/contract/performer-fields.ts'
import type { Performer, updatePerformer } from '@kyc/contract/performers.ts'
import { problems } from '@kyc/contract/problems.ts'
import { closedSlots } from '../documents/document-need.ts'
import { otherNamesInWords, otherNamesValue } from './other-names-value.ts'
import type { PerformerValues } from './registration-form.ts'

export type PerformerChanges = BodyIn<typeof updatePerformer>

export function valuesOf(performer: Performer): PerformerValues {
  return mapFields((field) =>
    field === 'otherNames' ? otherNamesValue(performer.otherNames) : (performer[field] ?? ''),
  )
}

export function changedFields(before: PerformerValues, values: PerformerValues): PerformerField[] {
  return allFields.filter((field) => values[field].trim() !== before[field])
}

/** The request body: changed fields only; an emptied detail becomes null. */
export function changesOf(
  before: PerformerValues,
  values: PerformerValues,
  reason: string,
): PerformerChanges {
  const changed = changedFields(before, values)
  const entries = changed.map((field) => [field, values[field].trim() || null])
  return {
    ...Object.fromEntries(entries),
    ...(reason.trim() && { reason: reason.trim() }),
  }
}

/** The rules for an edit, with their messages; the server applies the same rules. */
export interface EditRules {
  /** Fields that the account can no longer change, and the notice about them. */
  readonly locked: readonly PerformerField[]
  readonly lockedText: string | undefined
  /** Why the change can't be saved; undefined if it can. */
  readonly blocked: string | undefined
  /** States what the reason is for; undefined unless an admin must give one. */
  readonly reasonFor: string | undefined
}

export interface EditState {
  readonly performer: Pick<Performer, 'everDecided' | 'everVerified'>
  readonly isAdmin: boolean
  /** Whether the slot that a My Number card closes has a document. */
  readonly backStored: boolean
  readonly before: PerformerValues
  readonly values: PerformerValues
}

export function editRules({ performer, isAdmin, backStored, before, values }: EditState): EditRules {
  const lockedForOwner = lockedFields(performer)
  const locked = isAdmin ? [] : lockedForOwner
  const changed = changedFields(before, values).filter((field) => !locked.includes(field))
  const closesBack = backStored && changed.includes('idKind') && closedSlots(values.idKind).includes('idBack')
  const changesIdentity = changed.some(
    (field) => lockedForOwner.includes(field) && identityFields.includes(field),
  )
  return {
    locked,
    lockedText: locked.length === 0 ? undefined : performer.everVerified ? verifiedText : decidedText,
    blocked: closesBack && !isAdmin ? problems.ID_BACK_STORED.title : undefined,
    reasonFor: isAdmin ? adminReason(closesBack, changesIdentity) : undefined,
  }
}

function adminReason(closesBack: boolean, changesIdentity: boolean): string | undefined {
  if (closesBack) return closesBackText
  return changesIdentity ? changesIdentityText : undefined
}

const decidedText = '書類の審査後は、身分証の種類と外部IDを変更できません。管理者にご連絡ください。'
const verifiedText =
  '書類の承認後は、氏名・生年月日・身分証の種類・外部IDを変更できません。管理者にご連絡ください。'
const changesIdentityText =
  '書類の承認後に氏名または生年月日を変更する理由です。保存すると身分証明書表面の承認が取り消され、もう一度審査が必要になります。理由は監査ログに残り、組織にメールで通知されます。'
const closesBackText =
  '保存すると、登録済みの身分証明書裏面は表示できなくなり、7日後に完全に削除されます。それまでは最高管理者が元に戻せます。理由は監査ログに残ります。'

/** A field that another account changed while the dialog was open, with values as shown to the user. */
export interface ConcurrentChange {
  readonly field: PerformerField
  readonly before: string
  readonly current: string
  /** The typed value, if the field was edited and differs from `current`; undefined otherwise. */
  readonly typed: string | undefined
}

function inWords(field: PerformerField, value: string): string {
  return field === 'otherNames' ? otherNamesInWords(value) : valueText(field, value)
}

/** Merges the changes since `before` into `values`, except in edited fields. */
export function mergeConcurrentChanges(
  before: PerformerValues,
  values: PerformerValues,
  current: PerformerValues,
): { values: PerformerValues; changes: ConcurrentChange[] } {
  const editedFields = changedFields(before, values)
  const changed = allFields.filter((field) => before[field] !== current[field])
  const untouched = changed.filter((field) => !editedFields.includes(field))
  return {
    values: { ...values, ...Object.fromEntries(untouched.map((field) => [field, current[field]])) },
    changes: changed.map((field) => ({
      field,
      before: inWords(field, before[field]),
      current: inWords(field, current[field]),
      typed:
        untouched.includes(field) || values[field].trim() === current[field]
          ? undefined
          : inWords(field, values[field].trim()),
    })),
  }
}
