import { stepUp } from '@kyc/contract/sign-in.ts'
import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { failureText } from '../../../api/failure-text.ts'
import { useSession } from '../../../session/use-session.ts'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useFormCall } from '../../../ui/use-form-call.ts'
import type { Provider, ProviderSignIn } from '../../sign-in/provider/provider.ts'
import { japaneseMessage } from '../../sign-in/provider/provider-messages.ts'
import { useProvider } from '../../sign-in/provider/use-provider.ts'
import type { StepUpActions } from './StepUpForm.tsx'

/** Step-up at the provider, without leaving the page, so that its input stays. */
export function StepUpByProvider({ onDone, onCancel }: StepUpActions) {
  const { user } = useSession()
  const openedProvider = useProvider()
  const confirm = async (signIn: (provider: Provider) => Promise<ProviderSignIn>) => {
    const { idToken } = await signIn(await openedProvider())
    await call(stepUp, { body: { method: 'firebase', idToken } })
    onDone()
  }
  const form = useFormCall({
    initial: { email: user.email ?? '', password: '' },
    call: ({ email, password }) => confirm((provider) => provider.signInWithPassword(email, password)),
    textOf: (error) => (error instanceof ApiError ? failureText(error) : japaneseMessage(error)),
  })
  // Loads the provider with the form, since browsers block a popup that does not open directly on the click.
  const preload = useEffectEvent(() => form.run(openedProvider))
  useEffect(() => void preload(), [])
  const { email, password } = form.values
  const incomplete = email === '' || password === ''
  return (
    <Form
      state={form}
      disabled={incomplete}
      foot={
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" size="md" onClick={onCancel}>
            キャンセル
          </Button>
          <BusyButton type="submit" size="md" busy={form.busy} disabled={incomplete}>
            確認する
          </BusyButton>
        </Group>
      }
    >
      {/* Stays enabled: the SDK reports a closed popup only after some seconds. */}
      <Button
        variant="default"
        size="md"
        leftSection={<IconBrandGoogle size={18} />}
        onClick={() => void form.run(() => confirm((provider) => provider.signInWithGoogle()))}
      >
        Googleアカウントで確認
      </Button>
      <TextInput
        size="md"
        label="動画サービスのメールアドレス"
        type="email"
        autoComplete="username"
        {...form.field('email')}
      />
      <PasswordInput
        size="md"
        label="動画サービスのパスワード"
        autoComplete="current-password"
        {...form.field('password')}
      />
    </Form>
  )
}
