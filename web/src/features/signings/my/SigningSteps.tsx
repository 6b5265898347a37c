import { lazy, Suspense, useEffect, useState } from 'react'
import { useBackToClose } from '../../../ui/use-back-to-close.ts'
import { LinkLoading } from '../../performer-links/frame/LinkStates.tsx'
import { DoneStep, OverStep } from './EndSteps.tsx'
import type { SigningCalls } from './page-calls.ts'
import { type LookedAt, stepOf } from './signing-step.ts'
import { TalkStep } from './TalkStep.tsx'

const loadPapers = () => import('./PaperSteps.tsx')
/** Loaded apart, as it contains the code of PDF pages, which the first step does not need. */
const PaperStep = lazy(async () => ({ default: (await loadPapers()).PaperStep }))
const loadSignature = () => import('./SignatureSteps.tsx')
const WaitStep = lazy(async () => ({ default: (await loadSignature()).WaitStep }))
const SignStep = lazy(async () => ({ default: (await loadSignature()).SignStep }))
const CopyStep = lazy(async () => ({ default: (await loadSignature()).CopyStep }))

/** The steps of one signing (D101). */
export function SigningSteps(props: Omit<SigningCalls, 'onLook'>) {
  const [looked, setLooked] = useState<LookedAt | null>(null)
  const step = stepOf(props.signing)
  const close = () => setLooked(null)
  // Preloads the later steps. A failure is shown when such a step opens.
  useEffect(() => {
    void loadPapers().catch(() => {})
    void loadSignature().catch(() => {})
  }, [])
  useBackToClose(looked !== null && step !== 'over', close)
  const calls: SigningCalls = {
    ...props,
    onLook: setLooked,
    onSession: (session) => {
      close()
      props.onSession(session)
    },
  }
  return (
    <Suspense fallback={<LinkLoading />}>
      <Shown step={step === 'over' ? step : (looked ?? step)} calls={calls} onClose={close} looked={looked} />
    </Suspense>
  )
}

interface ShownProps {
  step: ReturnType<typeof stepOf>
  looked: LookedAt | null
  calls: SigningCalls
  onClose: () => void
}

function Shown({ step, looked, calls, onClose }: ShownProps) {
  const back = looked === null ? undefined : onClose
  switch (step) {
    case 'talk':
      return <TalkStep {...calls} onBack={back} />
    case 'sheet':
      return <PaperStep key={step} {...calls} type="explanationSheet" onBack={back} />
    case 'contract':
      return <PaperStep key={step} {...calls} type="contract" onBack={back} />
    case 'wait':
      return <WaitStep {...calls} />
    case 'sign':
      return <SignStep {...calls} />
    case 'making':
    case 'copy':
      return <CopyStep {...calls} />
    case 'done':
      return <DoneStep {...calls} />
    case 'over':
      return <OverStep {...calls} />
  }
}
