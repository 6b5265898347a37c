import { limits } from '@kyc/contract/limits.ts'
import { TextInput } from '@mantine/core'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import type { FieldProps } from '../../ui/use-form-call.ts'

/** Address and name of the person that an invitation is sent to. */
export function InviteFields({ field }: { field: (name: 'email' | 'name') => FieldProps }) {
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
