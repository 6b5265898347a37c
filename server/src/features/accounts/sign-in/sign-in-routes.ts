import { login } from '@kyc/contract/accounts.ts'
import * as contract from '@kyc/contract/sign-in.ts'
import { type Binding, bind } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { exchangeSsoCode } from '../provider/exchange-sso-code.ts'
import { signInByToken } from '../provider/sign-in-by-token.ts'
import { startSso } from '../provider/start-sso.ts'
import { getPending, giveSecondFactor } from '../second-factor/give-second-factor.ts'
import { listPasskeys } from '../second-factor/passkey-repository.ts'
import { savePendingChallenge } from '../second-factor/pending-repository.ts'
import { requestOptions } from '../second-factor/web-authn.ts'
import { signInReply } from './complete-sign-in.ts'
import { signIn } from './sign-in.ts'

/** Sign-in by password, second factor and identity provider (D28 to D31). */
export function signInRoutes(services: AccountServices): Binding[] {
  return [
    bind(login, async ({ caller: current, body, request }) => {
      const result = await signIn(services, body, request, current)
      return signInReply(services, { request, current }, result)
    }),
    bind(contract.giveSecondFactor, async ({ caller: current, body, request }) => {
      const result = await giveSecondFactor(services, body, request, current)
      return signInReply(services, { request, current }, result)
    }),
    bind(contract.secondFactorOptions, async ({ request }) => {
      const pending = await getPending(services, request)
      const passkeys = await listPasskeys(services.db, pending.id)
      if (passkeys.length === 0) throw new Problem('SECOND_FACTOR_INVALID')
      const { challenge, options } = await requestOptions(services, passkeys)
      await savePendingChallenge(services.db, pending.key, challenge)
      return { body: options }
    }),
    bind(contract.firebaseSession, async ({ caller: current, body, request }) => {
      const result = await signInByToken(services, body.idToken, { request, current })
      return signInReply(services, { request, current }, result)
    }),
    bind(contract.firebaseSso, ({ query, request }) => startSso(services, query, request)),
    bind(contract.exchangeSsoCode, async ({ caller: current, body, request }) => {
      const result = await exchangeSsoCode(services, body.token, { request, current })
      return signInReply(services, { request, current }, result)
    }),
  ]
}
