import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import type { ReactNode } from 'react'
import classes from './FormAlert.module.css'

export interface FormAlertProps {
  title: string
  tone?: 'bad' | 'wait'
  children?: ReactNode
}

/** Why a form of the pages around signing in was refused; lighter than the Alert of the other pages. */
export function FormAlert({ title, tone = 'bad', children }: FormAlertProps) {
  return (
    <div role="alert" className={classes.alert} data-tone={tone}>
      <IconAlertTriangle size={20} stroke={1.7} aria-hidden />
      <div>
        <strong>{title}</strong>
        {children && <p>{children}</p>}
      </div>
    </div>
  )
}
