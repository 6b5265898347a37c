import { confirmPasswordReset } from '@kyc/contract/sign-in.ts'
import { Button } from '@mantine/core'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { DoneNotice } from './DoneNotice.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { PublicCard } from './PublicCard.tsx'

/** Sets the new password with the token of the mail. An invalid link offers a new request. */
export function NewPasswordForm({ token, onRequestAgain }: { token: string; onRequestAgain: () => void }) {
  const form = useFormCall({
    initial: { password: '' },
    schema: confirmPasswordReset.body,
    body: (values) => ({ token, ...values }),
    call: (body) => call(confirmPasswordReset, { body }),
  })
  if (form.done) {
    return (
      <PublicCard title="パスワードの再設定">
        <DoneNotice title="パスワードを変更しました" link="ログイン画面へ">
          新しいパスワードでログインしてください。安全のため、ほかの端末はすべてログアウトしました。
        </DoneNotice>
      </PublicCard>
    )
  }
  const linkInvalid = form.failure instanceof ApiError && form.failure.code === 'LINK_INVALID'
  return (
    <PublicCard title="新しいパスワードの設定">
      <Form
        state={form}
        gap={20}
        foot={
          linkInvalid ? (
            <Button size="md" fullWidth onClick={onRequestAgain}>
              もう一度メールを受け取る
            </Button>
          ) : (
            <BusyButton type="submit" size="md" fullWidth busy={form.busy} busyText="設定中...">
              パスワードを設定
            </BusyButton>
          )
        }
      >
        {!linkInvalid && <NewPasswordField {...form.field('password')} />}
      </Form>
    </PublicCard>
  )
}
