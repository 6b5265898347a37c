import { requestPasswordReset } from '@kyc/contract/sign-in.ts'
import { Text, TextInput } from '@mantine/core'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { DoneNotice } from './DoneNotice.tsx'
import { PublicCard } from './PublicCard.tsx'

/** Requests the reset mail. The reply does not reveal whether the account exists. */
export function ResetRequestForm() {
  const form = useFormCall({
    initial: { email: '' },
    schema: requestPasswordReset.body,
    call: (body, idempotencyKey) => call(requestPasswordReset, { body, idempotencyKey }),
  })
  if (form.done) return <Requested email={form.values.email} />
  return (
    <PublicCard title="パスワードの再設定">
      <Text mb={20}>
        ご登録のメールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。
      </Text>
      <Form
        state={form}
        gap={20}
        foot={
          <>
            <BusyButton type="submit" size="md" fullWidth busy={form.busy} busyText="送信中...">
              メールを送信
            </BusyButton>
            <div>
              <AppLink href={paths.login()}>ログインに戻る</AppLink>
            </div>
          </>
        }
      >
        <TextInput
          size="md"
          label="メールアドレス"
          type="email"
          autoComplete="username"
          placeholder="name@example.com"
          {...form.field('email')}
        />
      </Form>
    </PublicCard>
  )
}

function Requested({ email }: { email: string }) {
  return (
    <PublicCard title="パスワードの再設定">
      <DoneNotice title="メールをご確認ください" link="ログインに戻る">
        <strong>{email.trim()}</strong>{' '}
        のアカウントがある場合は、再設定用のリンクをお送りしました。リンクは1時間有効です。届かない場合は、迷惑メールのフォルダーもご確認ください。次のメールは、5分たってから送れます。
      </DoneNotice>
    </PublicCard>
  )
}
