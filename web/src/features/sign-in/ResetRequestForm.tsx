import { requestPasswordReset } from '@kyc/contract/sign-in.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { fieldErrors } from '../../api/failure-text.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { DoneNotice } from './DoneNotice.tsx'
import { LinkForm } from './LinkForm.tsx'
import classes from './LinkPages.module.css'
import { PublicCard } from './PublicCard.tsx'

/** Requests the reset mail. The reply does not reveal whether the account exists. */
export function ResetRequestForm() {
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const idempotencyKey = useIdempotencyKey(email)
  const request = useMutation({
    mutationFn: () => call(requestPasswordReset, { body: { email }, idempotencyKey }),
  })
  const errors = fieldErrors(request.error)
  if (request.isSuccess) return <Requested email={email} />
  const send = () => {
    const missing = email.trim() === '' ? 'メールアドレスを入力してください。' : undefined
    setFault(missing)
    if (!missing && !request.isPending) request.mutate()
  }
  return (
    <PublicCard title="パスワードの再設定">
      <p className={classes.lead}>
        ご登録のメールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。
      </p>
      <LinkForm failure={errors.email ? null : request.error} onSubmit={send}>
        <TextInput
          size="md"
          label="メールアドレス"
          type="email"
          name="email"
          autoComplete="username"
          placeholder="name@example.com"
          value={email}
          error={fault ?? errors.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth disabled={request.isPending}>
          {request.isPending ? '送信中...' : 'メールを送信'}
        </Button>
        <AppLink href={paths.login()} className={classes.back}>
          ログインに戻る
        </AppLink>
      </LinkForm>
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
