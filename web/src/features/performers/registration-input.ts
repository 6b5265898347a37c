import { isDay } from '@kyc/contract/dates.ts'
import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import type { FieldsIn } from '@kyc/contract/endpoint.ts'
import type { createPerformer } from '@kyc/contract/performers.ts'
import type { PerformerValues } from './registration-form.ts'

/** The text fields as they are sent: trimmed, and empty details left out. */
export function registrationFields(values: PerformerValues): FieldsIn<typeof createPerformer> {
  return {
    lastName: values.lastName.trim(),
    firstName: values.firstName.trim(),
    lastNameRoman: values.lastNameRoman.trim(),
    firstNameRoman: values.firstNameRoman.trim(),
    date_of_birth: values.date_of_birth || null,
    nationality: values.nationality.trim() || null,
    email: values.email.trim() || null,
    external_id: values.external_id.trim() || null,
    idKind: idKinds.find((kind) => kind === values.idKind) ?? null,
  }
}

/**
 * What the person would wait for in vain: lengths are held by the fields themselves, everything else the server
 * tells at its field (D2).
 */
export function faultyFields(values: PerformerValues): Record<string, string> {
  const email = values.email.trim()
  const { date_of_birth: birth } = values
  return {
    ...(birth !== '' && !isDay(birth) && { date_of_birth: '生年月日を確認してください。例：1998年4月2日' }),
    ...(email !== '' &&
      !/^[^\s@]+@[^\s@]+$/.test(email) && { email: '有効なメールアドレスを入力してください。' }),
  }
}
