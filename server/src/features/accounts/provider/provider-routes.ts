import * as contract from '@kyc/contract/sign-in.ts'
import { type Binding, bind } from '../../../platform/http/requests/binding.ts'
import type { AccountServices } from '../account-services.ts'
import { signInAnswer } from '../sign-in/complete-sign-in.ts'
import { exchangeSsoCode } from './exchange-sso-code.ts'
import { signInByToken } from './sign-in-by-token.ts'
import { startSso } from './start-sso.ts'

/** Ways in through the identity provider (D29, D30). */
export function providerRoutes(services: AccountServices): Binding[] {
  return [
    bind(contract.firebaseSession, async ({ actor: current, body, request }) => {
      const result = await signInByToken(services, body.idToken, { request, current })
      return signInAnswer(services, { request, current }, result)
    }),
    bind(contract.firebaseSso, ({ query, request }) => startSso(services, query, request)),
    bind(contract.exchangeSsoCode, async ({ actor: current, body, request }) => {
      const result = await exchangeSsoCode(services, body.token, { request, current })
      return signInAnswer(services, { request, current }, result)
    }),
  ]
}
