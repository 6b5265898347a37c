import * as contract from '@kyc/contract/transfers.ts'
import { type Binding, bind, type OnRecord } from '../../../platform/http/requests/binding.ts'
import type { OrganisationServices } from '../organisation-services.ts'
import { organisationOf } from '../organisations-routes.ts'
import { cancelTransfer, confirmTransfer } from './confirm-transfer.ts'
import { presentTransfer } from './present-transfer.ts'
import { requestTransfer } from './request-transfer.ts'
import { findTransfers, getTransfer } from './transfer-repository.ts'

export function transferRoutes(services: OrganisationServices): Binding[] {
  const transfer = ({ params }: OnRecord) => getTransfer(services.db, services.clock.now(), params.id)
  return [
    bind(contract.listTransfers, async ({ actor }) => {
      const rows = await findTransfers(services.db, services.clock.now())
      return { body: rows.map((row) => presentTransfer(actor, row)) }
    }),
    bind(contract.requestTransfer, organisationOf(services), ({ actor, params, body, request }) =>
      requestTransfer(services, { actor, id: params.id, body, request }),
    ),
    bind(contract.confirmTransfer, transfer, async ({ actor, params, request }) => {
      await confirmTransfer(services, { actor, id: params.id, ip: request.ip })
      return {}
    }),
    bind(contract.cancelTransfer, transfer, async ({ actor, params, request }) => {
      await cancelTransfer(services, { actor, id: params.id, ip: request.ip })
      return {}
    }),
  ]
}
