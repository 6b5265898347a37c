import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, noBody } from './fields.ts'

/** Whether the organisation itself may delete the record: no document of it was decided on, and no case was closed (D80). */
export function isOwnDraft(performer: {
  status: string
  everDecided: boolean
  caseClosed: string | null
}): boolean {
  return performer.status === 'draft' && !performer.everDecided && performer.caseClosed === null
}

export const deleteDraft = endpoint({
  name: 'performers.deleteDraft',
  method: 'PUT',
  path: '/performers/{id}/draft/delete',
  summary:
    'Delete a draft of which no document was decided on, like an admin deletes a record; CONFLICT if it is none (D80)',
  who: 'user',
  params: z.strictObject({ id }),
  ...noBody,
  reply: { kind: 'empty', status: 204 },
  problems: [
    'PERFORMER_NOT_FOUND',
    'ORGANISATION_ROLE',
    'CONFLICT',
    'PICTURES_WITHHELD',
    'INVALID_INPUT',
    'FILE_UNREADABLE',
  ],
  audit: ['delete'],
})
