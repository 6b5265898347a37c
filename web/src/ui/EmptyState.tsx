import { Button, Stack, Text, Title } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { IconInbox, IconZoomExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import classes from './states.module.css'
import text from './text.module.css'

export interface EmptyStateProps {
  title: string
  /** Explains the place and what is needed. */
  children?: ReactNode
  /** The button that adds the first item. */
  action?: ReactNode
  icon?: TablerIcon
}

/** Shown instead of an empty list: its purpose and the action that fills it. */
export function EmptyState({ title, children, action, icon: Icon = IconInbox }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" px="md" py={48} ta="center">
      <span className={classes.icon}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <Title order={2}>{title}</Title>
      {children && (
        <Text component="div" c="dimmed" maw={480} className={text.phrases}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}

export interface NoMatchProps extends Omit<EmptyStateProps, 'action'> {
  /** The list without the conditions. */
  href: string
}

/** Shown instead of a list whose search or filter matches nothing. */
export function NoMatch({ href, icon = IconZoomExclamation, ...state }: NoMatchProps) {
  return (
    <EmptyState
      icon={icon}
      {...state}
      action={
        <Button component={AppLink} href={href} variant="default">
          絞り込みを解除
        </Button>
      }
    />
  )
}
