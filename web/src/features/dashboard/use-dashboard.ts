import { analyticsFunnel } from '@kyc/contract/analytics.ts'
import { dashboardCharts, dashboardStats, zeroStats } from '@kyc/contract/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useSession } from '../../session/use-session.ts'

/** spec §8: with these the cards stay and show zero beside the message. */
const zeroOn = [401, 403, 500]

/** The counts, and the charts for those who may see them. */
export function useDashboard() {
  const { isAdmin } = useSession()
  const stats = useQuery({
    queryKey: queryKeys.dashboardStats,
    queryFn: ({ signal }) => call(dashboardStats, { signal }),
  })
  const charts = useQuery({
    queryKey: queryKeys.dashboardCharts,
    queryFn: ({ signal }) => call(dashboardCharts, { signal }),
    enabled: isAdmin,
  })
  const funnel = useQuery({
    queryKey: queryKeys.registrationFunnel,
    queryFn: ({ signal }) => call(analyticsFunnel, { signal }),
    enabled: isAdmin,
  })
  const showsZero = stats.error instanceof ApiError && zeroOn.includes(stats.error.status)
  return {
    isAdmin,
    stats: stats.data ?? (showsZero ? zeroStats : undefined),
    failed: stats.isError,
    requestId: stats.error instanceof ApiError ? stats.error.requestId : null,
    updatedAt: stats.dataUpdatedAt ? new Date(stats.dataUpdatedAt).toISOString() : null,
    charts: charts.data,
    chartsFailed: charts.isError,
    funnel: funnel.data,
    funnelFailed: funnel.isError,
    refreshing: stats.isFetching || charts.isFetching || funnel.isFetching,
    refresh() {
      void stats.refetch()
      if (!isAdmin) return
      void charts.refetch()
      void funnel.refetch()
    },
  }
}
