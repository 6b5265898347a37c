import { useEffect, useState } from 'react'
import { onStepUpRequest } from '../../../api/step-up-event.ts'
import { StepUpDialog } from './StepUpDialog.tsx'

/** Opens the step-up dialog when a call requires it. */
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
