import type { ReactNode } from 'react'
import classes from '../../ui/FormAlert.module.css'
import { IconAlertTriangle, IconCircleCheck } from '../../ui/icons.ts'

export interface RemarkProps {
  tone: 'ok' | 'wait' | 'bad'
  title: string
  id?: string
  children?: ReactNode
}

/** A message about the procedure; errors are assertive live regions, others polite. */
export function Remark({ tone, title, id, children }: RemarkProps) {
  const Icon = tone === 'ok' ? IconCircleCheck : IconAlertTriangle
  return (
    <div id={id} role={tone === 'bad' ? 'alert' : 'status'} className={classes.alert} data-tone={tone}>
      <Icon size={20} aria-hidden />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  )
}
