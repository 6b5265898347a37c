import type { KycSession } from '@kyc/contract/kyc.ts'
import { type ProblemCode, problems } from '@kyc/contract/problems.ts'
import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useEffect } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { StepTitle } from './StepTitle.tsx'
import { type ResultState, resendingAfter, useResult } from './use-result.ts'

export interface ResultStepProps {
  session: KycSession
  focus: boolean
  /** Token of the sign-in on this page; null after a reload. */
  idToken: string | null
  /** The server requires another sign-in; called with the reason. */
  onSignInAgain: (reason: string) => void
  onNotFound: (error: ApiError) => void
}

const signInProblems: readonly string[] = [
  'KYC_SIGN_IN_REQUIRED',
  'KYC_USER_LINKED',
  'KYC_SESSION_MISMATCH',
] satisfies ProblemCode[]

/** A mismatch without a field means that another account started the procedure. */
function reasonOf({ code, field, title }: ApiError): string {
  return code === 'KYC_SESSION_MISMATCH' && field === null
    ? 'この手続きは別のアカウントで始められています。そのアカウントでログインしてください。'
    : title
}

/** Step 3: sends the result to the partner and redirects back. */
export function ResultStep({ session, focus, idToken, onSignInAgain, onNotFound }: ResultStepProps) {
  const { state, send } = useResult(session, idToken)
  const refusal = state.status === 'failed' && state.error instanceof ApiError ? state.error : null
  const needsSignIn = refusal !== null && signInProblems.includes(refusal.code)
  const notFound = refusal?.code === 'KYC_SESSION_NOT_FOUND'
  useEffect(() => {
    if (refusal && needsSignIn) onSignInAgain(reasonOf(refusal))
    else if (refusal && notFound) onNotFound(refusal)
  }, [refusal, needsSignIn, notFound, onSignInAgain, onNotFound])
  if (needsSignIn || notFound) return null
  return (
    <>
      <StepTitle focus={focus}>{titles[state.status]}</StepTitle>
      <Stack mt="sm">
        {(state.status === 'sending' || state.status === 'sent') && (
          <Group component="p" role="status" gap="xs" wrap="nowrap">
            <Loader size={18} aria-hidden />
            {session.partner.name}に結果を送信しています...
          </Group>
        )}
        {state.status === 'failed' && <Failure state={state} onSend={send} />}
        {state.status === 'completed' && <Success state={state} partner={session.partner.name} />}
      </Stack>
    </>
  )
}

const titles = {
  sending: '結果を送信しています',
  sent: '結果を送信しています',
  failed: '結果を送信できませんでした',
  completed: '手続きが完了しました',
} as const satisfies Record<ResultState['status'], string>

/** Stopped callbacks are not resent automatically; they are sent after resuming (D35). */
const resendingTexts = {
  automatic: 'この後もシステムが自動で再送します。すぐに送り直す場合は「再送する」を押してください。',
  stopped: '提携先への送信が停止しているため、いまは自動で再送されません。提携先にお問い合わせください。',
} as const

/** Does not redirect automatically: a later attempt may still deliver the result. */
function Failure({
  state,
  onSend,
}: {
  state: Extract<ResultState, { status: 'failed' }>
  onSend: () => void
}) {
  const { error, secondsLeft } = state
  const resending = resendingAfter(error)
  return (
    <>
      <Alert title={problems.PARTNER_DELIVERY_FAILED.title}>
        <p>{resending ? resendingTexts[resending] : failureText(error)}</p>
      </Alert>
      <Button
        fullWidth
        size="md"
        variant={resending === 'stopped' ? 'default' : 'filled'}
        leftSection={<IconSend size={17} />}
        disabled={secondsLeft > 0}
        onClick={onSend}
      >
        {secondsLeft > 0 ? `再送する（あと${secondsLeft}秒）` : '再送する'}
      </Button>
    </>
  )
}

function Success({
  state,
  partner,
}: {
  state: Extract<ResultState, { status: 'completed' }>
  partner: string
}) {
  return (
    <>
      <Alert tone="ok" title="KYC登録が完了しました。">
        <p>{partner}に結果を送信しました。</p>
      </Alert>
      {state.target && (
        <>
          {state.secondsLeft > 0 && (
            <Text fz="xs" c="dimmed">
              {state.secondsLeft}秒後に提携先のページへ移動します。
            </Text>
          )}
          <Button component="a" href={state.target} size="md" fullWidth>
            {state.secondsLeft > 0 ? '今すぐ戻る' : '提携先のページへ戻る'}
          </Button>
        </>
      )}
    </>
  )
}
