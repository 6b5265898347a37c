import type { Clock } from '../../platform/clock.ts'
import { settingsFor } from '../app/partners.ts'
import { createTestApp, type TestApp } from '../app/test-app.ts'
import { type PartnerDouble, startPartner } from './partner-double.ts'

/** The product and a partner's server that callbacks can reach. */
export interface CallbackStage {
  readonly app: TestApp
  readonly double: PartnerDouble
  close(): Promise<void>
}

export async function createCallbackStage(clock: Clock): Promise<CallbackStage> {
  const double = await startPartner()
  await using settings = await settingsFor(double)
  const app = await createTestApp({ env: settings.env, overrides: { clock } })
  return {
    app,
    double,
    async close() {
      await app.close()
      await double.close()
    },
  }
}
