import { limits } from '@kyc/contract/limits.ts'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** The field for a new password. It has a visibility toggle instead of a second field. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      size="md"
      label="新しいパスワード"
      description={`${limits.password.minimum}文字以上。よく使われるもの、メールアドレス・氏名・サービス名から作ったものは設定できません。`}
      autoComplete="new-password"
      maxLength={limits.password.maximum}
      {...props}
      name="new-password"
    />
  )
}
