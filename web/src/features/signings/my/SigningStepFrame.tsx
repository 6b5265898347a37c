import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Step } from '../../performer-links/frame/Step.tsx'
import type { SigningCalls } from './page-calls.ts'
import { Refusal } from './Refusal.tsx'
import { type MarkedStep, markedSteps } from './signing-step.ts'
import { useTexts } from './use-texts.ts'

interface SigningStepFrameProps {
  calls: SigningCalls
  step: MarkedStep
  title: string
  finished?: boolean
  part?: string
  /** Returns to the step that the performer came from; by default, to the page with all contracts. */
  onBack?: (() => void) | undefined
  children: ReactNode
}

/** One step of a signing, with the way back and, until the signature, the refusal in view. */
export function SigningStepFrame(props: SigningStepFrameProps) {
  const { calls, step, title, finished = false, part, onBack, children } = props
  const texts = useTexts()
  const { signing, onLeave } = calls
  return (
    <Step
      title={title}
      steps={{
        labels: markedSteps.map((each) => texts.steps[each]),
        current: markedSteps.indexOf(step),
        finished,
      }}
      {...(part !== undefined && { part })}
      onBack={onBack ?? onLeave}
      backTo={onBack ? texts.back : texts.toPage}
    >
      <Text size="sm" c="dimmed" mt={-8}>
        {signing.title}
      </Text>
      {children}
      {signing.signedAt === null && <Refusal {...calls} />}
    </Step>
  )
}
