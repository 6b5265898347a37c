import * as contract from '@kyc/contract/organisations.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { listOwn } from './list-own.ts'
import type { OrganisationServices } from './organisation-services.ts'

export function organisationRoutes(services: OrganisationServices): Binding[] {
  return [
    bind(contract.listOwnOrganisations, async ({ actor }) => ({ body: await listOwn(services.db, actor) })),
  ]
}
