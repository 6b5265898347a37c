import { z } from 'zod'
import { mimeTypes } from './document-vocabulary.ts'
import { endpoint, keyProblems } from './endpoint.ts'
import { day, email, emptyIsAbsent, filled, id, instant, paging, text } from './fields.ts'
import { limits } from './limits.ts'
import { exportProblems, inOrganisation, organisationProblems } from './record-fields.ts'
import {
  kindsByPerson,
  type TakedownKind,
  takedownKindIds,
  takedownStates,
  takedownWays,
} from './takedown-vocabulary.ts'

// Requests to take a title down (D108). Their receipt stops the title, what is derived from it, and every channel.

const kind = z.enum(takedownKindIds as [TakedownKind, ...TakedownKind[]], {
  error: '申し出の種類を選択してください。',
})

const stopSchema = z.strictObject({
  id,
  videoId: id,
  videoTitle: z.string(),
  channel: z.string(),
  address: z.string().nullable(),
  askedAt: instant,
  /** When the channel acknowledged that it has stopped; null while it has not. */
  acknowledgedAt: instant.nullable(),
  acknowledgedBy: z.string().nullable(),
})

export const takedownSchema = z.strictObject({
  id,
  /** The number of the receipt, which the sender keeps. */
  number: z.string(),
  kind,
  state: z.enum(takedownStates),
  way: z.enum(takedownWays),
  /** Null while the office has not found which title a public notice is about. */
  video: z.strictObject({ id, title: z.string() }).nullable(),
  organisation: z.strictObject({ id, name: z.string() }).nullable(),
  performer: z.strictObject({ id, name: z.string() }).nullable(),
  text: z.string(),
  /** Where the sender can be reached, if it was stated; only for admins. */
  contact: z.string().nullable(),
  /** The day on which it was sent, if it is known. */
  sentOn: z.string().nullable(),
  receivedAt: instant,
  dueAt: instant,
  /** `dueAt` with Japanese holidays as days off; null for a kind whose time is counted in hours. */
  dueWithHolidaysAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  confirmedBy: z.string().nullable(),
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  reason: z.string().nullable(),
  /** The titles that were derived from the one that is named, and stopped with it. */
  derived: z.array(z.strictObject({ id, title: z.string() })),
  stops: z.array(stopSchema),
  /** Files that prove the request, oldest first; none of a sealed record. */
  evidence: z.array(
    z.strictObject({
      id,
      /** Null if it cannot be decrypted now. */
      filename: z.string().nullable(),
      mimeType: z.enum(mimeTypes),
      size: z.int(),
      uploadedAt: instant,
      uploadedBy: z.string().nullable(),
    }),
  ),
  version: z.int(),
})
export type Takedown = z.infer<typeof takedownSchema>

const lineSchema = takedownSchema
  .omit({ text: true, contact: true, derived: true, stops: true, evidence: true })
  .extend({
    /** Channels that were asked, and those that have acknowledged. */
    asked: z.int(),
    acknowledged: z.int(),
  })
export type TakedownLine = z.infer<typeof lineSchema>

const reply = { kind: 'json', status: 200, schema: takedownSchema } as const
const ofTakedown = z.strictObject({ id })
const version = z.int({ error: '版を整数で指定してください。' })
const notFound = ['TAKEDOWN_NOT_FOUND', 'ORGANISATION_ROLE'] as const

