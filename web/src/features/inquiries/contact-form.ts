import { limits } from '@kyc/contract/limits.ts'

export interface ContactValues {
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly message: string
}

export type ContactField = keyof ContactValues

/** In the order of the form. */
export const contactFields = ['name', 'email', 'subject', 'message'] as const satisfies ContactField[]

const missing: Record<ContactField, string> = {
  name: '氏名を入力してください。',
  email: 'メールアドレスを入力してください。',
  subject: '件名を入力してください。',
  message: 'メッセージを入力してください。',
}

/** Missing and invalid fields (spec §5: all four are required). The server validates again. */
export function contactFaults(values: ContactValues): Partial<Record<ContactField, string>> {
  const faults: Partial<Record<ContactField, string>> = {}
  for (const field of contactFields) if (values[field].trim() === '') faults[field] = missing[field]
  if (!faults.email && !values.email.includes('@')) faults.email = '有効なメールアドレスを入力してください。'
  if (values.message.length > limits.inquiryMessageChars)
    faults.message = `メッセージは${limits.inquiryMessageChars}文字以内で入力してください。`
  return faults
}
