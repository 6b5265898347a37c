import { Box, Stack, Title } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Steps } from '../../ui/Steps.tsx'
import classes from './Step.module.css'
import { useTexts } from './use-texts.ts'

const steps = ['purpose', 'consent', 'identity', 'idKind', 'documents', 'done'] as const
export type StepName = (typeof steps)[number]

export interface StepProps {
  step?: StepName
  title: string
  /** What the screen shows now. With a change, the heading takes the focus of a button that has disappeared. */
  part?: string
  onBack?: (() => void) | undefined
  children: ReactNode
}

/** One screen of the performer's page. Its heading takes the focus, so that screen readers announce the change. */
export function Step({ step, title, part, onBack, children }: StepProps) {
  const texts = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    if (part && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [part])
  return (
    <StepColumn>
      {step && <Progress current={step} />}
      {onBack && (
        <Box my={-6}>
          <LinkButton onClick={onBack}>
            <IconChevronLeft size={18} aria-hidden />
            {texts.back}
          </LinkButton>
        </Box>
      )}
      <Title ref={heading} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </StepColumn>
  )
}

export function StepColumn({ children }: { children: ReactNode }) {
  return (
    <Stack w="100%" maw={520} mx="auto" className={classes.column}>
      {children}
    </Stack>
  )
}

/** A card in a step. */
export function StepCard({ children }: { children: ReactNode }) {
  return (
    <Stack px="md" py={20} bg="var(--app-surface)" bd="1px solid var(--app-line)" bdrs="md">
      {children}
    </Stack>
  )
}

function Progress({ current }: { current: StepName }) {
  const texts = useTexts()
  return (
    <Steps
      label={texts.stepsLabel}
      labels={steps.map((step) => texts.steps[step])}
      current={steps.indexOf(current)}
      finished={current === 'done'}
      doneText={texts.stepDone}
    />
  )
}
