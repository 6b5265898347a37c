import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { acceptInvitation, type inspectInvitation } from '@kyc/contract/sign-in.ts'
import { Text, TextInput } from '@mantine/core'
import { call } from '../../api/call.ts'
import { useAuth } from '../../session/use-session.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { DoneNotice } from './DoneNotice.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { PublicCard } from './PublicCard.tsx'

export interface AcceptFormProps {
  token: string
  invitation: ReplyOf<typeof inspectInvitation>
}

/** Sets name and password of an invited account. */
export function AcceptForm({ token, invitation: { name, email } }: AcceptFormProps) {
  const auth = useAuth()
  const form = useFormCall({
    initial: { name, password: '' },
    schema: acceptInvitation.body,
    body: (values) => ({ token, ...values }),
    call: (body) => call(acceptInvitation, { body }),
    onDone: () => {
      auth.invited = email
    },
  })
  return (
    <PublicCard title="アカウントへのご招待">
      {form.done ? (
        <DoneNotice title="アカウントの準備ができました" link="ログイン画面へ">
          <strong>{email}</strong> と設定したパスワードでログインしてください。
        </DoneNotice>
      ) : (
        <>
          <Text mb={20}>
            <strong>{email}</strong>{' '}
            の方へのご招待です。氏名を確認し、パスワードを設定すると利用を開始できます。
          </Text>
          <Form
            state={form}
            gap={20}
            foot={
              <BusyButton type="submit" size="md" fullWidth busy={form.busy} busyText="設定中...">
                利用を開始
              </BusyButton>
            }
          >
            {/* Password managers store the password under this address. */}
            <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
            <TextInput
              size="md"
              label="氏名"
              autoComplete="name"
              maxLength={limits.nameChars}
              {...form.field('name')}
            />
            <NewPasswordField label="パスワード" {...form.field('password')} />
          </Form>
        </>
      )}
    </PublicCard>
  )
}
