import type { KycSession } from '@kyc/contract/kyc.ts'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Alert } from '../../../ui/Alert.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { localeText, type PartnerParameters, parameterWarnings, warningTexts } from './parameters.ts'
import { StepTitle } from './StepTitle.tsx'
import type { KycSessionState } from './use-kyc-session.ts'

export interface CheckStepProps {
  state: Extract<KycSessionState, { status: 'checking' | 'faulty' | 'open' }>
  parameters: PartnerParameters | null
  focus: boolean
  onStart: () => void
}

/** Step 1: the partner's parameters and their errors. */
export function CheckStep({ state, parameters, focus, onStart }: CheckStepProps) {
  const session = state.status === 'open' ? state.session : null
  const shown = session ?? parameters
  const warnings = session?.warnings ?? (parameters ? parameterWarnings(parameters) : [])
  return (
    <>
      <StepTitle focus={focus}>連携情報を確認してください</StepTitle>
      <Text fz="xs" c="dimmed" mb="xs">
        提携先から次の情報を受け取りました。
      </Text>
      {shown ? <Facts facts={factsOf(shown)} /> : <TextSkeleton lines={4} />}
      <Stack mt="md">
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
          size="md"
          fullWidth
          disabled={state.status !== 'open'}
          aria-describedby={state.status === 'faulty' ? 'kyc-faults' : undefined}
          onClick={onStart}
        >
          認証を開始
        </Button>
        {session && <Disclosure session={session} />}
      </Stack>
    </>
  )
}

function factsOf(of: Pick<KycSession, 'user_id' | 'session_id' | 'company_id' | 'locale'>) {
  const given = [
    ['ユーザーID', of.user_id],
    ['セッションID', of.session_id],
    ['会社ID', of.company_id],
    ['言語', localeText(of.locale)],
  ] as const
  return given.map(([name, value]) => [name, value || '指定なし'] as const)
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
    <Group component="p" role="status" gap="xs" wrap="nowrap" align="flex-start" fz="xs" c="dimmed">
      {state.status === 'checking' ? (
        '提携先を確認しています...'
      ) : (
        <>
          <IconCircleCheck size={18} color="var(--app-ok-text)" aria-hidden />
          <span>
            <Text component="strong" inherit fw={700} c="green">
              確認できました。
            </Text>
            提携先の登録情報と一致しています。
          </span>
        </>
      )}
    </Group>
  )
}

/** States before the sign-in which data the partner receives. */
function Disclosure({ session }: { session: KycSession }) {
  return (
    <Text fz="xs" c="dimmed">
      次の画面でログインすると、認証の結果とアカウント情報（メールアドレス・表示名・画像）が、上のユーザーIDとセッションIDとともに
      {session.partner.name}
      に送られます。本人確認書類は送られません。提携先がユーザーIDを確認した場合は、あなたが登録した出演者の審査の状態（氏名を除く）も提供されます。
    </Text>
  )
}

function Lines({ texts }: { texts: readonly string[] }) {
  return (
    <List>
      {texts.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  )
}
