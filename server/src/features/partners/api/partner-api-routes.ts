import * as contract from '@kyc/contract/partner-api.ts'
import { pageById } from '../../../platform/lists/page.ts'
import { Problem } from '../../../platform/problem.ts'
import type { TakedownServices } from '../../takedowns/takedown-services.ts'
import type { PartnerServices } from '../partner-services.ts'
import { countAddresses, findAddress, findAddresses } from './address-repository.ts'
import { createRequest } from './create-request.ts'
import { createSession } from './create-session.ts'
import { listEvents } from './list-events.ts'
import { bindPartner, type PartnerBinding } from './partner-binding.ts'
import { getPartnerPerformer, listPartnerPerformers } from './performers.ts'
import { presentSession } from './present-session.ts'
import { getRequest, listRequests } from './requests.ts'
import { webhookRoutes } from './webhook.ts'

/** The calls of partners' servers (D112). */
export function partnerApiRoutes(services: PartnerServices & TakedownServices): PartnerBinding[] {
  return [
    ...sessionRoutes(services),
    bindPartner(contract.listPartnerPerformers, (call) => listPartnerPerformers(services, call)),
    bindPartner(contract.getPartnerPerformer, (call) => getPartnerPerformer(services, call)),
    bindPartner(contract.createRequest, (call) => createRequest(services, call)),
    bindPartner(contract.listRequests, (call) => listRequests(services, call)),
    bindPartner(contract.getRequest, (call) => getRequest(services, call)),
    bindPartner(contract.listEvents, (call) => listEvents(services, call)),
    ...webhookRoutes(services),
  ]
}

function sessionRoutes(services: PartnerServices): PartnerBinding[] {
  const { db, cursors } = services
  return [
    bindPartner(contract.createSession, (call) => createSession(services, call)),
    bindPartner(contract.listSessions, async ({ caller: { mode, partner }, query }) => {
      const { user_id: userId, ...paging } = query
      const filter = { partnerId: partner.id, mode, userId }
      const { rows, page } = await pageById(
        cursors,
        ['partner sessions', mode, partner.id, userId],
        paging,
        (bounds) => findAddresses(db, filter, bounds),
        () => countAddresses(db, filter),
      )
      return { body: rows.map(presentSession), page }
    }),
    bindPartner(contract.getSession, async ({ caller: { mode, partner }, params }) => {
      const address = await findAddress(db, { partnerId: partner.id, mode }, params.id)
      if (!address) throw new Problem('NOT_FOUND')
      return { body: presentSession(address) }
    }),
  ]
}
