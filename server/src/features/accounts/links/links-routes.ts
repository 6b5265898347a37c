import * as contract from '@kyc/contract/sign-in.ts'
import { type Binding, bind } from '../../../platform/http/requests/binding.ts'
import { acceptInvitation, inspectInvitation } from './accept-invitation.ts'
import { confirmPasswordReset } from './confirm-password-reset.ts'
import { type LinkServices, requestPasswordReset } from './request-password-reset.ts'

/** What links in mails lead to. Their secrets come in bodies only, so that no address and no log holds them. */
export function linksRoutes(services: LinkServices): Binding[] {
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
