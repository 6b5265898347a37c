import { z } from 'zod'
import {
  campaignAsks,
  campaignItemStates,
  campaignLimits,
  campaignStates,
  skipReasons,
} from './campaign-vocabulary.ts'
import { linkLanguages } from './consent.ts'
import { endpoint, keyProblems } from './endpoint.ts'
import { emptyIsAbsent, filled, id, instant, paging } from './fields.ts'
import { listQuery } from './performers.ts'
import { inOrganisation, organisationProblems } from './record-fields.ts'
import { rehearsalQuery } from './rehearsal.ts'

// Campaigns (D111): links by mail to many performers, with reminders, progress and a stop. No performer is asked twice.

const { organisation: _list, sort: _sort, ...listFilter } = listQuery
const { organisation: _rehearsal, ...rehearsed } = rehearsalQuery

const selection = z.discriminatedUnion(
  'from',
  [
    /** The list of performers with its filters. */
    z.strictObject({ from: z.literal('list'), ...listFilter }),
    /** The performers whom rules of a channel will block (D107). */
    z.strictObject({ from: z.literal('rehearsal'), ...rehearsed }),
  ],
  { error: '対象の指定が正しくありません。' },
)
export type CampaignSelection = z.input<typeof selection>

const asks = z.enum(campaignAsks, { error: '依頼の内容を選択してください。' })
const { days, reminders } = campaignLimits

const whole = (label: string, least: number, most: number) =>
  z
    .int({ error: `${label}を整数で指定してください。` })
    .min(least, { error: `${label}は${least}以上で指定してください。` })
    .max(most, { error: `${label}は${most}以下で指定してください。` })

const campaignSchema = z.strictObject({
  id,
  name: z.string(),
  organisation: z.strictObject({ id, name: z.string() }),
  asks,
  language: z.enum(linkLanguages),
  state: z.enum(campaignStates),
  /** Whether the account that started it may send links in the name of the organisation; if not, nothing is sent. */
  maySend: z.boolean(),
  createdAt: instant,
  createdBy: z.string(),
  stoppedAt: instant.nullable(),
  stoppedBy: z.string().nullable(),
  reminderDays: z.int(),
  reminders: z.int(),
  counts: z.strictObject(
    Object.fromEntries(campaignItemStates.map((state) => [state, z.int()])) as Record<
      (typeof campaignItemStates)[number], // its keys
      z.ZodInt
    >,
  ),
  /** When the next waiting links are sent, if the organisation has used up the number of a day. */
  resumesAt: instant.nullable(),
})
export type Campaign = z.infer<typeof campaignSchema>

const itemSchema = z.strictObject({
  performer: z.strictObject({ id, name: z.string().nullable() }),
  state: z.enum(campaignItemStates),
  reason: z.enum(skipReasons).nullable(),
  /** The mail waits for another attempt to deliver it. */
  delayed: z.boolean(),
  sentAt: instant.nullable(),
  /** Reminders that were sent, and the last of them. */
  reminded: z.int(),
  remindedAt: instant.nullable(),
  openedAt: instant.nullable(),
  endedAt: instant.nullable(),
})
export type CampaignItem = z.infer<typeof itemSchema>

const reply = { kind: 'json', status: 200, schema: campaignSchema } as const
const ofCampaign = z.strictObject({ id })
const senderProblems = ['SENDER_UNVERIFIED', 'SENDER_NAME', 'ORGANISATION_UNAPPROVED'] as const
const creationProblems = [
  'INVALID_INPUT',
  'ORGANISATION_ROLE',
  ...organisationProblems,
  ...senderProblems,
] as const

export const checkCampaign = endpoint({
  name: 'campaigns.check',
  method: 'POST',
  path: '/campaigns/check',
  summary:
    'How many performers a campaign would ask, and why it would not ask the others; sends nothing (D111)',
  who: 'user',
  readsOnly: true,
  query: z.object(inOrganisation),
  body: z.strictObject({ asks, selection }),
  reply: {
    kind: 'json',
    status: 200,
    schema: z.strictObject({
      asked: z.int(),
      skipped: z.array(z.strictObject({ reason: z.enum(skipReasons), count: z.int() })),
      /** Performers that the organisation may write to in 24 hours (D115). */
      perDay: z.int(),
    }),
  },
  problems: [...creationProblems],
})
export type CampaignCheck = z.infer<typeof checkCampaign.reply.schema>

export const createCampaign = endpoint({
  name: 'campaigns.create',
  method: 'POST',
  path: '/campaigns',
  summary:
    'Ask up to 500 performers at once: a job mails each a link within the limits of the organisation, and reminders (D111)',
  who: 'user',
  stepUp: true,
  query: z.object(inOrganisation),
  body: z.strictObject({
    name: filled('名前', campaignLimits.nameChars),
    asks,
    language: z.enum(linkLanguages, { error: '言語を選択してください。' }),
    selection,
    reminderDays: whole('リマインダーまでの日数', days.least, days.most),
    reminders: whole('リマインダーの回数', 0, reminders),
  }),
  reply: { ...reply, status: 201 },
  problems: [...creationProblems, 'STEP_UP_REQUIRED', ...keyProblems],
  audit: ['update'],
  idempotent: true,
})

export const listCampaigns = endpoint({
  name: 'campaigns.list',
  method: 'GET',
  path: '/campaigns',
  summary: 'Campaigns with their progress, newest first (D111)',
  who: 'user',
  query: z.object({ ...inOrganisation, ...paging }),
  reply: { kind: 'json', status: 200, schema: z.array(campaignSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID', ...organisationProblems],
})

export const getCampaign = endpoint({
  name: 'campaigns.get',
  method: 'GET',
  path: '/campaigns/{id}',
  summary: 'A campaign with its progress (D111)',
  who: 'user',
  params: ofCampaign,
  reply,
  problems: ['CAMPAIGN_NOT_FOUND'],
})

export const listCampaignItems = endpoint({
  name: 'campaigns.items',
  method: 'GET',
  path: '/campaigns/{id}/performers',
  summary: 'The performers of a campaign, each with its state, its mails and why it was not asked (D111)',
  who: 'user',
  params: ofCampaign,
  query: z.object({
    state: emptyIsAbsent(z.enum(campaignItemStates, { error: '状態の指定が正しくありません。' })),
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(itemSchema), paged: true },
  problems: ['CAMPAIGN_NOT_FOUND', 'INVALID_INPUT', 'CURSOR_INVALID'],
})

export const stopCampaign = endpoint({
  name: 'campaigns.stop',
  method: 'POST',
  path: '/campaigns/{id}/stop',
  summary:
    'Send nothing more, reminders included, and revoke the open links if asked to. A repeated call changes nothing (D111)',
  who: 'user',
  params: ofCampaign,
  body: z.strictObject({ revokeLinks: z.boolean({ error: 'リンクを取り消すかどうかを指定してください。' }) }),
  reply,
  problems: ['CAMPAIGN_NOT_FOUND', 'ORGANISATION_ROLE', 'INVALID_INPUT'],
  audit: ['update'],
})
