import { registrationDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { mapFields, type PerformerField } from '@kyc/contract/performer-fields.ts'
import type { FieldError } from '@kyc/contract/problem-body.ts'
import { closedReason } from '../documents/document-need.ts'
import {
  emptySlot,
  refusedSlot,
  type SlotState,
  type SlotUpdate,
  updatedSlot,
} from '../documents/slots/slot-state.ts'

export type PerformerValues = Readonly<Record<PerformerField, string>>

export type RegistrationSlot = (typeof registrationDocumentTypes)[number]

export interface RegistrationForm {
  readonly values: PerformerValues
  readonly slots: Readonly<Record<RegistrationSlot, SlotState>>
  /** Errors of the server or form, by field; a change of a field clears its error. Slots contain their own errors. */
  readonly errors: Readonly<Partial<Record<string, string>>>
  /** Number of changes of fields and files; part of the idempotency key (D20). */
  readonly revision: number
}

export const emptyForm: RegistrationForm = {
  values: mapFields(() => ''),
  slots: {
    agreementFile: emptySlot,
    idFront: emptySlot,
    idBack: emptySlot,
    selfie: emptySlot,
    selfieWithId: emptySlot,
  },
  errors: {},
  revision: 0,
}

export type RegistrationAction =
  | { readonly kind: 'field'; readonly field: PerformerField; readonly value: string }
  | { readonly kind: 'slot'; readonly slot: RegistrationSlot; readonly state: SlotState }
  | { readonly kind: 'update'; readonly slot: RegistrationSlot; readonly update: SlotUpdate }
  | { readonly kind: 'failures'; readonly failures: readonly FieldError[] }

export function registrationReducer(form: RegistrationForm, action: RegistrationAction): RegistrationForm {
  switch (action.kind) {
    case 'field': {
      const changed = withoutError({ ...form, revision: form.revision + 1 }, action.field)
      const values = { ...form.values, [action.field]: action.value }
      return { ...changed, values, slots: slotsFor(values, form.slots) }
    }
    case 'slot': {
      return { ...form, revision: form.revision + 1, slots: { ...form.slots, [action.slot]: action.state } }
    }
    case 'update': {
      const slot = updatedSlot(form.slots[action.slot], action.update)
      return { ...form, slots: { ...form.slots, [action.slot]: slot } }
    }
    case 'failures':
      return withFailures(form, action.failures)
  }
}

/** An error of a file makes its slot refused, so that the file must be selected again; other errors are of fields. */
function withFailures(form: RegistrationForm, failures: readonly FieldError[]): RegistrationForm {
  const slots = { ...form.slots }
  const errors: Record<string, string> = {}
  for (const failure of failures) {
    const slot = registrationDocumentTypes.find((type) => type === failure.field)
    if (slot) slots[slot] = refusedSlot(slots[slot], failure)
    else errors[failure.field] = failure.message
  }
  return { ...form, slots, errors }
}

function slotsFor(values: PerformerValues, slots: RegistrationForm['slots']): RegistrationForm['slots'] {
  return closedReason(values.idKind, 'idBack') ? { ...slots, idBack: emptySlot } : slots
}

function withoutError(form: RegistrationForm, field: string): RegistrationForm {
  if (form.errors[field] === undefined) return form
  const { [field]: _cleared, ...errors } = form.errors
  return { ...form, errors }
}

/** Whether leaving the page would lose input. */
export function hasWork(form: RegistrationForm): boolean {
  return (
    Object.values(form.values).some((value) => value !== '') ||
    Object.values(form.slots).some((slot) => slot.kind === 'preparing' || slot.kind === 'ready')
  )
}

/** The files that are ready, in sending order. */
export function readyFiles(form: RegistrationForm): { slot: RegistrationSlot; file: File }[] {
  return registrationDocumentTypes.flatMap((slot) => {
    const state = form.slots[slot]
    return state.kind === 'ready' ? [{ slot, file: state.file }] : []
  })
}
