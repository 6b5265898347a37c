import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

export type BusyButtonProps = ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & {
    busy: boolean
    /** Replaces the label while busy. */
    busyText?: string
  }

/**
 * A button that keeps the focus while busy: `loading` and `disabled` of Mantine drop it to the page. Forms
 * ignore a submit while busy.
 */
export function BusyButton({ busy, busyText, children, leftSection, onClick, ...props }: BusyButtonProps) {
  return (
    <Button
      {...props}
      leftSection={busy ? <Loader size={16} color="currentColor" aria-hidden /> : leftSection}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && busyText ? busyText : children}
    </Button>
  )
}
