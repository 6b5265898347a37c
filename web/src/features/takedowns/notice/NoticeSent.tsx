import { type Clock, type TakedownKind, takedownKinds } from '@kyc/contract/takedown-vocabulary.ts'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import classes from './Notice.module.css'
import type { NoticeTexts } from './texts-ja.ts'

/** What was sent: the number of the receipt, and the kind for what happens next. */
export interface SentNotice {
  readonly number: string
  readonly kind: TakedownKind
}

interface NoticeSentProps {
  sent: SentNotice
  texts: NoticeTexts
  onAgain: () => void
}

/** The receipt, which is shown once. Takes the focus that the removed form had. */
export function NoticeSent({ sent: { number, kind }, texts, onAgain }: NoticeSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const { clock }: { clock: Clock } = takedownKinds[kind]
  return (
    <Stack w="100%" maw={560} mx="auto">
      <Title ref={heading} tabIndex={-1}>
        <Group component="span" gap="xs" wrap="nowrap">
          <IconCircleCheck size={24} color="var(--app-ok-text)" aria-hidden />
          {texts.sentTitle}
        </Group>
      </Title>
      <Stack className={classes.card} gap="xs">
        <Text size="xs" c="dimmed" id="takedown-number">
          {texts.number}
        </Text>
        <output className={classes.number} aria-labelledby="takedown-number">
          {number}
        </output>
        <Group gap="sm">
          <CopyButton
            worded
            value={number}
            label={texts.copy}
            outcomes={{ copied: texts.copied, failed: texts.copyFailed }}
          />
        </Group>
        <Text>{texts.keep}</Text>
      </Stack>
      <Stack className={classes.card} gap="xs">
        <Title order={2}>{texts.nextTitle}</Title>
        <ol className={classes.next}>
          {texts.next('hours' in clock ? clock.hours : clock.businessDays * 24).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </Stack>
      <Group>
        <Button variant="default" onClick={onAgain}>
          {texts.again}
        </Button>
      </Group>
    </Stack>
  )
}
