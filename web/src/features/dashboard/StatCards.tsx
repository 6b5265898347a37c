import type { DashboardStats } from '@kyc/contract/dashboard.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Flex, Group, Paper, Text } from '@mantine/core'
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
import text from '../../ui/text.module.css'
import classes from './dashboard.module.css'

export interface StatCardsProps {
  stats: DashboardStats
  /** False if the numbers are the zeros of a failed load (spec §8): the cards then claim nothing about them. */
  known: boolean
  readsAll: boolean
}

/** Counts, work to do first; each card links to the list that it counts. */
export function StatCards({ stats, known, readsAll }: StatCardsProps) {
  // Only admins get the link to the desk: auditors read the list and review nothing.
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
        unit="名"
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
    <Group component="span" gap={4} fw={700} c="yellow">
      <IconAlertTriangle size={15} aria-hidden />
      {limits.longWaitDays}日以上 {formatCount(count)}名
    </Group>
  )
}

function Rejected({ count, readsAll }: { count: number; readsAll: boolean }) {
  if (count === 0) return '再提出が必要な出演者はいません'
  if (readsAll) return '再提出を待っています'
  return (
    <Group component="span" gap={4} fw={700} c="yellow">
      <IconAlertTriangle size={15} aria-hidden />
      再提出が必要です
    </Group>
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
      <Flex
        component={AppLink}
        align="center"
        mih={44}
        fz="xs"
        fw={700}
        className={classes.act}
        href={act.href}
      >
        {act.label}
        <IconChevronRight size={15} aria-hidden />
      </Flex>
    </div>
  )
}

type CardLinkProps = Omit<StatCardProps, 'act'>

function CardLink({ title, icon: Icon, count, unit, href, link, first = false, children }: CardLinkProps) {
  return (
    <Paper
      component={AppLink}
      withBorder
      className={classes.card}
      href={href}
      data-first={first || undefined}
    >
      <Group component="h2" gap={6} c="dimmed" fz="sm" lh={1.5}>
        <Icon size={18} aria-hidden />
        {title}
      </Group>
      <Text lh={1.25} mt={4}>
        <Text span fz={30} fw={700} lh={1.25}>
          {formatBounded(count, limits.dashboardCountBound)}
        </Text>{' '}
        {unit}
      </Text>
      <Text component="div" size="xs" c="dimmed" className={text.phrases}>
        {children}
      </Text>
      <Group component="span" gap={0} mt="auto" fz="xs" fw={700} c="var(--app-accent-text)">
        {link}
        <IconChevronRight size={15} aria-hidden />
      </Group>
    </Paper>
  )
}
