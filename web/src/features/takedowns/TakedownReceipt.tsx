import { takedownWayLabels } from '@kyc/contract/takedown-vocabulary.ts'
import type { Takedown } from '@kyc/contract/takedowns.ts'
import { Box, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { formatDate } from '../../ui/format.ts'
import { Section } from '../../ui/Section.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { Message } from '../inquiries/Message.tsx'
import { businessDaysOf, dueText, dueTimeText, kindText } from './takedown-text.ts'

/** What was received, when it is due, and how it was decided. */
export function TakedownReceipt({ takedown, now }: { takedown: Takedown; now: Date }) {
  const { readsAll } = useSession()
  const { kind, way, performer, sentOn, receivedAt, contact, reason } = takedown
  const facts: (readonly [string, ReactNode])[] = [
    ['種類', kindText(kind)],
    ['届いた方法', takedownWayLabels[way]],
    ...(performer
      ? [
          [
            '出演者',
            <AppLink key="performer" href={paths.performer(performer.id)}>
              {performer.name}
            </AppLink>,
          ] as const,
        ]
      : []),
    ...(readsAll ? [['連絡先', contact ?? <Missing key="contact">記載なし</Missing>] as const] : []),
    ['送信された日', sentOn ? formatDate(sentOn) : <Missing key="sent">不明</Missing>],
    ['受け取った日時', <Timestamp key="received" at={receivedAt} />],
    ...dueFacts(takedown, now),
    ...decided('確認', takedown.confirmedAt, takedown.confirmedBy),
    ...decided(takedown.state === 'unfounded' ? '理由なし' : '完了', takedown.closedAt, takedown.closedBy),
  ]
  return (
    <Section title="受け付けた内容">
      <Box p="md">
        <Facts facts={facts} />
        <Title order={3} mt="md" mb="xs">
          申し出の内容
        </Title>
        {way === 'form' && (
          <Text size="xs" c="dimmed" mb="xs">
            1行目は、フォームに入力された作品のタイトル、品番またはURLです。
          </Text>
        )}
        {takedown.text ? (
          <Message>{takedown.text}</Message>
        ) : (
          <Text c="dimmed">記載がないか、表示できません。</Text>
        )}
        {reason && (
          <>
            <Title order={3} mb="xs">
              理由なしとした理由
            </Title>
            <Message>{reason}</Message>
          </>
        )}
      </Box>
    </Section>
  )
}

/** When it is due. Business days have two meanings: without weekends, by which work is ordered, or holidays too. */
function dueFacts({ kind, dueAt, dueWithHolidaysAt, closedAt }: Takedown, now: Date) {
  const days = businessDaysOf(kind)
  const left = closedAt === null && `（${dueText(dueAt, now)}）`
  const first = (
    <span key="due">
      {dueTimeText(kind, dueAt)}
      {left}
    </span>
  )
  if (days === null || dueWithHolidaysAt === null) return [['期限', first] as const]
  return [
    [`期限（${days}営業日、土日を除く）`, first],
    [`期限（${days}営業日、祝日も除く）`, dueTimeText(kind, dueWithHolidaysAt)],
  ] as const
}

function decided(name: string, at: string | null, by: string | null) {
  if (at === null) return []
  return [
    [
      name,
      <span key={name}>
        <Timestamp at={at} />
        {by && `（${by}）`}
      </span>,
    ] as const,
  ]
}

function Missing({ children }: { children: string }) {
  return <span className={text.missing}>{children}</span>
}
