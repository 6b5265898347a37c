import { limits } from '@kyc/contract/limits.ts'
import { TextInput } from '@mantine/core'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import type { FieldProps } from '../../ui/use-form-call.ts'

/** Whom an invitation reaches. */
export interface Invited {
  readonly email: string
  readonly name: string
}

/** The rules of the two fields. */
export function checkInvited({ email, name }: Invited) {
  return {
    email: email.trim() === '' ? 'メールアドレスを入力してください。' : undefined,
    name: name.trim() === '' ? '氏名を入力してください。' : undefined,
  }
}

/** Address and name of the person that an invitation is sent to. */
export function InviteFields({ field }: { field: (name: keyof Invited) => FieldProps }) {
  return (
    <>
      <TextInput
        size="md"
        label={<FieldLabel kind="required">メールアドレス</FieldLabel>}
        aria-required
        type="email"
        autoComplete="off"
        placeholder="name@example.com"
        data-autofocus
        {...field('email')}
      />
      <TextInput
        size="md"
        label={<FieldLabel kind="required">氏名</FieldLabel>}
        aria-required
        autoComplete="off"
        maxLength={limits.nameChars}
        {...field('name')}
      />
    </>
  )
}
