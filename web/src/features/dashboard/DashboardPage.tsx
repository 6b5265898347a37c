import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { IconPlus, IconRefresh } from '../../ui/icons.ts'
import { Alert } from '../../ui/mantine/Alert.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { ActivityList } from './ActivityList.tsx'
import { BacklogChart } from './BacklogChart.tsx'
import { DecisionsChart } from './DecisionsChart.tsx'
import classes from './dashboard.module.css'
import { FunnelPanel } from './FunnelPanel.tsx'
import { StatCards } from './StatCards.tsx'
import { useDashboard } from './use-dashboard.ts'

const failure = '統計情報の取得に失敗しました'

/** ダッシュボード (spec §2, D54): work to do, then charts, then recent activity. */
export function DashboardPage() {
  const dashboard = useDashboard()
  const { stats, charts, isAdmin, refreshing, refresh } = dashboard
  return (
    <>
      <PageHeader
        title="ダッシュボード"
        actions={
          <>
            {dashboard.updatedAt && (
              <span className={classes.asOf}>{formatDateTime(dashboard.updatedAt)} 時点</span>
            )}
            <Button
              variant="default"
              leftSection={<IconRefresh size={17} />}
              onClick={refresh}
              loading={refreshing}
            >
              更新
            </Button>
            <Button component={AppLink} href={paths.addPerformer()} leftSection={<IconPlus size={17} />}>
              出演者を登録
            </Button>
          </>
        }
      />
      {dashboard.failed && stats && (
        <Alert color="red" role="alert" mb={16}>
          {failure}
        </Alert>
      )}
      {dashboard.failed && !stats && (
        <div className={classes.panel}>
          <ErrorState
            title={failure}
            onRetry={refresh}
            retrying={refreshing}
            requestId={dashboard.requestId}
          />
        </div>
      )}
      {!dashboard.failed && !stats && <CardsSkeleton cards={isAdmin ? 4 : 3} height={138} />}
      {stats && <StatCards stats={stats} isAdmin={isAdmin} />}
      {isAdmin && !charts && !dashboard.chartsFailed && stats && (
        <CardsSkeleton cards={2} height={264} minWidth={400} />
      )}
      {isAdmin && charts && (
        <div className={classes.charts}>
          <BacklogChart backlog={charts.backlog} />
          <DecisionsChart days={charts.days} />
        </div>
      )}
      {isAdmin && dashboard.chartsFailed && (
        <Alert color="red" role="alert" mb={16}>
          グラフを表示できませんでした。「更新」でもう一度お試しください。
        </Alert>
      )}
      {stats && (
        <div className={isAdmin ? classes.lastRow : undefined}>
          <ActivityList activity={stats.recentActivity} />
          {isAdmin && <FunnelPanel data={dashboard.funnel} failed={dashboard.funnelFailed} />}
        </div>
      )}
    </>
  )
}
