import { z } from 'zod'
import { identityChecks } from './check-vocabulary.ts'
import { idKinds } from './document-vocabulary.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { filled, id, instant } from './fields.ts'
import { limits } from './limits.ts'
import { pageSession, relianceEndSchema } from './page-session.ts'
import { inOrganisation, organisationProblems } from './record-fields.ts'
import { relianceStates } from './reliance-vocabulary.ts'

// Reuse of a verified person (D126). No reply has a document, a file, or the id of the record that is relied on.

/** How the identity was checked, as the approval of the front of the ID says. Days are days in Japan. */
const checkSchema = z.strictObject({
  checkedOn: z.string(),
  check: z.enum(identityChecks).nullable(),
  idKind: z.enum(idKinds).nullable(),
  /** The expiry date of the ID; null if it has none. */
  expiresOn: z.string().nullable(),
})
export type RelianceCheck = z.infer<typeof checkSchema>

/** What the other organisation reads, and nothing else. */
const factsSchema = checkSchema.extend({
  name: z.string(),
  nameRoman: z.string(),
  dateOfBirth: z.string(),
})
export type RelianceFacts = z.infer<typeof factsSchema>

const pageProblems = ['PERFORMER_LINK_ENDED', 'FORBIDDEN', 'CSRF_INVALID'] as const
const sessionReply = { kind: 'json', status: 200, schema: pageSession } as const
const ofReliance = z.strictObject({ id, reliance: id })

export const askReliance = endpoint({
  name: 'performerPage.askReliance',
  method: 'POST',
  path: '/performer-page/{id}/reliances',
  summary:
    'Name an organisation that may rely on the approval: what it will read, and a code by mail that permits it (D126)',
  who: 'anyone',
  params: z.strictObject({ id }),
  body: z.strictObject({
    /** Every id that cannot be used gets the same message, which reveals nothing about organisations. */
    recipient: filled('利用する組織の組織ID', limits.idChars),
  }),
  reply: {
    kind: 'json',
    status: 200,
    schema: z.strictObject({ id, recipient: z.string(), facts: factsSchema }),
  },
  problems: [
    ...pageProblems,
    'INVALID_INPUT',
    'RELIANCE_STATE',
    'RELIANCE_REFUSED',
    'RELIANCE_LIMIT',
    'FILE_UNREADABLE',
    'RATE_LIMITED',
  ],
  unaudited: 'permits nothing; the permission is recorded',
  neverRepeated: true,
})

export const permitReliance = endpoint({
  name: 'performerPage.permitReliance',
  method: 'POST',
  path: '/performer-page/{id}/reliances/{reliance}/permission',
  summary: 'Permit the organisation to rely on the approval, with the mailed code (D126)',
  who: 'anyone',
  params: ofReliance,
  body: z.strictObject({
    code: z.string({ error: '確認コードを入力してください。' }).max(limits.oneTimeCodeChars),
  }),
  reply: sessionReply,
  problems: [
    ...pageProblems,
    'INVALID_INPUT',
    'RELIANCE_NOT_FOUND',
    'RELIANCE_STATE',
    'RELIANCE_LIMIT',
    'SECOND_FACTOR_INVALID',
    'FILE_UNREADABLE',
    'RATE_LIMITED',
  ],
  audit: ['share', 'update'],
  neverRepeated: true,
})

export const endOwnReliance = endpoint({
  name: 'performerPage.endReliance',
  method: 'DELETE',
  path: '/performer-page/{id}/reliances/{reliance}',
  summary: 'End the permission at once; a repeat changes nothing (D126)',
  who: 'anyone',
  params: ofReliance,
  reply: sessionReply,
  problems: [...pageProblems, 'RELIANCE_NOT_FOUND', 'FILE_UNREADABLE'],
  audit: ['update'],
})

const shown = {
  id,
  state: z.enum(relianceStates),
  permittedAt: instant,
  ended: relianceEndSchema.nullable(),
}

const recordReliances = z.strictObject({
  /** What the identity of this record relies on, also after its end; null if it never did. */
  origin: z.strictObject({ ...shown, organisation: z.string(), ...checkSchema.shape }).nullable(),
  /** The organisations that may rely on this record, newest first. */
  given: z.array(
    z.strictObject({
      ...shown,
      recipient: z.string(),
      /** Whether it has registered the performer. */
      accepted: z.boolean(),
    }),
  ),
})
export type RecordReliances = z.infer<typeof recordReliances>
const recordReply = { kind: 'json', status: 200, schema: recordReliances } as const

export const getReliances = endpoint({
  name: 'performers.reliances',
  method: 'GET',
  path: '/performers/{id}/reliances',
  summary: 'The organisation on whose check the record relies, and those that rely on this one (D126)',
  who: 'user',
  params: z.strictObject({ id }),
  reply: recordReply,
  problems: ['PERFORMER_NOT_FOUND'],
})

export const endReliance = endpoint({
  name: 'performers.endReliance',
  method: 'DELETE',
  path: '/performers/{id}/reliances/{reliance}',
  summary: 'End a reliance at once, as the organisation of either record; a repeat changes nothing (D126)',
  who: 'user',
  params: ofReliance,
  reply: recordReply,
  problems: ['PERFORMER_NOT_FOUND', 'ORGANISATION_ROLE', 'RELIANCE_NOT_FOUND'],
  audit: ['update'],
})

const offerSchema = z.strictObject({
  id,
  /** Of the performer. */
  name: z.string(),
  /** The organisation that has checked the identity. */
  organisation: z.string(),
  /** The organisation that may rely on it; named because an account may belong to several. */
  recipient: z.strictObject({ id, name: z.string() }),
  permittedAt: instant,
})
export type RelianceOffer = z.infer<typeof offerSchema>

export const listOffers = endpoint({
  name: 'reliances.offers',
  method: 'GET',
  path: '/reliance-offers',
  summary: 'The permissions of performers that an organisation has not used yet, newest first (D126)',
  who: 'user',
  query: z.object({ ...inOrganisation }),
  reply: { kind: 'json', status: 200, schema: z.array(offerSchema) },
  problems: ['INVALID_INPUT', ...organisationProblems],
})

export const acceptReliance = endpoint({
  name: 'reliances.accept',
  method: 'PUT',
  path: '/reliance-offers/{id}/performer',
  summary:
    'Register the performer of a permission, without documents; a repeat returns the same record (D126)',
  who: 'user',
  params: z.strictObject({ id }),
  reply: { kind: 'json', status: 200, schema: z.strictObject({ performerId: id }) },
  problems: ['RELIANCE_NOT_FOUND', 'ORGANISATION_ROLE', 'ORGANISATION_DISABLED'],
  audit: ['create', 'update'],
})

export const relianceEndpoints: readonly Endpoint[] = [
  askReliance,
  permitReliance,
  endOwnReliance,
  getReliances,
  endReliance,
  listOffers,
  acceptReliance,
]
