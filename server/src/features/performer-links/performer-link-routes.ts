import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import * as contract from '@kyc/contract/performer-links.ts'
import { networkOf } from '../../platform/http/requests/addresses.ts'
import { type Binding, bind, type RequestInfo } from '../../platform/http/requests/binding.ts'
import { RateLimit } from '../../platform/http/requests/rate-limit.ts'
import { recordOf } from '../records/performers-repository.ts'
import { chooseIdKind } from './choose-id-kind.ts'
import { createLink } from './create-link.ts'
import { documentsPage } from './documents-page.ts'
import { finishLink } from './finish-link.ts'
import { getLink } from './get-link.ts'
import { giveConsent } from './give-consent.ts'
import { confirmCode, requestCode } from './link-code.ts'
import { openLink } from './open-link.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { presentSession } from './present-link.ts'
import { type LinkCall, requireLink } from './require-link.ts'
import { revokeLink } from './revoke-link.ts'
import { stateIdentity } from './state-identity.ts'
import { submitDocument } from './submit-document.ts'

/** The calls of the owner and those of the performer's page. */
export function performerLinkRoutes(services: PerformerLinkServices): Binding[] {
  return [...ownerRoutes(services), ...tokenRoutes(services), ...sessionRoutes(services)]
}

function ownerRoutes(services: PerformerLinkServices): Binding[] {
  const performer = recordOf(services.db)
  return [
    bind(contract.createPerformerLink, performer, ({ actor, params, body, request }) =>
      createLink(services, { actor, performerId: params.id, body, request }),
    ),
    bind(contract.getPerformerLink, async ({ actor, params }) => ({
      body: await getLink(services, actor, params.id),
    })),
    bind(contract.revokePerformerLink, performer, async ({ actor, params, request }) => {
      await revokeLink(services, { actor, performerId: params.id, ip: request.ip })
      return {}
    }),
  ]
}

/** The calls that name the link by its token. */
function tokenRoutes(services: PerformerLinkServices): Binding[] {
  const openings = new RateLimit(attemptLimits.links.openingsPerMinute)
  const limited = ({ ip }: Pick<RequestInfo, 'ip'>) => openings.take(networkOf(ip))
  return [
    bind(contract.openPerformerLink, ({ actor, body, request }) => {
      limited(request)
      return openLink(services, documentsPage, { actor, token: body.token, request })
    }),
    bind(contract.requestLinkCode, async ({ actor, body, request }) => {
      limited(request)
      await requestCode(services, documentsPage, { actor, token: body.token, request })
      return {}
    }),
    bind(contract.confirmLinkCode, ({ actor, body, request }) => {
      limited(request)
      return confirmCode(services, documentsPage, { actor, ...body, request })
    }),
  ]
}

/** The calls of the bound browser. */
function sessionRoutes(services: PerformerLinkServices): Binding[] {
  const link = ({ params, ...call }: LinkCall & { readonly params: { readonly id: string } }) =>
    requireLink(services, documentsPage.kind, call, params.id)
  return [
    bind(contract.getLinkSession, async ({ actor, query, request }) => ({
      body: await presentSession(
        services,
        services.db,
        await requireLink(services, documentsPage.kind, { actor, request }, query.id),
      ),
    })),
    bind(contract.giveConsent, link, async ({ found, body, request }) => ({
      body: await giveConsent(services, { link: found, body, ip: request.ip }),
    })),
    bind(contract.stateIdentity, link, async ({ found, body, request }) => ({
      body: await stateIdentity(services, { link: found, body, ip: request.ip }),
    })),
    bind(contract.chooseIdKind, link, async ({ found, body, request }) => ({
      body: await chooseIdKind(services, { link: found, body, ip: request.ip }),
    })),
    bind(contract.submitLinkDocument, link, ({ found, params, upload, request }) =>
      submitDocument(services, { link: found, type: params.type, upload, request }),
    ),
    bind(contract.finishLink, link, async ({ found, request }) => ({
      body: await finishLink(services, { link: found, ip: request.ip }),
    })),
  ]
}
