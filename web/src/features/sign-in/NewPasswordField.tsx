import { limits } from '@kyc/contract/limits.ts'
import { PasswordInput } from '../../ui/mantine/PasswordInput.ts'

export interface NewPasswordFieldProps {
  label?: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** The field for a new password (D31). It has a visibility toggle instead of a second field. */
export function NewPasswordField({
  label = '新しいパスワード',
  value,
  onChange,
  error,
}: NewPasswordFieldProps) {
  return (
    <PasswordInput
      size="md"
      label={label}
      description={`${limits.password.minimum}文字以上。よく使われるもの、メールアドレス・氏名・サービス名から作ったものは設定できません。`}
      name="new-password"
      autoComplete="new-password"
      maxLength={limits.password.maximum}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': 'パスワードを表示', tabIndex: 0 }}
    />
  )
}

/** Validates length only; the server also rejects common passwords. */
export function passwordFault(password: string): string | undefined {
  if (password === '') return 'パスワードを入力してください。'
  if ([...password].length < limits.password.minimum)
    return `パスワードは${limits.password.minimum}文字以上で設定してください。`
  return undefined
}
