import { limits } from '@kyc/contract/limits.ts'
import { paths } from '../../../paths.ts'
import { useGo } from '../../../ui/go.tsx'
import { IconAlertTriangle, IconCircleCheck } from '../../../ui/icons.ts'
import { Alert } from '../../../ui/mantine/Alert.ts'
import { Progress } from '../../../ui/mantine/Progress.ts'
import page from '../LoginPage.module.css'
import { SecondFactorStep } from '../SecondFactorStep.tsx'
import classes from './provider.module.css'
import { useSsoCallback } from './use-sso-callback.ts'

/** /sso-callback (spec §2): completes single sign-on, then redirects. */
export function SsoCallbackPage() {
  const state = useSsoCallback()
  const go = useGo()
  if (state.secondFactor.length > 0 && !state.done) {
    return (
      <div className={page.column}>
        <title>二段階認証｜本人確認管理システム</title>
        <section className={page.card} aria-labelledby="second-factor-title">
          <SecondFactorStep
            methods={state.secondFactor}
            onSignedIn={state.succeed}
            onBack={() => void go(paths.login(), { replace: true })}
          />
        </section>
      </div>
    )
  }
  const percent = limits.sso.progress[state.step] ?? 100
  return (
    <div className={page.column}>
      <title>ログイン処理｜本人確認管理システム</title>
      <section className={page.card} aria-labelledby="sso-title">
        <h1 id="sso-title">ログイン処理</h1>
        {state.failure === null && <Progress value={percent} aria-label="ログインの進み具合" mb={16} />}
        <div role="status">
          {state.failure === null && !state.done && (
            <p className={classes.note}>ログインしています（{percent}%）</p>
          )}
          {state.done && (
            <Alert color="green" icon={<IconCircleCheck size={20} />}>
              ログインしました。ページを開いています。
            </Alert>
          )}
        </div>
        {state.failure !== null && (
          <Alert role="alert" color="red" icon={<IconAlertTriangle size={20} />} title={state.failure}>
            ログイン画面に戻ります。
          </Alert>
        )}
      </section>
    </div>
  )
}
