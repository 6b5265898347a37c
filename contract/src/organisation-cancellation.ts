import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day } from './fields.ts'
import { acting, one, reply } from './organisation-members.ts'

// The cancellation of an organisation, 30 days after which it is stopped (D64).

export const cancelOrganisation = endpoint({
  name: 'organisations.cancel',
  method: 'PUT',
  path: '/organisations/{id}/cancellation',
  summary:
    'Record the day of the cancellation, by a representative or an admin; later the organisation is stopped (D64)',
  who: 'user',
  params: one,
  body: z.strictObject({ cancelledOn: day('解約日') }),
  reply,
  problems: [...acting, 'INVALID_INPUT', 'ORGANISATION_CANCELLED'],
  audit: ['update'],
})

export const withdrawCancellation = endpoint({
  name: 'organisations.withdrawCancellation',
  method: 'DELETE',
  path: '/organisations/{id}/cancellation',
  summary: 'Withdraw the cancellation of an organisation that is not stopped yet (D64)',
  who: 'admin',
  params: one,
  reply,
  problems: ['ORGANISATION_NOT_FOUND', 'ORGANISATION_DISABLED'],
  audit: ['update'],
})
