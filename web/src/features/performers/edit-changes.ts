import { valueWords } from '@kyc/contract/audit-words.ts'
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
import type { PerformerValues } from './registration-form.ts'

export type PerformerChanges = BodyIn<typeof updatePerformer>

export function valuesOf(performer: Performer): PerformerValues {
  return mapFields((field) => performer[field] ?? '')
}

export function changedFields(before: PerformerValues, values: PerformerValues): PerformerField[] {
  return allFields.filter((field) => values[field].trim() !== before[field])
}

/** What goes out: changed fields alone; an emptied detail becomes null (D15). */
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

/** What an edit is about to do to the record, in the words of the rules that the server applies (D14, D15). */
export interface EditRules {
  /** Fields that this person can't change any more, and the words for it. */
  readonly locked: readonly PerformerField[]
  readonly lockedText: string | undefined
  /** Why the change can't be saved at all. */
  readonly refused: string | undefined
  /** An admin has to say why, for the reason given here. */
  readonly reasonFor: string | undefined
}

export interface EditState {
  readonly performer: Pick<Performer, 'everDecided' | 'everVerified'>
  readonly isAdmin: boolean
  /** There is a document in the slot that a My Number card closes. */
  readonly backStored: boolean
  readonly before: PerformerValues
  readonly values: PerformerValues
}

export function editRules({ performer, isAdmin, backStored, before, values }: EditState): EditRules {
  const fixed = lockedFields(performer)
  const locked = isAdmin ? [] : fixed
  const changed = changedFields(before, values).filter((field) => !locked.includes(field))
  const closesBack = backStored && changed.includes('idKind') && closedSlots(values.idKind).includes('idBack')
  const anotherPerson = changed.some((field) => fixed.includes(field) && identityFields.includes(field))
  return {
    locked,
    lockedText: locked.length === 0 ? undefined : performer.everVerified ? verifiedText : decidedText,
    refused: closesBack && !isAdmin ? problems.ID_BACK_STORED.title : undefined,
    reasonFor: !isAdmin ? undefined : closesBack ? closesBackText : anotherPerson ? renamedText : undefined,
  }
}

const decidedText = '書類の審査後は、身分証の種類と外部IDを変更できません。管理者にご連絡ください。'
const verifiedText =
  '書類の承認後は、氏名・生年月日・身分証の種類・外部IDを変更できません。管理者にご連絡ください。'
const renamedText = '書類の承認後に氏名または生年月日を変更する理由です。監査ログに残ります。'
const closesBackText =
  '保存すると、登録済みの身分証明書裏面は完全に削除され、元に戻せません。理由は監査ログに残ります。'

/** A detail that another person changed while the dialog was open, in words. */
export interface LaterChange {
  readonly field: PerformerField
  readonly before: string
  readonly now: string
  /** What was typed instead; undefined where nothing else was. */
  readonly typed: string | undefined
}

/** Takes over what changed since `before`, except where something else was typed. */
export function mergeLater(
  before: PerformerValues,
  values: PerformerValues,
  now: PerformerValues,
): { values: PerformerValues; later: LaterChange[] } {
  const edited = changedFields(before, values)
  const changed = allFields.filter((field) => before[field] !== now[field])
  const untouched = changed.filter((field) => !edited.includes(field))
  return {
    values: { ...values, ...Object.fromEntries(untouched.map((field) => [field, now[field]])) },
    later: changed.map((field) => ({
      field,
      before: valueWords(field, before[field]),
      now: valueWords(field, now[field]),
      typed:
        untouched.includes(field) || values[field].trim() === now[field]
          ? undefined
          : valueWords(field, values[field].trim()),
    })),
  }
}
