import * as contract from '@kyc/contract/sign-in.ts'
import { type Binding, bind } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { giveSecondFactor } from '../second-factor/give-second-factor.ts'
import { listPasskeys } from '../second-factor/passkey-repository.ts'
import { getPending } from '../second-factor/pending-cookie.ts'
import { savePendingChallenge } from '../second-factor/pending-repository.ts'
import { requestOptions } from '../second-factor/web-authn.ts'
import { signInAnswer } from './complete-sign-in.ts'

/** The second half of a sign-in (D31). */
export function secondFactorRoutes(services: AccountServices): Binding[] {
  return [
    bind(contract.giveSecondFactor, async ({ actor: current, body, request }) => {
      const result = await giveSecondFactor(services, body, request, current)
      return signInAnswer(services, { request, current }, result)
    }),
    bind(contract.secondFactorOptions, async ({ request }) => {
      const pending = await getPending(services, request)
      const passkeys = await listPasskeys(services.db, pending.id)
      if (passkeys.length === 0) throw new Problem('SECOND_FACTOR_INVALID')
      const { challenge, options } = await requestOptions(services, passkeys)
      await savePendingChallenge(services.db, pending.key, challenge)
      return { body: options }
    }),
  ]
}
