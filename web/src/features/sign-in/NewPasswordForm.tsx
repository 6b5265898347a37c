import { confirmPasswordReset } from '@kyc/contract/sign-in.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { fieldErrors } from '../../api/failure-text.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { DoneNotice } from './DoneNotice.tsx'
import { LinkForm } from './LinkForm.tsx'
import { NewPasswordField, passwordFault } from './NewPasswordField.tsx'
import { PublicCard } from './PublicCard.tsx'

/** Sets the new password with the token of the mail. An invalid link offers a new request. */
export function NewPasswordForm({ token, onRequestAgain }: { token: string; onRequestAgain: () => void }) {
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const confirm = useMutation({
    mutationFn: () => call(confirmPasswordReset, { body: { token, password } }),
  })
  const errors = fieldErrors(confirm.error)
  const linkInvalid = confirm.error instanceof ApiError && confirm.error.code === 'LINK_INVALID'
  const send = () => {
    const passwordError = passwordFault(password)
    setFault(passwordError)
    if (!passwordError && !confirm.isPending) confirm.mutate()
  }
  if (confirm.isSuccess) {
    return (
      <PublicCard title="パスワードの再設定">
        <DoneNotice title="パスワードを変更しました" link="ログイン画面へ">
          新しいパスワードでログインしてください。安全のため、ほかの端末はすべてログアウトしました。
        </DoneNotice>
      </PublicCard>
    )
  }
  return (
    <PublicCard title="新しいパスワードの設定">
      <LinkForm failure={errors.password ? null : confirm.error} onSubmit={send}>
        {linkInvalid ? (
          <Button size="md" fullWidth onClick={onRequestAgain}>
            もう一度メールを受け取る
          </Button>
        ) : (
          <>
            <NewPasswordField value={password} onChange={setPassword} error={fault ?? errors.password} />
            <Button type="submit" size="md" fullWidth disabled={confirm.isPending}>
              {confirm.isPending ? '設定中...' : 'パスワードを設定'}
            </Button>
          </>
        )}
      </LinkForm>
    </PublicCard>
  )
}
