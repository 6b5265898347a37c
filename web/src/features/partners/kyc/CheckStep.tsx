import type { KycSession } from '@kyc/contract/kyc.ts'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Alert } from '../../../ui/Alert.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import classes from './kyc.module.css'
import { localeText, type PartnerParameters, parameterWarnings, warningTexts } from './parameters.ts'
import { StepTitle } from './StepTitle.tsx'
import type { KycSessionState } from './use-kyc-session.ts'

export interface CheckStepProps {
  state: Extract<KycSessionState, { status: 'checking' | 'faulty' | 'open' }>
  parameters: PartnerParameters | null
  focus: boolean
  onStart: () => void
}

/** Step 1: the partner's parameters and their errors (spec §2). */
export function CheckStep({ state, parameters, focus, onStart }: CheckStepProps) {
  const session = state.status === 'open' ? state.session : null
  const shown = session ?? parameters
  const warnings = session?.warnings ?? (parameters ? parameterWarnings(parameters) : [])
  return (
    <>
      <StepTitle focus={focus}>連携情報を確認してください</StepTitle>
      <p className={classes.lead}>提携先から次の情報を受け取りました。</p>
      {shown ? <Facts of={shown} /> : <TextSkeleton lines={4} />}
      <div className={classes.stack}>
        {warnings.length > 0 && (
          <Alert tone="wait" title="ご注意ください">
            <Lines texts={warningTexts(warnings)} />
            {warnings.includes('referrer_foreign') && (
              <p>この手続きに心当たりがない場合は、このページを閉じてください。</p>
            )}
          </Alert>
        )}
        <Verdict state={state} />
        <Button
          fullWidth
          disabled={state.status !== 'open'}
          aria-describedby={state.status === 'faulty' ? 'kyc-faults' : undefined}
          onClick={onStart}
        >
          認証を開始
        </Button>
        {session && <Disclosure session={session} />}
      </div>
    </>
  )
}

function Facts({ of }: { of: Pick<KycSession, 'user_id' | 'session_id' | 'company_id' | 'locale'> }) {
  const facts = [
    ['ユーザーID', of.user_id],
    ['セッションID', of.session_id],
    ['会社ID', of.company_id],
    ['言語', localeText(of.locale)],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || '指定なし'}</dd>
        </div>
      ))}
    </dl>
  )
}

function Verdict({ state }: { state: CheckStepProps['state'] }) {
  if (state.status === 'faulty') {
    return (
      <Alert title="認証を開始できません" id="kyc-faults">
        <Lines texts={state.faults} />
        <p>お手数ですが、提携先のページからやり直してください。</p>
      </Alert>
    )
  }
  return (
    <p role="status" className={classes.verdict}>
      {state.status === 'checking' ? (
        '提携先を確認しています...'
      ) : (
        <>
          <IconCircleCheck size={18} aria-hidden />
          <span>
            <strong>確認できました。</strong>提携先の登録情報と一致しています。
          </span>
        </>
      )}
    </p>
  )
}

/** States before the sign-in which data the partner receives (D34). */
function Disclosure({ session }: { session: KycSession }) {
  return (
    <p className={classes.note}>
      次の画面でログインすると、認証の結果とアカウント情報（メールアドレス・表示名・画像）が、上のユーザーIDとセッションIDとともに
      {session.partner.name}に送られます。本人確認書類は送られません。
    </p>
  )
}

function Lines({ texts }: { texts: readonly string[] }) {
  return (
    <ul className={classes.list}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
