import { login, type SecondFactor } from '@kyc/contract/accounts.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { Box, PasswordInput, Text, TextInput } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { useAuth } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import type { SecondFactorStep } from './SecondFactorStep.tsx'
import { completeSignIn, refusedDetail, refusedTitle } from './sign-in.ts'

/**
 * The form of a sign-in by password, and the step that follows if the account has a second factor. A failure of
 * `loadStep` is shown by the form, which keeps its input.
 */
export function useLogin(loadStep: () => Promise<typeof SecondFactorStep>) {
  const auth = useAuth()
  const [next, setNext] = useState<SecondStep | null>(null)
  const signIn = async (body: Credentials) => {
    const { user, secondFactor: methods } = await completeSignIn(call(login, { body }))
    return user ? { user } : { methods, Step: await loadStep() }
  }
  const onDone = (reply: Awaited<ReturnType<typeof signIn>>) =>
    'user' in reply ? auth.signedIn(reply.user) : setNext(reply)
  const form = useFormCall({
    initial: { email: auth.invited ?? '', password: '' },
    schema: login.body,
    call: signIn,
    onDone,
    textOf: refusedDetail,
  })
  const secondStep = next && {
    ...next,
    onSignedIn: auth.signedIn,
    onBack: () => {
      setNext(null)
      form.change({ password: '' })
    },
  }
  /** Signs in without typing. */
  const enter = ({ email, password }: Credentials) =>
    form.run(async () => onDone(await signIn({ email, password })))
  return { form, enter, secondStep }
}

type Credentials = BodyIn<typeof login>

interface SecondStep {
  readonly methods: readonly SecondFactor[]
  readonly Step: typeof SecondFactorStep
}

export interface LoginFormProps {
  form: ReturnType<typeof useLogin>['form']
  submit?: RefObject<HTMLButtonElement | null>
  /** For a form on a page that must stay open. */
  linkTarget?: '_blank'
}

export function LoginForm({ form, submit, linkTarget }: LoginFormProps) {
  return (
    <Form
      state={form}
      failed={refusedTitle(form.failure)}
      gap={20}
      foot={
        <BusyButton type="submit" size="md" fullWidth busy={form.busy} busyText="ログイン中..." ref={submit}>
          ログイン
        </BusyButton>
      }
    >
      <TextInput
        size="md"
        label="メールアドレス"
        type="email"
        autoComplete="username"
        placeholder="name@example.com"
        aria-required
        {...form.field('email')}
      />
      <Box pos="relative">
        <PasswordInput
          size="md"
          label="パスワード"
          autoComplete="current-password"
          aria-required
          {...form.field('password')}
        />
        {/* Next to the label, but after the field in Tab order. */}
        <Text
          component={AppLink}
          size="xs"
          pos="absolute"
          top={0}
          right={0}
          href={paths.passwordReset()}
          target={linkTarget}
        >
          パスワードをお忘れの方
        </Text>
      </Box>
    </Form>
  )
}
