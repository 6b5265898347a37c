import { Step, type StepProps } from './frame/Step.tsx'
import { useTexts } from './use-texts.ts'

const steps = ['purpose', 'consent', 'identity', 'idKind', 'documents', 'done'] as const

/** One step of the submission. */
export function SubmissionStep({
  step,
  ...props
}: Omit<StepProps, 'steps'> & { step: (typeof steps)[number] }) {
  const texts = useTexts()
  const labels = steps.map((each) => texts.steps[each])
  return <Step {...props} steps={{ labels, current: steps.indexOf(step), finished: step === 'done' }} />
}
