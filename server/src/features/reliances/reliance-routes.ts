import * as contract from '@kyc/contract/reliances.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { scopeOf } from '../access/scope.ts'
import { recordOf } from '../records/performers-repository.ts'
import { acceptReliance, getOffer, listOffers } from './accept-reliance.ts'
import { endReliance } from './end-reliance.ts'
import { presentReliances } from './present-reliances.ts'
import type { RelianceServices } from './reliance-services.ts'

/** Reuse of a verified person between organisations (D126); the acts of the performer are on its page. */
export function relianceRoutes(services: RelianceServices): Binding[] {
  const { db } = services
  return [
    bind(contract.getReliances, recordOf(db), async ({ params }) => ({
      body: await presentReliances(db, params.id),
    })),
    bind(contract.endReliance, recordOf(db), async ({ actor, params, request }) => ({
      body: await endReliance(services, { actor, request, ...params }),
    })),
    bind(contract.listOffers, scopeOf(db), async ({ actor, found: scope }) => ({
      body: await listOffers(services, { actor, scope }),
    })),
    bind(
      contract.acceptReliance,
      ({ actor, params }) => getOffer(db, actor, params.id),
      async ({ actor, params, request }) => ({
        body: await acceptReliance(services, { actor, request, ...params }),
      }),
    ),
  ]
}
