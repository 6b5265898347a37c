import { analyticsFunnel, recordAnalyticsEvents } from '@kyc/contract/analytics.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { type AnalyticsServices, recordEvents } from './record-events.ts'
import { registrationFunnel } from './registration-funnel.ts'

export function analyticsRoutes(services: AnalyticsServices): Binding[] {
  return [
    bind(recordAnalyticsEvents, async ({ body }) => {
      await recordEvents(services, body.events)
      return {}
    }),
    bind(analyticsFunnel, async () => ({ body: await registrationFunnel(services) })),
  ]
}
