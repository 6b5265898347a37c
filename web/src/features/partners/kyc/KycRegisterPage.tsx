import { limits } from '@kyc/contract/limits.ts'
import { Box, Group, Paper, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { failureText } from '../../../api/failure-text.ts'
import { type KycSearch, paths } from '../../../paths.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useGo } from '../../../ui/go.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { Steps } from '../../../ui/Steps.tsx'
import { CheckStep } from './CheckStep.tsx'
import { OpenKycSession } from './OpenKycSession.tsx'
import { type Step, stepLabels, steps } from './steps.ts'
import { type KycSessionState, useKycSession } from './use-kyc-session.ts'

/** /kyc/register (spec §2): a partner's user signs in here, and the result is sent to the partner. */
export function KycRegisterPage() {
  const { state, parameters, retry, markNotFound } = useKycSession()
  const search = useSearch({ from: '/public/kyc/register' })
  const go = useGo()
  const [banner, setBanner] = useState<Banner | null>(null)
  // The first step shown does not move the focus.
  const [moved, setMoved] = useState(false)
  const step = stepOf(state, search)
  const id = state.status === 'open' ? state.session.id : undefined

  const goTo = useCallback(
    (next: Step, replace: boolean) => {
      setMoved(true)
      void go(paths.kycRegister({ kyc: id, ...(next !== 'check' && { step: next }) }), { replace })
    },
    [go, id],
  )
  const showBanner = useCallback((message: string) => setBanner({ message }), [])
  const closeBanner = useCallback(() => setBanner(null), [])
  return (
    <Box maw={520} mx="auto">
      <title>本人確認の登録｜本人確認管理システム</title>
      <Title>本人確認の登録</Title>
      <PartnerLine state={state} />
      <Box mb="md">
        <Steps
          label="手続きの段階"
          labels={steps.map((each) => stepLabels[each])}
          current={steps.indexOf(step)}
        />
      </Box>
      {/* No success message once the KYC session has expired. */}
      <SuccessBanner banner={state.status === 'open' ? banner : null} onClose={closeBanner} />
      <Paper
        component="section"
        withBorder
        p="card"
        aria-labelledby={inStep(state) ? 'kyc-step-title' : undefined}
      >
        {state.status === 'failed' && (
          <ErrorState title="提携先を確認できませんでした" onRetry={retry}>
            {failureText(state.error)}
          </ErrorState>
        )}
        {state.status === 'notFound' && (
          <ErrorState title="本人確認を続けられません" requestId={state.error.requestId}>
            {state.error.title}
          </ErrorState>
        )}
        {inStep(state) && step === 'check' && (
          <CheckStep
            state={state}
            parameters={parameters}
            focus={moved}
            onStart={() => goTo('auth', false)}
          />
        )}
        {state.status === 'open' && step !== 'check' && (
          <OpenKycSession
            session={state.session}
            step={step}
            moved={moved}
            goTo={goTo}
            showBanner={showBanner}
            markNotFound={markNotFound}
          />
        )}
      </Paper>
      {location.protocol === 'https:' && (
        <Group component="p" justify="center" gap={6} mt="md" fz="xs" c="dimmed">
          <IconLock size={16} aria-hidden />
          通信は暗号化されています
        </Group>
      )}
    </Box>
  )
}

function PartnerLine({ state }: { state: KycSessionState }) {
  const partner = state.status === 'open' ? state.session.partner : null
  return (
    <Group component="p" gap="xs" mih={24} mb="md" c="dimmed">
      {partner ? `${partner.name}からの手続きです。` : '提携先からの手続きです。'}
      {partner?.test && <StateBadge tone="neutral">テスト</StateBadge>}
    </Group>
  )
}

/**
 * A delivered result always shows the last step. The step in the URL counts only together with the id of this
 * KYC session: a partner's link must not skip the first step, which states which data the partner receives.
 */
function stepOf(state: KycSessionState, { kyc, step: named }: KycSearch): Step {
  if (state.status !== 'open') return 'check'
  if (state.session.redirectUrl !== null) return 'result'
  if (kyc !== state.session.id) return 'check'
  return steps.find((step) => step === named) ?? 'check'
}

function inStep(
  state: KycSessionState,
): state is Exclude<KycSessionState, { status: 'failed' | 'notFound' }> {
  return state.status !== 'failed' && state.status !== 'notFound'
}

interface Banner {
  readonly message: string
}

/** Shows a success for five seconds. A new object restarts the timer. */
function SuccessBanner({ banner, onClose }: { banner: Banner | null; onClose: () => void }) {
  useEffect(() => {
    if (!banner) return
    const timer = setTimeout(onClose, limits.bannerClose)
    return () => clearTimeout(timer)
  }, [banner, onClose])
  return (
    // Rendered before its first text, so that screen readers announce the text.
    <div role="status">
      {banner && <Alert tone="ok" role="presentation" mb={16} title={banner.message} onClose={onClose} />}
    </div>
  )
}
