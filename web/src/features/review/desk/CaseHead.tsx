import { second } from '@kyc/contract/durations.ts'
import type { ReviewCaseDetail, ReviewClaim } from '@kyc/contract/review.ts'
import { ActionIcon, Button, Group, Text, Title } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { IconChevronDown, IconChevronUp, IconEye, IconLock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { paths } from '../../../paths.ts'
import { useSession } from '../../../session/use-session.ts'
import { ActDialog } from '../../../ui/ActDialog.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import type { CaseActs } from './case-acts.ts'
import { remainingText } from './queue.ts'
import classes from './review.module.css'

export interface CaseHeadProps {
  detail: ReviewCaseDetail
  acts: Pick<CaseActs, 'onNext' | 'onPrevious' | 'onQueue'>
  onTakeOver: () => Promise<unknown>
}

/** Whose case it is, who reviews it, and the way to the cases before and after it. */
export function CaseHead({ detail, acts, onTakeOver }: CaseHeadProps) {
  const { performer, documents, claim } = detail
  const waiting = documents.filter(({ status }) => status === 'pending')
  const since = waiting.map(({ uploaded_at }) => uploaded_at).sort()[0]
  return (
    <Group component="header" className={classes.head} gap="xs" pl="md">
      <Button hiddenFrom="lg" variant="default" onClick={acts.onQueue}>
        審査待ち
      </Button>
      <Title order={2} className={classes.name}>
        <AppLink href={paths.performer(performer.id)} title="出演者の詳細を開く">
          {performer.lastName} {performer.firstName}
        </AppLink>
      </Title>
      <Text className={classes.facts} miw={0} fz="xs" c="dimmed" truncate>
        {performer.lastNameRoman} {performer.firstNameRoman}
        {since && `・${formatDateTime(since)} 提出`}
      </Text>
      <Group gap={4} ml="auto" flex="none" wrap="nowrap">
        {claim && <ClaimBadge claim={claim} onTakeOver={onTakeOver} />}
        <Turn icon={IconChevronUp} label="前の出演者" letter="K" onClick={acts.onPrevious} />
        <Turn icon={IconChevronDown} label="次の出演者" letter="J" onClick={acts.onNext} />
      </Group>
    </Group>
  )
}

interface TurnProps {
  icon: TablerIcon
  label: string
  letter: string
  /** Absent if there is no such case. */
  onClick: (() => void) | undefined
}

function Turn({ icon: Icon, label, letter, onClick }: TurnProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={label}
      aria-keyshortcuts={letter}
      title={`${label}（${letter}）`}
      disabled={!onClick}
      onClick={onClick}
    >
      <Icon size={20} />
    </ActionIcon>
  )
}

function ClaimBadge({ claim, onTakeOver }: { claim: ReviewClaim; onTakeOver: () => Promise<unknown> }) {
  const { isSuperadmin } = useSession()
  const [asking, setAsking] = useState(false)
  if (claim.mine) return <OwnClaim until={claim.until} />
  return (
    <>
      <StateBadge tone="neutral" icon={IconLock}>{`${claim.by}さんが審査中`}</StateBadge>
      {isSuperadmin && (
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          引き継ぐ
        </Button>
      )}
      {asking && (
        <ActDialog
          title="審査を引き継ぐ"
          confirm="引き継ぐ"
          act={onTakeOver}
          onDone={() => setAsking(false)}
          failed={(reason) => `審査を引き継げませんでした。${reason}`}
          onClose={() => setAsking(false)}
        >
          {claim.by}
          さんは審査を続けられなくなります。引き継いだことは監査ログに残ります。
        </ActDialog>
      )}
    </>
  )
}

function OwnClaim({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  return (
    <Group className={classes.claim} gap={6} mr={4} fz="xs" fw={700} wrap="nowrap" role="timer">
      <IconEye size={16} aria-hidden />
      自分が審査中 残り{remainingText(until, now)}
    </Group>
  )
}
