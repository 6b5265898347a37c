import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a step; it takes the focus when the step follows another one, so that nobody is left behind. */
export function StepTitle({ focus, children }: { focus: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <h2 ref={heading} id="kyc-step-title" tabIndex={-1}>
      {children}
    </h2>
  )
}