export const listTakedowns = endpoint({
  name: 'takedowns.list',
  method: 'GET',
  path: '/takedowns',
  summary:
    'Requests to take a title down: the open ones by due time, or the closed ones, newest first (D108)',
  who: 'user',
  query: z.object({
    ...inOrganisation,
    state: emptyIsAbsent(z.enum(['open', 'closed'], { error: '状態の指定が正しくありません。' })),
    video: emptyIsAbsent(z.string().max(limits.idChars)),
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(lineSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID', ...organisationProblems],
})

export const exportTakedowns = endpoint({
  name: 'takedowns.export',
  method: 'GET',
  path: '/takedowns/report',
  summary:
    'The monthly report as .xlsx: requests received in a month by kind and outcome with their times, unfounded ones included (D108)',
  who: 'user',
  stepUp: true,
  query: z.object({
    ...inOrganisation,
    month: z
      .string({ error: '月を指定してください。' })
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: '月は2026-11のように指定してください。' }),
  }),
  reply: { kind: 'file', status: 200 },
  problems: exportProblems,
  audit: ['export'],
  transfer: true,
  neverRepeated: true,
})

export const getTakedown = endpoint({
  name: 'takedowns.get',
  method: 'GET',
  path: '/takedowns/{id}',
  summary: 'A request with its text, the stopped titles and the state of each channel (D108)',
  who: 'user',
  params: ofTakedown,
  reply,
  problems: ['TAKEDOWN_NOT_FOUND', 'FILE_UNREADABLE'],
})

const body = filled('申し出の内容', limits.textChars, true)

export const createTakedown = endpoint({
  name: 'takedowns.create',
  method: 'POST',
  path: '/takedowns',
  summary:
    'Enter a request that arrived otherwise. The title, what is derived from it and all channels are stopped in the same transaction (D108)',
  who: 'user',
  body: z.strictObject({
    kind,
    videoId: z.string({ error: '動画を選択してください。' }).max(limits.idChars),
    performerId: z.string({ error: '出演者を選択してください。' }).max(limits.idChars).nullish(),
    text: body,
    /** How the request arrived: by e-mail, by letter, as a message of a service. */
    channel: text('届いた方法', limits.titleFacts.chars).nullish(),
    sentOn: day('送信された日').nullish(),
    receivedAt: z.iso.datetime({ error: '受け取った日時を入力してください。' }).nullish(),
  }),
  reply: { ...reply, status: 201 },
  problems: ['VIDEO_NOT_FOUND', 'PERFORMER_NOT_FOUND', 'ORGANISATION_ROLE', 'INVALID_INPUT', ...keyProblems],
  audit: ['create', 'update'],
  idempotent: true,
})

export const confirmTakedown = endpoint({
  name: 'takedowns.confirm',
  method: 'POST',
  path: '/takedowns/{id}/confirmation',
  summary:
    'Confirm who sent a request; one of a performer ends the appearance. A repeated call changes nothing (D108)',
  who: 'user',
  params: ofTakedown,
  body: z.strictObject({ version }),
  reply,
  problems: [...notFound, 'INVALID_INPUT', 'TAKEDOWN_STATE', 'CONFLICT', 'FILE_UNREADABLE'],
  audit: ['update'],
})

export const acknowledgeStop = endpoint({
  name: 'takedowns.acknowledge',
  method: 'POST',
  path: '/takedowns/{id}/stops/{stop}',
  summary: 'Record that a channel has stopped the title, which ends its publication there (D108)',
  who: 'user',
  params: z.strictObject({ id, stop: id }),
  reply,
  problems: [...notFound, 'INVALID_INPUT', 'TAKEDOWN_STATE', 'FILE_UNREADABLE'],
  audit: ['update'],
})

export const completeTakedown = endpoint({
  name: 'takedowns.complete',
  method: 'POST',
  path: '/takedowns/{id}/completion',
  summary: 'Close a confirmed request after every channel has acknowledged; the title stays stopped (D108)',
  who: 'user',
  params: ofTakedown,
  body: z.strictObject({ version }),
  reply,
  problems: [...notFound, 'INVALID_INPUT', 'TAKEDOWN_STATE', 'CONFLICT', 'FILE_UNREADABLE'],
  audit: ['update'],
})

export const rejectTakedown = endpoint({
  name: 'takedowns.unfounded',
  method: 'POST',
  path: '/takedowns/{id}/rejection',
  summary:
    'Close a request that is unfounded, with a reason; it no longer stops the title and stays in the report (D108)',
  who: 'admin',
  params: ofTakedown,
  body: z.strictObject({ version, reason: filled('理由', limits.textChars, true) }),
  reply,
  problems: ['TAKEDOWN_NOT_FOUND', 'INVALID_INPUT', 'TAKEDOWN_STATE', 'CONFLICT', 'FILE_UNREADABLE'],
  audit: ['update'],
})

export const assignTakedown = endpoint({
  name: 'takedowns.assign',
  method: 'PUT',
  path: '/takedowns/{id}/video',
  summary: 'Name the title that a public notice is about, which stops it at once (D108)',
  who: 'admin',
  params: ofTakedown,
  body: z.strictObject({
    version,
    videoId: z.string({ error: '動画を選択してください。' }).max(limits.idChars),
  }),
  reply,
  problems: [
    'TAKEDOWN_NOT_FOUND',
    'VIDEO_NOT_FOUND',
    'INVALID_INPUT',
    'TAKEDOWN_STATE',
    'CONFLICT',
    'FILE_UNREADABLE',
  ],
  audit: ['update'],
})

export const nameTakedownPerformer = endpoint({
  name: 'takedowns.namePerformer',
  method: 'PUT',
  path: '/takedowns/{id}/performer',
  summary:
    'Name the performer of the title whom an open request concerns; of a confirmed request, the appearance ends (D108)',
  who: 'user',
  params: ofTakedown,
  body: z.strictObject({
    version,
    performerId: z
      .string({ error: '出演者を選択してください。' })
      .min(1, { error: '出演者を選択してください。' })
      .max(limits.idChars),
  }),
  reply,
  problems: [
    ...notFound,
    'PERFORMER_NOT_FOUND',
    'INVALID_INPUT',
    'TAKEDOWN_STATE',
    'CONFLICT',
    'FILE_UNREADABLE',
  ],
  audit: ['update'],
})

export const sendTakedownNotice = endpoint({
  name: 'takedownNotices.send',
  method: 'POST',
  path: '/takedown-notices',
  summary:
    'Ask for a title to be taken down, without an account and without a reason; the reply is the number of the receipt (D108)',
  who: 'anyone',
  body: z.strictObject({
    kind: z.enum(kindsByPerson as [TakedownKind, ...TakedownKind[]], {
      error: '申し出の種類を選択してください。',
    }),
    /** Title, product number or address; an exact number, external id or publication address stops a title at once. */
    title: filled('作品のタイトル、品番またはURL', limits.publications.addressChars),
    name: text('氏名・芸名', limits.fullNameChars).nullish(),
    email: email.nullish(),
    text: text('お伝えになりたいこと', limits.textChars, true).nullish(),
    /** A hidden field that only programs fill, as in the form for inquiries. */
    website: z.string().max(200).nullish(),
  }),
  reply: { kind: 'json', status: 201, schema: z.strictObject({ number: z.string() }) },
  problems: ['INVALID_INPUT', 'CSRF_INVALID', 'RATE_LIMITED', ...keyProblems],
  audit: ['create', 'update'],
  idempotent: true,
})
