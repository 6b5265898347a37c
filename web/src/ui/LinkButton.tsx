import { UnstyledButton } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import classes from './LinkButton.module.css'

/** A button in the form of a link, for minor acts. */
export function LinkButton({ className = '', ...props }: ComponentPropsWithRef<'button'>) {
  return <UnstyledButton className={`${classes.button} ${className}`} {...props} />
}
