import { Button, type ButtonProps, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { AppLink } from './AppLink.tsx'

export interface GuardedButtonProps extends ButtonProps {
  /** Why the act is not possible, shown next to the disabled button. */
  refusal: string | undefined
  /** The page to open, instead of `onClick`. */
  href?: string
  onClick?: () => void
  children: ReactNode
}

/** A button or link that may be disabled with a reason. */
export function GuardedButton({ refusal, href, onClick, ...button }: GuardedButtonProps) {
  const reasonId = useId()
  if (refusal !== undefined) {
    return (
      <>
        <Text span size="xs" c="dimmed" id={reasonId}>
          {refusal}
        </Text>
        <Button {...button} disabled aria-describedby={reasonId} />
      </>
    )
  }
  if (href !== undefined) return <Button {...button} component={AppLink} href={href} />
  return <Button {...button} onClick={onClick} />
}
