import { confirmEmailVerification } from '@kyc/contract/account.ts'
import { Button, Text } from '@mantine/core'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { useAuth, useAuthState } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { DoneNotice } from './DoneNotice.tsx'
import { PublicCard } from './PublicCard.tsx'
import { useLinkToken } from './use-link-token.ts'

/**
 * /verify-email: target of the verification mail. The link is valid only for the account it was sent for
 * (D56).
 */
export function VerifyEmailPage() {
  return (
    <PublicCard title="メールアドレスの確認">
      <Verification />
    </PublicCard>
  )
}

function Verification() {
  const token = useLinkToken()
  const auth = useAuth()
  const state = useAuthState()
  const form = useFormCall({
    initial: { token: token ?? '' },
    call: (body) => call(confirmEmailVerification, { body }),
    onDone: (user) => auth.signedIn(user),
  })
  if (form.reply) {
    return (
      <DoneNotice title="メールアドレスを確認しました" link="アカウントを開く" href={paths.account()}>
        <strong>{form.reply.email}</strong> に、審査の結果などのメールが届くようになりました。
      </DoneNotice>
    )
  }
  if (!token) {
    return <Text mb={20}>確認のリンクが見つかりません。メールに書かれたリンクから開き直してください。</Text>
  }
  if (state.status === 'loading') {
    return <TextSkeleton lines={3} />
  }
  if (state.status !== 'authenticated') {
    return (
      <>
        <Text mb={20}>
          確認するアカウントでログインしてから、もう一度メールのリンクを開いてください。お心当たりのない場合は、何もせずに閉じてください。
        </Text>
        <Button component={AppLink} href={paths.login()} size="md" fullWidth>
          ログイン画面へ
        </Button>
      </>
    )
  }
  return (
    <>
      <Text mb={20}>
        ログイン中のアカウント <strong>{state.user.name}</strong>{' '}
        のメールアドレスを確認します。別のアカウントに届いたメールの場合は、そのアカウントでログインし直してください。
      </Text>
      <Form
        state={form}
        gap={20}
        foot={
          <BusyButton type="submit" size="md" fullWidth busy={form.busy} busyText="確認中...">
            メールアドレスを確認する
          </BusyButton>
        }
      />
    </>
  )
}
