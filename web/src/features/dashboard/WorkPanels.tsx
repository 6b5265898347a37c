import type { TablerIcon } from '@tabler/icons-react'
import { IconArrowBackUp, IconCalendarExclamation, IconClock } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import classes from './dashboard.module.css'
import { Panel } from './Panel.tsx'
import type { Work } from './use-work.ts'
import { dueLines, pendingLines, shownLines, type WorkLine } from './work-lines.ts'

const icons: Record<WorkLine['kind'], { icon: TablerIcon; tone: 'bad' | 'wait' }> = {
  resubmit: { icon: IconArrowBackUp, tone: 'bad' },
  expiring: { icon: IconCalendarExclamation, tone: 'wait' },
  pending: { icon: IconClock, tone: 'wait' },
}

/** What the owner of the records must do, and what waits for the review. */
export function WorkPanels({ work: { rejected, expiring, pending } }: { work: Work }) {
  const now = new Date()
  const due = rejected.data && expiring.data && dueLines(rejected.data.items, expiring.data.items, now)
  const more = [
    { label: '差し戻し', list: rejected, href: paths.performers({ status: 'rejected' }) },
    { label: '期限間近', list: expiring, href: paths.performers({ expiring: 'true' }) },
  ].filter(({ list: { data } }) => data && data.total > shownLines)
  return (
    <div className={classes.work}>
      <Panel
        title="対応が必要"
        side={more.map(({ label, href }) => (
          <AppLink key={label} className={classes.moreLink} href={href}>
            {label}をすべて見る
          </AppLink>
        ))}
      >
        <Lines
          lines={due}
          failed={rejected.isError || expiring.isError}
          none="対応が必要な出演者はいません"
        />
      </Panel>
      <Panel
        title="審査中"
        side={<AppLink href={paths.performers({ status: 'pending', sort: 'createdAt' })}>すべて見る</AppLink>}
      >
        <Lines
          lines={pending.data && pendingLines(pending.data.items, now)}
          failed={pending.isError}
          none="審査中の出演者はいません"
        />
      </Panel>
    </div>
  )
}

interface LinesProps {
  lines: readonly WorkLine[] | undefined
  failed: boolean
  none: string
}

function Lines({ lines, failed, none }: LinesProps) {
  if (!lines && failed) return <p className={classes.calm}>出演者情報を取得できませんでした</p>
  if (!lines) return <TextSkeleton lines={3} />
  if (lines.length === 0) return <p className={classes.calm}>{none}</p>
  return (
    <ul className={classes.lines}>
      {lines.map(({ key, kind, performer, text }) => {
        const { icon: Icon, tone } = icons[kind]
        return (
          <li key={key}>
            <span className={classes.lineIcon} data-tone={tone}>
              <Icon size={18} aria-hidden />
            </span>
            <p>
              <AppLink href={paths.performer(performer.id)}>{performer.name}</AppLink>
            </p>
            <span className={classes.lineNote} data-tone={kind === 'resubmit' ? tone : undefined}>
              {text}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
