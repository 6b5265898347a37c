import { limits } from '@kyc/contract/limits.ts'
import { Progress } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { useGo } from '../../../ui/go.tsx'
import { PublicCard } from '../PublicCard.tsx'
import { SecondFactorStep } from '../SecondFactorStep.tsx'
import { useSsoCallback } from './use-sso-callback.ts'

/** /sso-callback: completes single sign-on, then redirects. */
export function SsoCallbackPage() {
  const state = useSsoCallback()
  const go = useGo()
  if (state.secondFactor.length > 0 && !state.done) {
    return (
      <PublicCard title="二段階認証">
        <SecondFactorStep
          methods={state.secondFactor}
          onSignedIn={state.succeed}
          onBack={() => void go(paths.login(), { replace: true })}
        />
      </PublicCard>
    )
  }
  const percent = limits.sso.progress[state.step] ?? 100
  return (
    <PublicCard title="ログイン処理">
      {state.failure === null && <Progress value={percent} aria-label="ログインの進み具合" mb={16} />}
      <div role="status">
        {state.failure === null && !state.done && <p>ログインしています（{percent}%）</p>}
        {state.done && (
          <Alert tone="ok" role="presentation" title="ログインしました。ページを開いています。" />
        )}
      </div>
      {state.failure !== null && <Alert title={state.failure}>ログイン画面に戻ります。</Alert>}
    </PublicCard>
  )
}
