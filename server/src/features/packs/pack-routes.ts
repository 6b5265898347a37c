import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import * as contract from '@kyc/contract/packs.ts'
import * as records from '@kyc/contract/records-2257.ts'
import { networkOf } from '../../platform/http/requests/addresses.ts'
import { type Binding, bind, type OnRecord } from '../../platform/http/requests/binding.ts'
import { RateLimit } from '../../platform/http/requests/rate-limit.ts'
import { scopeOf } from '../access/scope.ts'
import { getVisibleOrganisation } from '../organisations/get-organisation.ts'
import { getVideoOwner } from '../videos/get-video.ts'
import { createPack } from './create-pack.ts'
import { downloadPack } from './download-pack.ts'
import { listPacks } from './list-packs.ts'
import { openPack } from './open-pack.ts'
import type { PackServices } from './pack-services.ts'
import { getPackRow } from './packs-repository.ts'
import { findCustodian, findRecord2257 } from './records-2257/records-repository.ts'
import { saveCustodian } from './records-2257/save-custodian.ts'
import { saveProducer } from './records-2257/save-producer.ts'
import { revokePack } from './revoke-pack.ts'

/** Packs of evidence and the records of 18 U.S.C. 2257 (D109). */
export function packRoutes(services: PackServices): Binding[] {
  return [...memberRoutes(services), ...recipientRoutes(services), ...recordRoutes(services)]
}

function memberRoutes(services: PackServices): Binding[] {
  const { db } = services
  const pack = ({ actor, params }: OnRecord) => getPackRow(db, actor, params.id)
  return [
    bind(contract.listPacks, scopeOf(db), ({ actor, found: scope, query }) =>
      listPacks(services, { actor, scope }, query),
    ),
    bind(contract.createPack, (call) => createPack(services, call)),
    bind(contract.revokePack, pack, async ({ actor, params, request }) => {
      await revokePack(services, { actor, id: params.id, ip: request.ip })
      return {}
    }),
  ]
}

/** The calls of the recipients of a link. */
function recipientRoutes(services: PackServices): Binding[] {
  const openings = new RateLimit(attemptLimits.links.openingsPerMinute)
  return [
    bind(contract.openPack, ({ actor, body, request }) => {
      openings.take(networkOf(request.ip))
      return openPack(services, { actor, token: body.token, request })
    }),
    bind(contract.downloadPack, ({ actor, request }) => {
      openings.take(networkOf(request.ip))
      return downloadPack(services, { actor, request })
    }),
  ]
}

function recordRoutes(services: PackServices): Binding[] {
  const { db } = services
  const organisation = ({ actor, params }: OnRecord) => getVisibleOrganisation(db, actor, params.id)
  const video = ({ actor, params }: OnRecord) => getVideoOwner(db, actor, params.id)
  return [
    bind(records.getCustodian, organisation, async ({ params }) => ({
      body: await findCustodian(db, params.id),
    })),
    bind(records.saveCustodian, organisation, async ({ actor, params, body, request }) => ({
      body: await saveCustodian(services, { actor, id: params.id, input: body, ip: request.ip }),
    })),
    bind(records.getRecord2257, video, async ({ params }) => ({
      body: await findRecord2257(db, params.id),
    })),
    bind(records.saveProducer, video, async ({ actor, params, body, request }) => ({
      body: await saveProducer(services, { actor, id: params.id, input: body, ip: request.ip }),
    })),
  ]
}
