import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChevronLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Step.module.css'
import { useTexts } from './use-texts.ts'

const steps = ['purpose', 'consent', 'idKind', 'documents', 'done'] as const
export type StepName = (typeof steps)[number]

export interface StepProps {
  step?: StepName
  title: string
  onBack?: (() => void) | undefined
  children: ReactNode
}

/** One screen of the performer's page. Its heading takes the focus, so that screen readers announce the change. */
export function Step({ step, title, onBack, children }: StepProps) {
  const texts = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={classes.column}>
      {step && <Progress current={step} />}
      {onBack && (
        <UnstyledButton className={classes.back} onClick={onBack}>
          <IconChevronLeft size={18} aria-hidden />
          {texts.back}
        </UnstyledButton>
      )}
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      {children}
    </div>
  )
}

/** The five steps with number or check mark; phones show the label of the current one only. */
function Progress({ current }: { current: StepName }) {
  const texts = useTexts()
  const at = steps.indexOf(current)
  return (
    <ol className={classes.steps} aria-label={texts.stepsLabel}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-state={index < at || current === 'done' ? 'done' : index === at ? 'current' : 'ahead'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={classes.mark}>
            {index < at || current === 'done' ? <IconCheck size={16} stroke={2.1} aria-hidden /> : index + 1}
          </span>
          <span className={classes.label}>
            {texts.steps[step]}
            {index < at && <VisuallyHidden>{texts.stepDone}</VisuallyHidden>}
          </span>
        </li>
      ))}
    </ol>
  )
}
