import { useEffect, useState } from 'react'
import { onStepUpRequest } from '../../../api/step-up-event.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PartFailed } from '../../../ui/PartFailed.tsx'

// Lazy: few acts require a step-up.
const StepUpDialog = lazyPart(() => import('./StepUpDialog.tsx').then((m) => m.StepUpDialog), {
  failed: ({ onCancel }, retry) => <PartFailed onRetry={retry} onClose={onCancel} />,
})

/** Opens the step-up dialog when a call requires it (D31). */
export function StepUpGate() {
  const [request, setRequest] = useState<{ finish: (done: boolean) => void } | null>(null)
  useEffect(() => onStepUpRequest(window, (finish) => setRequest({ finish })), [])
  if (!request) return null
  const close = (done: boolean) => {
    setRequest(null)
    request.finish(done)
  }
  return <StepUpDialog onDone={() => close(true)} onCancel={() => close(false)} />
}
