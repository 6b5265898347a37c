import { stepUp } from '@kyc/contract/sign-in.ts'
import { getConfig } from '@kyc/contract/system.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { failureText } from '../../../api/failure-text.ts'
import { useSession } from '../../../session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { IconBrandGoogle } from '../../../ui/icons.ts'
import { Button } from '../../../ui/mantine/Button.ts'
import { PasswordInput } from '../../../ui/mantine/PasswordInput.ts'
import { TextInput } from '../../../ui/mantine/TextInput.ts'
import { openProvider, type Provider, type ProviderSignIn } from '../../sign-in/provider/provider.ts'
import { japaneseMessage } from '../../sign-in/provider/provider-messages.ts'
import classes from './StepUp.module.css'
import type { StepUpActions } from './StepUpForm.tsx'

type SignIn = (provider: Provider) => Promise<ProviderSignIn>

/** Step-up at the provider, without leaving the page, so that its input stays. */
export function StepUpByProvider({ onDone, onCancel }: StepUpActions) {
  const { user } = useSession()
  const [email, setEmail] = useState(user.email ?? '')
  const [password, setPassword] = useState('')
  // Loaded with the form: browsers block a popup that does not open directly on the click.
  const provider = useQuery({
    queryKey: ['step-up-provider'],
    queryFn: async () => openProvider(await call(getConfig)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const confirmation = useMutation({
    mutationFn: async (signIn: SignIn) => {
      if (!provider.data) return
      const { idToken } = await signIn(provider.data)
      await call(stepUp, { body: { method: 'firebase', idToken } })
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation() // as in StepUpForm
    confirmation.mutate((opened) => opened.signInWithPassword(email, password))
  }
  const error = provider.error ?? confirmation.error
  return (
    <form onSubmit={submit} className={classes.form}>
      {error && <Alert>{error instanceof ApiError ? failureText(error) : japaneseMessage(error)}</Alert>}
      {/* Stays enabled: the SDK reports a closed popup only after some seconds. */}
      <Button
        variant="default"
        size="md"
        disabled={!provider.data}
        leftSection={<IconBrandGoogle size={18} />}
        onClick={() => confirmation.mutate((opened) => opened.signInWithGoogle())}
      >
        Googleアカウントで確認
      </Button>
      <TextInput
        size="md"
        label="動画サービスのメールアドレス"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        size="md"
        label="動画サービスのパスワード"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'パスワードを表示', tabIndex: 0 }}
      />
      <div className={classes.buttons}>
        <Button variant="default" size="md" onClick={onCancel}>
          キャンセル
        </Button>
        <BusyButton
          type="submit"
          size="md"
          busy={confirmation.isPending}
          disabled={!provider.data || email === '' || password === ''}
        >
          確認する
        </BusyButton>
      </div>
    </form>
  )
}
