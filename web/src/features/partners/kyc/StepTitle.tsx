import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** Heading of a step; takes the focus on a change of step, so that screen readers announce it. */
export function StepTitle({ focus, children }: { focus: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <Title order={2} ref={heading} id="kyc-step-title" tabIndex={-1}>
      {children}
    </Title>
  )
}
