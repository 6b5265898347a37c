import { analyticsFunnel } from '@kyc/contract/analytics.ts'
import { type DashboardStats, dashboardCharts, dashboardStats, zeroStats } from '@kyc/contract/dashboard.ts'
import { listDueVideos } from '@kyc/contract/readiness.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { callQuery } from '../../api/queries.ts'
import { useConfigPending } from '../../api/use-config.ts'
import { useOrganisationId } from '../../session/use-organisations.ts'
import { useSession } from '../../session/use-session.ts'
import { useWork } from './use-work.ts'

/** Statuses after which the cards show zero next to the message. */
const zeroOn = [401, 403, 500]

/** The counts to show: the loaded ones, or zeros after the failures in `zeroOn`. */
export function shownStats(data: DashboardStats | undefined, error: unknown): DashboardStats | undefined {
  const showsZero = error instanceof ApiError && zeroOn.includes(error.status)
  return data ?? (showsZero ? zeroStats : undefined)
}

/** The counts; for admins and auditors the charts, for users the work on their performers. */
export function useDashboard() {
  const { readsAll } = useSession()
  const organisation = useOrganisationId()
  // The charts cover all organisations.
  const showsCharts = readsAll && organisation === undefined
  const stats = useQuery(callQuery(dashboardStats, { query: { organisation } }))
  const charts = useQuery({ ...callQuery(dashboardCharts), enabled: showsCharts })
  const funnel = useQuery({ ...callQuery(analyticsFunnel), enabled: showsCharts })
  const work = useWork(!readsAll, organisation)
  const due = useQuery(callQuery(listDueVideos, { query: { organisation } }))
  // Nothing is shown until these parts are loaded: one that came later would move the parts below it during a tap.
  const parts = [due, ...(readsAll ? [] : work.queries)]
  const waits = [useConfigPending(), ...parts.map(({ isPending }) => isPending)].includes(true)
  return {
    readsAll,
    showsCharts,
    work,
    dueVideos: due.data,
    stats: waits ? undefined : shownStats(stats.data, stats.error),
    /** No numbers could be loaded; later failures keep the numbers. */
    failed: !waits && stats.isError && !stats.data,
    refetched: [stats, charts, funnel, due, ...work.queries].filter(({ data }) => data !== undefined),
    requestId: stats.error instanceof ApiError ? stats.error.requestId : null,
    updatedAt: stats.dataUpdatedAt ? new Date(stats.dataUpdatedAt).toISOString() : null,
    charts: charts.data,
    chartsFailed: charts.isError && !charts.data,
    funnel: funnel.data,
    funnelFailed: funnel.isError && !funnel.data,
    refreshing: [stats, charts, funnel, due, ...work.queries].some(({ isFetching }) => isFetching),
    refresh() {
      void stats.refetch()
      void due.refetch()
      for (const query of readsAll ? (showsCharts ? [charts, funnel] : []) : work.queries)
        void query.refetch()
    },
  }
}
