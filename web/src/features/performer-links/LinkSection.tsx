import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import {
  type PerformerConsent,
  type PerformerLink,
  statedDetailsText,
} from '@kyc/contract/performer-link-progress.ts'
import { getPerformerLink, revokePerformerLink } from '@kyc/contract/performer-links.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { callQuery } from '../../api/queries.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { needLabels } from '../../ui/need.ts'
import { Section } from '../../ui/Section.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { showToast } from '../../ui/toast.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useSubmitRefused } from '../documents/closed-case.ts'
import { needOf } from '../documents/document-need.ts'
import classes from './LinkSection.module.css'
import { hasOpenSlot, isUsable, linkStates, refreshLink } from './link-queries.ts'
import { SendLinkDialog } from './SendLinkDialog.tsx'

export interface LinkSectionProps {
  performer: Performer
  /** The newest version of each slot; undefined until they are known. */
  documents: readonly PerformerDocument[] | undefined
}

/** The performer's own link with its progress, and the consents given (D66). Empty if there is nothing to request or show. */
export function LinkSection({ performer, documents }: LinkSectionProps) {
  const queries = useQueryClient()
  const refused = useRefused()
  const submitRefused = useSubmitRefused()
  const [open, setOpen] = useState<'send' | 'revoke' | null>(null)
  useReturnFocus(open !== null)
  const { data } = useQuery(callQuery(getPerformerLink, { params: { id: performer.id } }))
  if (!data || !documents) return null
  const { link, consents } = data
  const requestable = hasOpenSlot(documents, performer.idKind)
  if (!link && consents.length === 0 && !requestable) return null
  const usable = link !== null && isUsable(link)
  const close = () => setOpen(null)
  return (
    <Section
      title="本人からの提出"
      action={
        <Group gap="xs">
          {usable && (
            <Button variant="default" {...refused} onClick={() => setOpen('revoke')}>
              取り消す
            </Button>
          )}
          {requestable && (
            <Button
              variant="default"
              leftSection={<IconDeviceMobile size={17} />}
              {...submitRefused}
              onClick={() => setOpen('send')}
            >
              {usable ? 'もう一度送る' : '本人に提出してもらう'}
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="sm" p="md">
        {link ? (
          <Progress link={link} />
        ) : (
          <Text size="xs" c="dimmed">
            書類を出演者本人のスマートフォンから提出してもらえます。画像をチャットなどで受け取る必要はありません。
          </Text>
        )}
        {consents.map((consent) => (
          <Consent key={consent.at} consent={consent} />
        ))}
      </Stack>
      {open === 'send' && <SendLinkDialog performer={performer} replaces={usable} onClose={close} />}
      {open === 'revoke' && (
        <ActDialog
          title="リンクを取り消しますか"
          confirm="取り消す"
          danger
          act={() => call(revokePerformerLink, { params: { id: performer.id } })}
          onDone={async () => {
            await refreshLink(queries)
            close()
            showToast('リンクを取り消しました')
          }}
          onClose={close}
        >
          出演者本人は、提出を続けられなくなります。提出済みの書類はそのまま残ります。
        </ActDialog>
      )}
    </Section>
  )
}

/** What the performer has done so far. */
function Progress({ link }: { link: PerformerLink }) {
  const { label, tone } = linkStates[link.state]
  const steps = [
    ['リンクの作成', link.createdAt],
    ['リンクを開く', link.openedAt],
    ['同意', link.consentedAt],
    ['氏名と生年月日の入力', link.statedAt],
    ['提出完了', link.doneAt],
  ] as const
  return (
    <>
      <Group gap="4px 12px">
        <StateBadge tone={tone}>{label}</StateBadge>
        <Text span size="xs" c="dimmed">
          {link.email && `${link.email}・`}
          {isUsable(link) && (
            <>
              <Timestamp at={link.expiresAt} />
              まで有効
            </>
          )}
        </Text>
      </Group>
      {link.differs.length > 0 && (
        <Alert
          tone="wait"
          role="status"
          title={`本人が入力した${statedDetailsText(link.differs)}は、登録と異なります`}
        >
          本人に確認し、違っている方を直してください。本人は、リンクの画面で入力し直せます。
        </Alert>
      )}
      <SimpleGrid component="ul" minColWidth="240px" spacing="lg" verticalSpacing={4} aria-label="進み具合">
        {steps.map(([name, at]) => (
          <Item key={name} name={name} done={at !== null}>
            {at && <Timestamp at={at} />}
          </Item>
        ))}
        {link.documents.map(({ type, required, submitted }) => (
          <Item key={type} name={documentTypeLabels[type]} done={submitted}>
            {submitted ? '提出済み' : `未提出・${needLabels[required ? 'required' : needOf(type)]}`}
          </Item>
        ))}
      </SimpleGrid>
    </>
  )
}

function Item({ name, done, children }: { name: string; done: boolean; children: ReactNode }) {
  return (
    <Group component="li" mod={{ done }} gap="xs" wrap="nowrap" c={done ? 'var(--app-text)' : 'dimmed'}>
      {done ? (
        <IconCircleCheck size={18} color="var(--app-ok-text)" aria-hidden />
      ) : (
        <IconCircleDashed size={18} color="var(--app-text-3)" aria-hidden />
      )}
      <span>{name}</span>
      <Text span size="xs" c="dimmed" ml="auto">
        {children}
      </Text>
    </Group>
  )
}

const languageNames = { ja: '日本語', en: '英語' } as const
const deliveries = { mail: 'メールで送ったリンク', code: 'QRコードで見せたリンク' } as const

/** The stored wording, as the performer saw it. */
function Consent({ consent: { at, version, language, wording, delivery } }: { consent: PerformerConsent }) {
  return (
    <details>
      <summary className={classes.summary}>
        本人の同意：
        <Timestamp at={at} />（{languageNames[language]}、第{version}版
        {delivery && `、${deliveries[delivery]}`}）
      </summary>
      <Text
        lang={language}
        size="xs"
        mt="xs"
        px="md"
        py="sm"
        bdrs="sm"
        bg="var(--app-raise)"
        className={text.lines}
      >
        {wording}
      </Text>
    </details>
  )
}
