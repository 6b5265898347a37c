import { registrationDocumentTypes, requiredDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { detailFields, kanaFields, nameFields, performerFields } from '@kyc/contract/performer-fields.ts'
import { problems } from '@kyc/contract/problems.ts'
import type { SlotState } from '../documents/slots/slot-state.ts'
import type { RegistrationForm } from './registration-form.ts'

/** One line of the list 必須項目. */
export interface RequiredItem {
  readonly label: string
  readonly done: boolean
  /** Why it is not done; undefined when it is. */
  readonly note: string | undefined
  /** The field or slot to jump to. */
  readonly target: string
}

/** Number of required fields and files, shown in the list 必須項目. */
export const requiredCount = nameFields.length + requiredDocumentTypes.length

interface MissingItem {
  readonly target: string
  readonly label: string
}

/** Required fields and files that are missing, with their labels on the form (D7). */
export function missingRequired(form: RegistrationForm): MissingItem[] {
  const names = nameFields.filter((field) => form.values[field].trim() === '')
  const files = requiredDocumentTypes.filter((slot) => form.slots[slot].kind !== 'ready')
  return [
    ...names.map((field) => ({ target: field, label: performerFields[field].label })),
    ...files.map((slot) => ({ target: slot, label: documentTypeLabels[slot] })),
  ]
}

/** What prevents sending: missing required items, and refused files of the other slots. */
export function missingFields(form: RegistrationForm): MissingItem[] {
  const required = missingRequired(form)
  const refused = registrationDocumentTypes.filter(
    (slot) => form.slots[slot].kind === 'refused' && !required.some(({ target }) => target === slot),
  )
  return [...required, ...refused.map((slot) => ({ target: slot, label: documentTypeLabels[slot] }))]
}

/** Whether the form can be saved as a draft: nothing but required documents is missing. */
export function isDraft(form: RegistrationForm): boolean {
  const missing = missingFields(form)
  const isLeftOut = ({ target }: MissingItem) =>
    requiredDocumentTypes.some((slot) => slot === target && form.slots[slot].kind === 'empty')
  return missing.length > 0 && missing.every(isLeftOut) && !isPreparing(form)
}

/** Number of errors that the form shows at its fields and slots. */
export function errorCount(form: RegistrationForm): number {
  const refused = registrationDocumentTypes.filter((slot) => form.slots[slot].kind === 'refused')
  return Object.keys(form.errors).length + refused.length
}

/** Fields and slots from top to bottom. */
const inFormOrder: readonly string[] = [
  ...nameFields,
  ...kanaFields,
  'idKind',
  ...registrationDocumentTypes,
  ...detailFields,
]

/** The uppermost of the fields and slots with errors. */
export function firstFaulty(failures: readonly { readonly field: string }[]): string | undefined {
  return inFormOrder.find((target) => failures.some(({ field }) => field === target))
}

/** Whether a file is being shrunk. Even an optional one blocks sending, as it would be omitted. */
export function isPreparing(form: RegistrationForm): boolean {
  return Object.values(form.slots).some((slot) => slot.kind === 'preparing')
}

export function requiredItems(form: RegistrationForm): RequiredItem[] {
  const missing = missingRequired(form)
  const names = missing.filter(({ target }) => nameFields.some((field) => field === target))
  const namesLabel = `氏名（${nameFields.length}項目）`
  return [
    {
      label: namesLabel,
      done: names.length === 0,
      note: names.length === 0 ? undefined : `${names.map(({ label }) => label).join('、')}が未入力`,
      target: names[0]?.target ?? 'lastName',
    },
    ...requiredDocumentTypes.map((slot) => ({
      label: documentTypeLabels[slot],
      done: form.slots[slot].kind === 'ready',
      note: slotNote(form.slots[slot]),
      target: slot,
    })),
  ]
}

function slotNote(state: SlotState): string | undefined {
  switch (state.kind) {
    case 'empty':
      return '未選択'
    case 'preparing':
      return '縮小中…'
    case 'refused':
      return '選び直してください'
    case 'ready':
      return undefined
  }
}

/** The error text of spec §5; undefined if no name is missing. */
export function missingNamesMessage(form: RegistrationForm): string | undefined {
  const missing = nameFields.some((field) => form.values[field].trim() === '')
  return missing ? problems.NAMES_REQUIRED.title : undefined
}

/** The error text of spec §5; undefined if no required file is missing. */
export function missingFilesMessage(form: RegistrationForm): string | undefined {
  const missing = requiredDocumentTypes.some((slot) => form.slots[slot].kind !== 'ready')
  return missing ? problems.FILES_REQUIRED.title : undefined
}
