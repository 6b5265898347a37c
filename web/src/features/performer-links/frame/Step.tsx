import { Box, Stack, Title } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Steps } from '../../../ui/Steps.tsx'
import { useFrameTexts } from './language.ts'
import classes from './Step.module.css'

export interface StepProps {
  title: string
  /** The steps of the procedure, of which this is `current`. */
  steps?: { readonly labels: readonly string[]; readonly current: number; readonly finished: boolean }
  /** What the screen shows now. When it changes, the heading takes the focus if the focused button was removed. */
  part?: string
  onBack?: (() => void) | undefined
  /** The name of the page that `onBack` shows. */
  backTo?: string
  children: ReactNode
}

/** One screen of a performer's page. Its heading takes the focus, so that screen readers announce the change. */
export function Step({ title, steps, part, onBack, backTo, children }: StepProps) {
  const texts = useFrameTexts()
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
      {steps && <Steps label={texts.stepsLabel} doneText={texts.stepDone} {...steps} />}
      {onBack && (
        <Box my={-6}>
          <LinkButton onClick={onBack}>
            <IconChevronLeft size={18} aria-hidden />
            {backTo ?? texts.back}
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
