import type { Signing } from '@kyc/contract/signing-schema.ts'
import { signingStateLabels } from '@kyc/contract/signing-vocabulary.ts'
import { Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'

/** The acts of both parties in their order, done or still to come. */
export function Timeline({ signing }: { signing: Signing }) {
  const { createdAt, createdBy, sentAt, sentBy, openedAt, talk, sheetReceivedAt } = signing
  const { readAt, signedAt, copyVersion, copyReceivedAt, endedAt, state } = signing
  const isOver = state === 'refused' || state === 'revoked' || state === 'expired'
  const acts: [name: string, done: boolean, when: ReactNode, who: string | null][] = [
    ['下書きの作成', true, <Timestamp key="at" at={createdAt} />, createdBy],
    ['送信（制作者の署名）', sentAt !== null, sentAt && <Timestamp key="at" at={sentAt} />, sentBy],
    ['ページを開く', openedAt !== null, openedAt && <Timestamp key="at" at={openedAt} />, '出演者'],
    [
      '契約の説明',
      talk.done,
      `${formatDate(talk.on)}${talk.done ? '' : '（予定）'}${talk.minutes === null ? '' : `・${talk.minutes}分`}`,
      talk.by,
    ],
    [
      '説明書面の受領',
      sheetReceivedAt !== null,
      sheetReceivedAt && <Timestamp key="at" at={sheetReceivedAt} />,
      '出演者',
    ],
    ['契約書の読了', readAt !== null, readAt && <Timestamp key="at" at={readAt} />, '出演者'],
    ['署名', signedAt !== null, signedAt && <Timestamp key="at" at={signedAt} />, '出演者'],
    [
      '写しの作成',
      copyVersion !== null,
      copyVersion !== null && (
        <AppLink key="at" href={paths.video(signing.videoId, { tab: 'contracts' })}>
          契約書のファイル 第{copyVersion}版
        </AppLink>
      ),
      null,
    ],
    [
      '写しの受領',
      copyReceivedAt !== null,
      copyReceivedAt && <Timestamp key="at" at={copyReceivedAt} />,
      '出演者',
    ],
  ]
  const shown = isOver ? acts.filter(([, done]) => done) : acts
  return (
    <Stack component="ol" gap="xs" p="md" aria-label="進み具合">
      {shown.map(([name, done, when, who]) => (
        <Act key={name} icon={done ? 'done' : 'open'} name={name} when={when} who={done ? who : null} />
      ))}
      {isOver && (
        <Act
          icon="over"
          name={signingStateLabels[state]}
          when={endedAt && <Timestamp at={endedAt} />}
          who={state === 'refused' ? '出演者' : null}
        />
      )}
    </Stack>
  )
}

const icons = {
  done: <IconCircleCheck size={18} color="var(--app-ok-text)" aria-hidden />,
  open: <IconCircleDashed size={18} color="var(--app-text-3)" aria-hidden />,
  over: <IconCircleX size={18} color="var(--app-text-2)" aria-hidden />,
}

interface ActProps {
  icon: keyof typeof icons
  name: string
  when: ReactNode
  who: string | null
}

function Act({ icon, name, when, who }: ActProps) {
  return (
    <Group
      component="li"
      gap="0 8px"
      wrap="nowrap"
      align="flex-start"
      c={icon === 'open' ? 'dimmed' : 'var(--app-text)'}
    >
      <span style={{ flex: 'none', paddingTop: 3 }}>{icons[icon]}</span>
      <Group gap="0 16px" flex={1} justify="space-between">
        <span>{name}</span>
        <Text span size="xs" c="dimmed">
          {when || '未完了'}
          {when && who && `・${who}`}
        </Text>
      </Group>
    </Group>
  )
}
