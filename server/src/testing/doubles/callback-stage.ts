import { beforeEach } from 'vitest'
import type { CreatedPartner } from '../../features/partners/create-partner.ts'
import { registerPartner, settingsFor } from '../app/partners.ts'
import { createTestApp, type People, type Stage, useStage } from '../app/test-app.ts'
import type { TestClock } from '../app/test-clock.ts'
import { useStarted } from '../app/use-started.ts'
import { type PartnerDouble, startPartner } from './partner-double.ts'

/** The product, a partner's server that callbacks can reach, and for each test a new registration of that partner. */
export function useCallbackStage<const Name extends string = never>(
  clock: TestClock,
  people?: People<Name>,
): Stage<Name> & { readonly double: PartnerDouble; readonly company: CreatedPartner } {
  const double = useStarted(startPartner)
  const stage = useStage(people, async () => {
    await using settings = await settingsFor(double)
    return await createTestApp({ env: settings.env, overrides: { clock } })
  })
  const company = {} as CreatedPartner // filled by the hook
  beforeEach(async () => {
    clock.moveTo(new Date())
    double.reset()
    Object.assign(company, await registerPartner(stage.app.services, double.origin))
  })
  return { ...stage, double, company }
}
