import { Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BusyButton } from './BusyButton.tsx'
import { CopyButton } from './CopyButton.tsx'
import classes from './states.module.css'
import text from './text.module.css'

export interface ErrorStateProps {
  /** What happened. */
  title: string
  /** What to do. */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** An alternative to the retry. */
  action?: ReactNode
  /** Shown as お問い合わせ番号; support finds the log line by it. */
  requestId?: string | null | undefined
}

/** Shown instead of content that failed to load: cause, advice, retry and request id. */
export function ErrorState(props: ErrorStateProps) {
  const { title, children, onRetry, retrying = false, action, requestId } = props
  return (
    <Stack align="center" gap="sm" px="md" py={48} ta="center" role="alert">
      <span className={classes.icon} data-tone="bad">
        <IconAlertTriangle size={28} stroke={1.5} aria-hidden />
      </span>
      <Title order={2}>{title}</Title>
      <Text component="div" c="dimmed" maw={480} className={text.phrases}>
        {children ??
          'しばらくしてから、もう一度お試しください。解消しない場合は、お問い合わせ番号を添えてご連絡ください。'}
      </Text>
      {onRetry && (
        <BusyButton leftSection={<IconRefresh size={17} />} onClick={onRetry} busy={retrying}>
          再試行
        </BusyButton>
      )}
      {action}
      {requestId && (
        <Text size="xs" c="dimmed">
          お問い合わせ番号：<code>{requestId}</code>
          <CopyButton value={requestId} label="お問い合わせ番号をコピー" />
        </Text>
      )}
    </Stack>
  )
}
