import { isDay } from '@kyc/contract/dates.ts'
import type { FieldsIn } from '@kyc/contract/endpoint.ts'
import { isKana, kanaFault } from '@kyc/contract/kana.ts'
import {
  allFields,
  fieldRules,
  isRomanName,
  mapFields,
  romanNameMessage,
} from '@kyc/contract/performer-fields.ts'
import type { createPerformer } from '@kyc/contract/performers.ts'
import type { PerformerValues } from './registration-form.ts'

/** The text fields of the request: trimmed, and empty details as null. */
export function registrationFields(values: PerformerValues): FieldsIn<typeof createPerformer> {
  return mapFields((field) => {
    const text = values[field].trim()
    return fieldRules[field].kind === 'name' ? text : text || null
  }) as FieldsIn<typeof createPerformer> // only details become null
}

/** Errors found before sending. Inputs limit lengths; the server checks everything else (D2). */
export function fieldFaults(values: PerformerValues): Record<string, string> {
  const faults = allFields.flatMap((field) => {
    const { kind, label, roman } = fieldRules[field]
    const text = kind === 'day' ? values[field] : values[field].trim()
    if (text === '') return []
    if (kind === 'day' && !isDay(text)) return [[field, `${label}を確認してください。例：1998年4月2日`]]
    if (roman && !isRomanName(text)) return [[field, romanNameMessage(label)]]
    if (kind === 'kana' && !isKana(text)) return [[field, kanaFault(label)]]
    if (kind === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text))
      return [[field, '有効なメールアドレスを入力してください。']]
    return []
  })
  return Object.fromEntries(faults)
}
