import { z } from 'zod'
import { endpoint, type ReplyOf } from './endpoint.ts'
import { id } from './fields.ts'
import { performerFieldsSchema } from './performers.ts'
import { inOrganisation, organisationProblems } from './record-fields.ts'

export const checkPerformer = endpoint({
  name: 'performers.check',
  method: 'POST',
  path: '/performers/check',
  summary:
    'Check the fields of a registration before its files; returns performers with the same name and date of birth',
  who: 'user',
  query: z.object(inOrganisation),
  body: performerFieldsSchema.partial(),
  reply: {
    kind: 'json',
    status: 200,
    schema: z.strictObject({ same: z.array(z.strictObject({ id, name: z.string() })) }),
  },
  problems: [
    ...organisationProblems,
    'ORGANISATION_ROLE',
    'INVALID_INPUT',
    'ID_KIND_UNSUPPORTED',
    'EXTERNAL_ID_TAKEN',
  ],
  readsOnly: true,
})
/** A performer of the organisation with the same name and date of birth. */
export type SamePerformer = ReplyOf<typeof checkPerformer>['same'][number]
