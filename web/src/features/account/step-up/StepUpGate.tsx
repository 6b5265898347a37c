import { lazy, Suspense, useEffect, useState } from 'react'
import { onStepUpAsked } from '../../../api/step-up-event.ts'

// Few acts ask for it, so it is code of its own.
const StepUpDialog = lazy(async () => ({ default: (await import('./StepUpDialog.tsx')).StepUpDialog }))

/** Asks for a fresh sign-in when a call needs one (D31). */
export function StepUpGate() {
  const [asked, setAsked] = useState<{ answer: (done: boolean) => void } | null>(null)
  useEffect(() => onStepUpAsked(window, (answer) => setAsked({ answer })), [])
  if (!asked) return null
  const close = (done: boolean) => {
    setAsked(null)
    asked.answer(done)
  }
  return (
    <Suspense>
      <StepUpDialog onDone={() => close(true)} onCancel={() => close(false)} />
    </Suspense>
  )
}
