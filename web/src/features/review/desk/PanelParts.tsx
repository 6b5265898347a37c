import { Button, Group, Kbd, Text, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './review.module.css'

export interface PanelHeadProps {
  title: string
  left: number
}

/** Names the document of the decision. Takes the focus if it was in the previous document or case, which is gone. */
export function PanelHead({ title, left }: PanelHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement?.matches('body, main')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Group className={classes.head} justify="space-between" px="md">
      <Title order={2} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      <Text span fz="xs" c="dimmed">
        {left > 0 ? `残り${left}件` : '審査待ちなし'}
      </Text>
    </Group>
  )
}

/** Opens the next case; only in the bar of phones. */
export function NextButton({ onNext }: { onNext: (() => void) | undefined }) {
  return (
    <Button
      hiddenFrom="sm"
      variant="default"
      size="md"
      rightSection={<IconChevronRight size={17} />}
      disabled={!onNext}
      onClick={onNext}
    >
      次へ
    </Button>
  )
}

const hints = [
  { keys: ['D'], label: '日付' },
  { keys: ['J', 'K'], label: '次・前' },
  { keys: ['1–7'], label: '書類' },
  { keys: ['?'], label: '一覧' },
] as const

/** The most important keys; `?` lists all. */
export function KeyHelp() {
  return (
    <Group
      className={classes.hints}
      justify="space-between"
      gap={0}
      wrap="nowrap"
      px="md"
      pb={10}
      fz="xs"
      c="dimmed"
      visibleFrom="sm"
      aria-hidden
    >
      {hints.map(({ keys, label }) => (
        <Group key={label} component="span" gap={4} wrap="nowrap" style={{ whiteSpace: 'nowrap' }}>
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {label}
        </Group>
      ))}
    </Group>
  )
}
