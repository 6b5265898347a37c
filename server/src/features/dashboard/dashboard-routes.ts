import * as contract from '@kyc/contract/dashboard.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { dashboardCharts } from './dashboard-charts.ts'
import { type DashboardReading, dashboardStats } from './dashboard-stats.ts'

export function dashboardRoutes(services: DashboardReading): Binding[] {
  return [
    bind(contract.dashboardStats, async ({ actor }) => ({ body: await dashboardStats(services, actor) })),
    bind(contract.dashboardCharts, async ({ actor }) => ({ body: await dashboardCharts(services, actor) })),
  ]
}
