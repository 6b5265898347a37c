import type { FieldsIn } from '@kyc/contract/endpoint.ts'
import { inputErrors } from '@kyc/contract/input-errors.ts'
import { fieldRules, mapFields, type PerformerField } from '@kyc/contract/performer-fields.ts'
import { type createPerformer, performerFieldsSchema } from '@kyc/contract/performers.ts'
import type { PerformerValues } from './registration-form.ts'

/** The text fields of the request: trimmed, and empty details as null. */
export function registrationFields(values: PerformerValues): FieldsIn<typeof createPerformer> {
  return mapFields((field) => {
    const text = values[field].trim()
    return fieldRules[field].kind === 'name' ? text : text || null
  }) as FieldsIn<typeof createPerformer> // only details become null
}

/** Errors found before sending, by field. Empty names are reported together, by the page. */
export function fieldFaults(values: PerformerValues): Record<string, string> {
  const { error } = performerFieldsSchema.safeParse(registrationFields(values))
  const faults = error ? inputErrors(error) : []
  const isFilled = (field: string) => values[field as PerformerField].trim() !== '' // the fields of the schema
  return Object.fromEntries(
    faults.flatMap(({ field, message }) => (isFilled(field) ? [[field, message]] : [])),
  )
}
