import { CloseButton, Group, type MantineStyleProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import classes from './Alert.module.css'

export interface AlertProps extends Pick<MantineStyleProps, 'm' | 'mt' | 'mb' | 'mx' | 'w'> {
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
  onClose?: () => void
  children?: ReactNode
}

/** A message about the page or the form around it. */
export function Alert(props: AlertProps) {
  const { title, tone = 'bad', role, icon, className, onClose, children, ...root } = props
  const Icon = icon ?? (tone === 'ok' ? IconCircleCheck : IconAlertTriangle)
  return (
    <Group
      align="flex-start"
      wrap="nowrap"
      gap="sm"
      px="md"
      py="sm"
      {...root}
      role={role ?? (tone === 'bad' ? 'alert' : 'status')}
      className={`${classes.alert} ${className ?? ''}`}
      data-tone={tone}
    >
      <Icon size={20} aria-hidden />
      <div className={classes.text}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {onClose && <CloseButton aria-label="閉じる" onClick={onClose} />}
    </Group>
  )
}
