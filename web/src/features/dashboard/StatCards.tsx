import type { DashboardStats } from '@kyc/contract/dashboard.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { TablerIcon } from '@tabler/icons-react'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCalendarExclamation,
  IconChevronRight,
  IconFileSearch,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatBounded, formatCount } from '../../ui/format.ts'
import classes from './dashboard.module.css'

export interface StatCardsProps {
  stats: DashboardStats
  /** False if the numbers are the zeros of a failed load (spec §8): the cards then claim nothing about them. */
  known: boolean
  readsAll: boolean
}

/** Counts, work to do first; each card links to the list that it counts. */
export function StatCards({ stats, known, readsAll }: StatCardsProps) {
  // Auditors read the list and review nothing.
  const { isAdmin } = useSession()
  const note = (text: ReactNode) => (known ? text : '件数を取得できませんでした')
  return (
    <div className={classes.cards}>
      {readsAll && (
        <StatCard
          title="審査待ち"
          icon={IconFileSearch}
          count={stats.pendingVerification}
          unit="名"
          href={paths.performers({ status: 'pending' })}
          link="一覧を見る"
          act={isAdmin && { href: paths.review(), label: '審査をはじめる' }}
          first
        >
          {note(<Waiting count={stats.waitingLong} />)}
        </StatCard>
      )}
      <StatCard
        title={readsAll ? '差し戻し中' : '再提出'}
        icon={IconArrowBackUp}
        count={stats.rejectedPerformers}
        unit="件"
        href={paths.performers({ status: 'rejected' })}
        link={readsAll ? '一覧を見る' : '該当する出演者を見る'}
        first={!readsAll && stats.rejectedPerformers > 0}
      >
        {note(<Rejected count={stats.rejectedPerformers} readsAll={readsAll} />)}
      </StatCard>
      <StatCard
        title="期限間近"
        icon={IconCalendarExclamation}
        count={stats.expiringDocuments}
        unit="件"
        href={paths.performers({ expiring: 'true' })}
        link="該当する出演者を見る"
      >
        {note(`期限切れ・${limits.expiringDays}日以内に期限の書類`)}
      </StatCard>
      {!readsAll && (
        <StatCard
          title="審査中"
          icon={IconFileSearch}
          count={stats.pendingVerification}
          unit="名"
          href={paths.performers({ status: 'pending', sort: 'createdAt' })}
          link="一覧を見る"
        >
          {note(stats.pendingVerification === 0 ? '審査中の出演者はいません' : '審査の結果をお待ちください')}
        </StatCard>
      )}
      <StatCard
        title="登録出演者数"
        icon={IconUsers}
        count={stats.totalPerformers}
        unit="名"
        href={paths.performers()}
        link="一覧を見る"
      >
        {note(`承認済み ${formatCount(stats.activePerformers)}名`)}
      </StatCard>
    </div>
  )
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return `${limits.longWaitDays}日以上お待たせしている審査はありません`
  return (
    <span className={classes.late}>
      <IconAlertTriangle size={15} aria-hidden />
      {limits.longWaitDays}日以上 {formatCount(count)}件
    </span>
  )
}

function Rejected({ count, readsAll }: { count: number; readsAll: boolean }) {
  if (count === 0) return '再提出が必要な出演者はいません'
  if (readsAll) return '再提出を待っています'
  return (
    <span className={classes.late}>
      <IconAlertTriangle size={15} aria-hidden />
      再提出が必要です
    </span>
  )
}

interface StatCardProps {
  title: string
  icon: TablerIcon
  count: number
  unit: string
  href: string
  link: string
  first?: boolean
  /** A second link, to where the counted work is done. */
  act?: { href: string; label: string } | false
  children: ReactNode
}

function StatCard({ act, ...card }: StatCardProps) {
  if (!act) return <CardLink {...card} />
  return (
    <div className={classes.withAct}>
      <CardLink {...card} />
      <AppLink className={classes.act} href={act.href}>
        {act.label}
        <IconChevronRight size={15} aria-hidden />
      </AppLink>
    </div>
  )
}

type CardLinkProps = Omit<StatCardProps, 'act'>

function CardLink({ title, icon: Icon, count, unit, href, link, first = false, children }: CardLinkProps) {
  return (
    <AppLink className={classes.card} href={href} data-first={first || undefined}>
      <h2 className={classes.cardTitle}>
        <Icon size={18} aria-hidden />
        {title}
      </h2>
      <p className={classes.number}>
        <b>{formatBounded(count, limits.dashboardCountBound)}</b> {unit}
      </p>
      <p className={classes.note}>{children}</p>
      <span className={classes.more}>
        {link}
        <IconChevronRight size={15} aria-hidden />
      </span>
    </AppLink>
  )
}
