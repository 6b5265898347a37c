import { Box, Paper, Stack, Text } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { ofOrganisation } from '../../session/OrganisationGate.tsx'
import { useRegisterRefusal } from '../../session/use-organisations.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RefetchFailed } from '../../ui/RefetchFailed.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { InvitationNotice } from '../organisations/InvitationNotice.tsx'
import { SealedNotice } from '../performers/sealed/SealedNotice.tsx'
import { ActivityList } from './ActivityList.tsx'
import { BacklogChart } from './BacklogChart.tsx'
import { DecisionsChart } from './DecisionsChart.tsx'
import { DueVideos } from './DueVideos.tsx'
import classes from './dashboard.module.css'
import { FirstDay } from './FirstDay.tsx'
import { FunnelPanel } from './FunnelPanel.tsx'
import { Highlights } from './Highlights.tsx'
import { OpenTakedowns } from './OpenTakedowns.tsx'
import { OverdueRequests } from './OverdueRequests.tsx'
import { StatCards } from './StatCards.tsx'
import { useDashboard } from './use-dashboard.ts'
import { WeeksChart } from './WeeksChart.tsx'
import { WorkPanels } from './WorkPanels.tsx'

const failure = '統計情報の取得に失敗しました'

/** ダッシュボード (spec §2, D54): work to do, charts for admins and auditors, then recent changes. */
export const DashboardPage = ofOrganisation(Dashboard)

function Dashboard() {
  const dashboard = useDashboard()
  const { stats, charts, readsAll, showsCharts, refreshing, refresh } = dashboard
  const refusal = useRegisterRefusal()
  // After a failed load, the zeros do not mean that there are no performers.
  const isNew = !readsAll && !dashboard.failed && stats?.totalPerformers === 0
  return (
    <>
      <Box pos="relative">
        <PageHeader
          title="ダッシュボード"
          badge={
            dashboard.updatedAt && (
              <Text span size="xs" c="dimmed" className={classes.asOf}>
                {formatDateTime(dashboard.updatedAt)} 時点
              </Text>
            )
          }
          actions={
            <>
              <BusyButton
                className={classes.refresh}
                variant="default"
                leftSection={<IconRefresh size={17} />}
                onClick={refresh}
                busy={refreshing}
                aria-label="更新"
              >
                更新
              </BusyButton>
              <GuardedButton
                href={paths.addPerformer()}
                refusal={refusal}
                leftSection={<IconPlus size={17} />}
              >
                出演者を登録
              </GuardedButton>
            </>
          }
        />
      </Box>
      <InvitationNotice />
      {stats && <Highlights />}
      <OrganisationChip />
      <RefetchFailed query={dashboard.refetched} />
      {dashboard.failed && stats && <Alert mb={16}>{failure}</Alert>}
      {dashboard.failed && !stats && (
        <Paper withBorder>
          <ErrorState
            title={failure}
            onRetry={refresh}
            retrying={refreshing}
            requestId={dashboard.requestId}
          />
        </Paper>
      )}
      {!dashboard.failed && !stats && (
        // As high as the screen: otherwise the footer would be in view during the load and then move down.
        <Box mih="100vh">
          <CardsSkeleton cards={4} height={138} />
        </Box>
      )}
      {stats && stats.sealedEnding !== null && <SealedNotice ending={stats.sealedEnding} />}
      {stats && <OpenTakedowns open={stats.openTakedowns} overdue={stats.overdueTakedowns} />}
      {stats && <OverdueRequests count={stats.overdueRequests} />}
      {stats && isNew && <FirstDay />}
      {stats && !isNew && <StatCards stats={stats} known={!dashboard.failed} readsAll={readsAll} />}
      {!readsAll && !isNew && (stats || dashboard.failed) && <WorkPanels work={dashboard.work} />}
      {stats && !isNew && <DueVideos videos={dashboard.dueVideos} />}
      {showsCharts && !charts && !dashboard.chartsFailed && stats && (
        <CardsSkeleton cards={2} height={264} minWidth={400} />
      )}
      {showsCharts && charts && (
        <div className={classes.charts}>
          <BacklogChart backlog={charts.backlog} />
          <DecisionsChart days={charts.days} time={charts.decisionTime} />
        </div>
      )}
      {showsCharts && dashboard.chartsFailed && (
        <Alert mb={16}>グラフを表示できませんでした。「更新」でもう一度お試しください。</Alert>
      )}
      {stats && (
        <div className={showsCharts ? classes.lastRow : undefined}>
          <ActivityList activity={stats.recentActivity} known={!dashboard.failed} />
          {showsCharts && (
            <Stack>
              {charts && <WeeksChart weeks={charts.weeks} />}
              <FunnelPanel data={dashboard.funnel} failed={dashboard.funnelFailed} />
            </Stack>
          )}
        </div>
      )}
    </>
  )
}
