import { safePath } from '@kyc/contract/safe-path.ts'
import { Button } from '@mantine/core'
import { IconMovie } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { paths } from '../../paths.ts'
import { useAuthState } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Redirect } from '../../ui/go.tsx'
import type { DemoAccountsProps } from './DemoAccounts.tsx'
import { LoginForm, useLogin } from './LoginForm.tsx'
import { OrLine, PublicCard } from './PublicCard.tsx'
import type { SecondFactorStep } from './SecondFactorStep.tsx'
import { SignInRefused } from './sign-in.ts'

/** Only a demo shows it, so it is no part of the first page, whose size is limited. The form works without it. */
const DemoAccounts = lazy(async () => {
  const loaded = await import('./DemoAccounts.tsx').catch(() => undefined)
  return { default: loaded?.DemoAccounts ?? ((_: DemoAccountsProps) => null) }
})

/**
 * /login: redirects after sign-in to `redirect` if it is a path of this product, else to the
 * dashboard.
 */
export function LoginPage() {
  const { redirect } = useSearch({ from: '/public/login' })
  const config = useConfig()
  const state = useAuthState()
  const submit = useRef<HTMLButtonElement>(null)
  const { form, enter, secondStep } = useLogin(loadSecondFactorStep)

  if (state.status === 'authenticated') return <Redirect href={safePath(redirect)} />
  if (secondStep) {
    const { Step, ...props } = secondStep
    return (
      <PublicCard title="二段階認証">
        <Step {...props} />
      </PublicCard>
    )
  }
  return (
    <PublicCard
      title="ログイン"
      below={
        config?.demo && (
          <Suspense>
            <DemoAccounts
              accounts={config.demoAccounts}
              onEnter={enter}
              onFill={({ email, password }) => {
                form.change({ email, password })
                submit.current?.focus()
              }}
            />
          </Suspense>
        )
      }
    >
      <LoginForm form={form} submit={submit} />
      <OrLine />
      <Button
        component={AppLink}
        href={paths.firebaseLogin()}
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconMovie size={17} />}
      >
        動画サービスのアカウントでログイン
      </Button>
    </PublicCard>
  )
}

/** Not a part of the first page, whose size is limited. Throws SignInRefused. */
async function loadSecondFactorStep(): Promise<typeof SecondFactorStep> {
  try {
    return (await import('./SecondFactorStep.tsx')).SecondFactorStep
  } catch {
    throw new SignInRefused(
      'ログインに失敗しました',
      '接続を確認して、もう一度お試しください。解消しない場合は、ページを開き直してください。',
    )
  }
}
