import type { ReactNode } from 'react'
import classes from './FormAlert.module.css'
import { IconAlertTriangle } from './icons.ts'

export interface FormAlertProps {
  title: string
  tone?: 'bad' | 'wait'
  children?: ReactNode
}

/** Form error on the pages around sign-in; smaller code than the Alert of Mantine. */
export function FormAlert({ title, tone = 'bad', children }: FormAlertProps) {
  return (
    <div role="alert" className={classes.alert} data-tone={tone}>
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <strong>{title}</strong>
        {children && <p>{children}</p>}
      </div>
    </div>
  )
}
