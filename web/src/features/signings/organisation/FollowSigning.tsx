import { day } from '@kyc/contract/durations.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import {
  endedSigningStates,
  type SigningState,
  signingLimits,
  signingObstacleLabels,
} from '@kyc/contract/signing-vocabulary.ts'
import { remindOfSigning, revokeSigning } from '@kyc/contract/signings.ts'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import {
  IconBan,
  IconBell,
  IconFileCheck,
  IconFilePlus,
  IconMessage2,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { paths } from '../../../paths.ts'
import { useRefused } from '../../../session/EditRefusal.tsx'
import { ActDialog } from '../../../ui/ActDialog.tsx'
import { Alert } from '../../../ui/Alert.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { Answers } from './Answers.tsx'
import { Papers } from './Papers.tsx'
import { SendSigningDialog } from './SendSigningDialog.tsx'
import { refreshSignings } from './signing-queries.ts'
import { TalkDialog } from './TalkDialog.tsx'
import { Timeline } from './Timeline.tsx'

/** States in which the performer may still sign. */
const underWay: readonly SigningState[] = ['sent', 'opened', 'sheetReceived', 'read', 'question']

type Open = 'send' | 'talk' | 'remind' | 'revoke' | null

interface FollowSigningProps {
  signing: Signing
  name: string
  /** Prepares another draft, in place of this signing or after its end. */
  onPrepare: () => void
}

/** A signing with its acts: a draft to send, one under way, or one that has ended. */
export function FollowSigning({ signing, name, onPrepare }: FollowSigningProps) {
  const [open, setOpen] = useState<Open>(null)
  useReturnFocus(open !== null)
  const isDraft = signing.state === 'draft'
  const isOpen = underWay.includes(signing.state)
  return (
    <Stack gap="lg">
      {isDraft && (
        <Alert tone="neutral" role="presentation" icon={IconFileCheck} title="下書きを作成しました">
          契約書と説明書面を表示して、内容をご確認ください。送るまで、出演者には届きません。
        </Alert>
      )}
      {isOpen && <Obstacles signing={signing} onTalk={() => setOpen('talk')} />}
      <Answers signing={signing} mayAnswer={isOpen} />
      {!isDraft && (
        <Section title="進み具合" note={signing.email ? `送り先 ${signing.email}` : undefined}>
          <Timeline signing={signing} />
        </Section>
      )}
      <Section
        title="書面"
        note={isDraft ? '出演者が読むとおりに表示します' : undefined}
        action={
          signing.copyVersion !== null && (
            <AppLink href={paths.verifyContract()}>署名済みの契約書を検証</AppLink>
          )
        }
      >
        <Papers signing={signing} />
      </Section>
      <Acts signing={signing} isOpen={isOpen} onOpen={setOpen} onPrepare={onPrepare} />
      {open && <Dialogs open={open} signing={signing} name={name} onClose={() => setOpen(null)} />}
    </Stack>
  )
}

/** What stops the performer's signature now. */
function Obstacles({ signing, onTalk }: { signing: Signing; onTalk: () => void }) {
  const refused = useRefused()
  const { obstacles, signableFrom, expiresAt, talk } = signing
  return (
    <Section
      title="署名までに必要なこと"
      action={
        <Button
          variant={talk.done ? 'default' : 'filled'}
          leftSection={<IconMessage2 size={17} />}
          {...refused}
          onClick={onTalk}
        >
          {talk.done ? '説明の記録を変更' : '説明を記録'}
        </Button>
      }
    >
      <Stack p="md" gap="xs">
        {obstacles.length > 0 ? (
          <List>
            {obstacles.map((obstacle) => (
              <List.Item key={obstacle}>
                {signingObstacleLabels[obstacle]}
                {obstacle === 'waiting' && signableFrom !== null && (
                  <>
                    （<Timestamp at={signableFrom} />
                    から署名できます）
                  </>
                )}
              </List.Item>
            ))}
          </List>
        ) : (
          <p>出演者は署名できます。</p>
        )}
        {expiresAt && (
          <Text size="xs" c="dimmed">
            署名の期限：
            <Timestamp at={expiresAt} />
          </Text>
        )}
      </Stack>
    </Section>
  )
}

interface ActsProps {
  signing: Signing
  isOpen: boolean
  onOpen: (open: Open) => void
  onPrepare: () => void
}

function Acts({ signing, isOpen, onOpen, onPrepare }: ActsProps) {
  const refused = useRefused()
  const reminderId = useId()
  const button = (
    label: string,
    icon: ReactNode,
    onClick: () => void,
    look: object = { variant: 'default' },
  ) => (
    <Button key={label} size="md" leftSection={icon} {...refused} {...look} onClick={onClick}>
      {label}
    </Button>
  )
  const danger = { variant: 'outline', color: 'red' }
  if (signing.state === 'draft')
    return (
      <Group gap="sm" justify="flex-end">
        {button('下書きを削除', <IconTrash size={17} />, () => onOpen('revoke'), danger)}
        {button('内容を編集', <IconPencil size={17} />, onPrepare)}
        {button('送信へ進む', <IconSend size={17} />, () => onOpen('send'), {})}
      </Group>
    )
  if (isOpen) {
    const next = nextReminder(signing)
    return (
      <Group gap="sm" justify="flex-end">
        {next && (
          <Text id={reminderId} size="xs" c="dimmed">
            次の催促は、
            <Timestamp at={next} />
            から送れます。
          </Text>
        )}
        {button('依頼を取り消す', <IconBan size={17} />, () => onOpen('revoke'), danger)}
        {button('催促のメールを送る', <IconBell size={17} />, () => onOpen('remind'), {
          variant: 'default',
          ...(next && !refused.disabled && { disabled: true, 'aria-describedby': reminderId }),
        })}
      </Group>
    )
  }
  if (!endedSigningStates.some((state) => state === signing.state)) return null
  return (
    <Group gap="sm" justify="flex-end">
      {button('新しい依頼を作成', <IconFilePlus size={17} />, onPrepare)}
    </Group>
  )
}

/** When the next reminder may be sent; null if it may be now. */
function nextReminder({ remindedAt }: Signing): string | null {
  if (remindedAt === null) return null
  const next = new Date(Date.parse(remindedAt) + day / signingLimits.remindersPerDay)
  return next > new Date() ? next.toISOString() : null
}

interface DialogsProps {
  open: NonNullable<Open>
  signing: Signing
  name: string
  onClose: () => void
}

function Dialogs({ open, signing, name, onClose }: DialogsProps) {
  const queries = useQueryClient()
  const params = { id: signing.id }
  const done = (message: string) => async () => {
    await refreshSignings(queries)
    onClose()
    showToast(message)
  }
  switch (open) {
    case 'send':
      return <SendSigningDialog signing={signing} name={name} onClose={onClose} />
    case 'talk':
      return <TalkDialog signing={signing} onClose={onClose} />
    case 'remind':
      return (
        <ActDialog
          title="催促のメールを送りますか"
          confirm="送る"
          act={() => call(remindOfSigning, { params })}
          onDone={done('催促のメールを送りました')}
          onClose={onClose}
        >
          <p>{name}さんに、署名のページの新しいリンクを送ります。1日に1回まで送れます。</p>
          {signing.remindedAt && (
            <Text size="sm" c="dimmed" mt="xs">
              前回：
              <Timestamp at={signing.remindedAt} />
            </Text>
          )}
        </ActDialog>
      )
    case 'revoke':
      return signing.state === 'draft' ? (
        <ActDialog
          title="下書きを削除しますか"
          confirm="削除"
          danger
          act={() => call(revokeSigning, { params })}
          onDone={done('下書きを削除しました')}
          onClose={onClose}
        >
          入力した内容と、作成した書面は失われます。
        </ActDialog>
      ) : (
        <ActDialog
          title="署名の依頼を取り消しますか"
          confirm="取り消す"
          danger
          act={() => call(revokeSigning, { params })}
          onDone={done('署名の依頼を取り消しました')}
          onClose={onClose}
        >
          {name}さんは署名できなくなり、メールで知らされます。取り消したあとは、新しい依頼を作成できます。
        </ActDialog>
      )
  }
}
