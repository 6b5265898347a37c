import * as contract from '@kyc/contract/dashboard.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { scopeOf } from '../access/scope.ts'
import { dashboardCharts } from './dashboard-charts.ts'
import { type DashboardReading, dashboardStats } from './dashboard-stats.ts'

export function dashboardRoutes(services: DashboardReading): Binding[] {
  return [
    bind(contract.dashboardStats, scopeOf(services.db), async ({ actor, found: scope }) => ({
      body: await dashboardStats(services, { ...actor, scope }),
    })),
    bind(contract.dashboardCharts, async () => ({ body: await dashboardCharts(services) })),
  ]
}
