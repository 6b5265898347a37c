import { CloseButton } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import classes from './Alert.module.css'

export interface AlertProps {
  title?: ReactNode
  tone?: 'bad' | 'wait' | 'ok' | 'neutral'
  ref?: Ref<HTMLDivElement>
  tabIndex?: number
  /** Failures interrupt a screen reader; other messages wait. */
  role?: 'alert' | 'status' | 'presentation'
  icon?: TablerIcon
  id?: string
  lang?: string | undefined
  className?: string | undefined
  /** Margins in pixels. */
  mt?: number
  mb?: number
  onClose?: () => void
  children?: ReactNode
}

/** A message about the page or the form around it. */
export function Alert(props: AlertProps) {
  const { title, tone = 'bad', role, icon, className, mt, mb, onClose, children, ...root } = props
  const Icon = icon ?? (tone === 'ok' ? IconCircleCheck : IconAlertTriangle)
  return (
    <div
      {...root}
      role={role ?? (tone === 'bad' ? 'alert' : 'status')}
      className={`${classes.alert} ${className ?? ''}`}
      style={{ marginTop: mt, marginBottom: mb }}
      data-tone={tone}
    >
      <Icon size={20} aria-hidden />
      <div className={classes.text}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {onClose && <CloseButton aria-label="閉じる" onClick={onClose} />}
    </div>
  )
}
