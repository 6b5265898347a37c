import * as contract from '@kyc/contract/sign-in.ts'
import { type Binding, bind } from '../../../platform/http/requests/binding.ts'
import type { AccountServices } from '../account-services.ts'
import { acceptInvitation, inspectInvitation } from './accept-invitation.ts'
import { confirmPasswordReset } from './confirm-password-reset.ts'
import { requestPasswordReset } from './request-password-reset.ts'

/** The endpoints behind links in mails. Secrets are sent in bodies, which keeps them out of URLs and logs. */
export function linksRoutes(services: AccountServices): Binding[] {
  return [
    bind(contract.requestPasswordReset, async ({ body, request }) => ({
      headers: await requestPasswordReset(services, body.email, request),
    })),
    bind(contract.confirmPasswordReset, async ({ body, request }) => {
      await confirmPasswordReset(services, body, request)
      return {}
    }),
    bind(contract.inspectInvitation, async ({ body }) => ({
      body: await inspectInvitation(services, body.token),
    })),
    bind(contract.acceptInvitation, async ({ body, request }) => {
      await acceptInvitation(services, body, request)
      return {}
    }),
  ]
}
