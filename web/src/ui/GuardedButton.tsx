import { Button, type ButtonProps, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { AppLink } from './AppLink.tsx'

export interface GuardedButtonProps extends ButtonProps {
  /** Why the act is not possible, shown next to the disabled button. */
  refusal: string | undefined
  /** Id of the element that shows the reason elsewhere. */
  refusalId?: string
  /** The page to open, instead of `onClick`. */
  href?: string
  onClick?: () => void
  children: ReactNode
}

/** A button or link that may be disabled with a reason. */
export function GuardedButton({ refusal, refusalId, href, onClick, ...button }: GuardedButtonProps) {
  const reasonId = useId()
  if (refusal !== undefined) {
    return (
      <>
        {refusalId === undefined && (
          <Text span size="xs" c="dimmed" id={reasonId}>
            {refusal}
          </Text>
        )}
        <Button {...button} disabled aria-describedby={refusalId ?? reasonId} />
      </>
    )
  }
  if (href !== undefined) return <Button {...button} component={AppLink} href={href} />
  return <Button {...button} onClick={onClick} />
}
