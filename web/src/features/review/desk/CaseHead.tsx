import { second } from '@kyc/contract/durations.ts'
import type { ReviewCaseDetail, ReviewClaim } from '@kyc/contract/review.ts'
import { ActionIcon, Button } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { IconChevronDown, IconChevronUp, IconEye, IconLock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { paths } from '../../../paths.ts'
import { useSession } from '../../../session/use-session.ts'
import { ActDialog } from '../../../ui/ActDialog.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import type { CaseActs } from './CaseView.tsx'
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
    <header className={classes.caseHead}>
      <Button className={classes.openQueue} variant="default" onClick={acts.onQueue}>
        審査待ち
      </Button>
      <h2>
        <AppLink href={paths.performer(performer.id)} title="出演者の詳細を開く">
          {performer.lastName} {performer.firstName}
        </AppLink>
      </h2>
      <span className={classes.caseFacts}>
        {performer.lastNameRoman} {performer.firstNameRoman}
        {since && `・${formatDateTime(since)} 提出`}
      </span>
      <span className={classes.caseActs}>
        {claim && <ClaimBadge claim={claim} onTakeOver={onTakeOver} />}
        <Turn icon={IconChevronUp} label="前の出演者" letter="K" onClick={acts.onPrevious} />
        <Turn icon={IconChevronDown} label="次の出演者" letter="J" onClick={acts.onNext} />
      </span>
    </header>
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
      <span className={classes.claim} data-held>
        <IconLock size={16} aria-hidden />
        {claim.by}さんが審査中
      </span>
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
    <span className={classes.claim} role="timer">
      <IconEye size={16} aria-hidden />
      自分が審査中 残り{remainingText(until, now)}
    </span>
  )
}
