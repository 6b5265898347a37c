import { z } from 'zod'
import { linkLanguages } from './consent.ts'
import { endpoint, fileProblems, keyProblems } from './endpoint.ts'
import { day, email, filled, id } from './fields.ts'
import { limits } from './limits.ts'
import { signingSchema } from './signing-schema.ts'
import { type EnteredFact, enteredFacts, signingLimits } from './signing-vocabulary.ts'
import { contractFactLabels } from './title-vocabulary.ts'

// Signings, as the organisation prepares and follows them (D101). The acts of the performer are in performer-page.ts.

const language = z.enum(linkLanguages, { error: '言語を選択してください。' })

const talkFields = {
  by: filled('説明する人', limits.titleFacts.chars),
  on: day('説明の日'),
  language: filled('説明の言語', limits.titleFacts.chars),
}
const plannedTalk = z.strictObject(talkFields)
const doneTalk = z.strictObject({
  ...talkFields,
  minutes: z
    .int({ error: '説明の時間を分で入力してください。' })
    .min(1, { error: '説明の時間は1分以上で入力してください。' })
    .max(limits.titleFacts.minutes, {
      error: `説明の時間は${limits.titleFacts.minutes}分以下で入力してください。`,
    }),
})

const factFields = Object.fromEntries(
  enteredFacts.map((fact) => [fact, filled(contractFactLabels[fact], signingLimits.factChars, true)]),
) as Record<EnteredFact, ReturnType<typeof filled>> // one for each fact

const reply = { kind: 'json', status: 200, schema: signingSchema } as const
const ofVideo = z.strictObject({ id })
const ofAppearance = z.strictObject({ id, performerId: id })
const ofSigning = z.strictObject({ id })
const notFound = ['SIGNING_NOT_FOUND', 'ORGANISATION_ROLE'] as const

export const listSignings = endpoint({
  name: 'signings.list',
  method: 'GET',
  path: '/videos/{id}/signings',
  summary: 'The signings of the appearances in the video, the newest of each first (D101)',
  who: 'user',
  params: ofVideo,
  reply: { kind: 'json', status: 200, schema: z.array(signingSchema) },
  problems: ['VIDEO_NOT_FOUND', 'FILE_UNREADABLE'],
})

export const createSigning = endpoint({
  name: 'signings.create',
  method: 'POST',
  path: '/videos/{id}/performers/{performerId}/signings',
  summary:
    'Prepare contract and explanation sheet of an appearance from templates; replaces a draft that was not sent (D101)',
  who: 'user',
  params: ofAppearance,
  body: z.strictObject({
    language,
    contractTemplate: z.string({ error: '契約書のテンプレートを選択してください。' }).max(limits.idChars),
    sheetTemplate: z.string({ error: '説明書面のテンプレートを選択してください。' }).max(limits.idChars),
    facts: z.strictObject(factFields),
    partnerIds: z
      .array(z.string().max(limits.idChars), { error: '相手役を一覧で指定してください。' })
      .max(limits.page.maximum),
    talk: plannedTalk,
  }),
  reply: { ...reply, status: 201 },
  problems: [
    'VIDEO_NOT_FOUND',
    'PERFORMER_NOT_FOUND',
    'TEMPLATE_NOT_FOUND',
    'ORGANISATION_ROLE',
    'INVALID_INPUT',
    'SIGNING_OPEN',
    'SIGNING_UNDER_AGE',
    'APPEARANCE_ENDED',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
    ...keyProblems,
  ],
  audit: ['create'],
  idempotent: true,
})

export const getSigning = endpoint({
  name: 'signings.get',
  method: 'GET',
  path: '/signings/{id}',
  summary: 'A signing with its acts and questions (D101)',
  who: 'user',
  params: ofSigning,
  reply,
  problems: ['SIGNING_NOT_FOUND', 'FILE_UNREADABLE'],
})

/** `type` is one of `paperTypes`. */
const ofDraft = z.strictObject({ id, type: z.string() })

export const openDraft = endpoint({
  name: 'signings.openDraft',
  method: 'GET',
  path: '/signings/{id}/papers/{type}',
  summary: 'The draft of the contract or the sheet, as the performer gets it (D101)',
  who: 'user',
  params: ofDraft,
  reply: { kind: 'file', status: 200 },
  problems: [
    'SIGNING_NOT_FOUND',
    'DOCUMENT_NOT_FOUND',
    'ORGANISATION_ROLE',
    'OPENING_REASON_REQUIRED',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
  ],
  audit: ['read'],
  transfer: true,
})

export const uploadDraft = endpoint({
  name: 'signings.uploadDraft',
  method: 'PUT',
  path: '/signings/{id}/papers/{type}',
  summary:
    'Use a PDF of the organisation in place of the one made from the template, before it is sent (D101)',
  who: 'user',
  params: ofDraft,
  upload: { fields: z.strictObject({}), files: ['file'] },
  reply,
  problems: [
    ...notFound,
    'DOCUMENT_NOT_FOUND',
    'SIGNING_STATE',
    ...fileProblems,
    'INVALID_INPUT',
    'RATE_LIMITED',
    'DAILY_BYTES',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
    ...keyProblems,
  ],
  audit: ['update'],
  idempotent: true,
  transfer: true,
})

export const sendSigning = endpoint({
  name: 'signings.send',
  method: 'POST',
  path: '/signings/{id}/send',
  summary:
    'Sign for the organisation, which offers the contract, and mail the performer the link to its page (D101)',
  who: 'user',
  params: ofSigning,
  body: z.strictObject({
    email,
    /** The drafts that the caller has seen: their SHA-256 in hex. */
    contractSha256: z.string({ error: '契約書の下書きを開き直してください。' }).max(64),
    sheetSha256: z.string({ error: '説明書面の下書きを開き直してください。' }).max(64),
  }),
  reply,
  problems: [
    ...notFound,
    'INVALID_INPUT',
    'SIGNING_STATE',
    'CONFLICT',
    'SIGNING_UNDER_AGE',
    'APPEARANCE_ENDED',
    'ORGANISATION_DISABLED',
    'CASE_CLOSED',
    'SENDER_UNVERIFIED',
    'SENDER_NAME',
    'ORGANISATION_UNAPPROVED',
    'RATE_LIMITED',
    'STEP_UP_REQUIRED',
    'FILE_UNREADABLE',
  ],
  audit: ['update'],
  stepUp: true,
})

export const recordTalk = endpoint({
  name: 'signings.talk',
  method: 'PUT',
  path: '/signings/{id}/talk',
  summary: 'Record that the contract was explained: who, when, how long, in which language (D101, 5条)',
  who: 'user',
  params: ofSigning,
  body: doneTalk,
  reply,
  problems: [...notFound, 'INVALID_INPUT', 'SIGNING_STATE', 'FILE_UNREADABLE'],
  audit: ['update'],
})

export const answerQuestion = endpoint({
  name: 'signings.answer',
  method: 'POST',
  path: '/signings/{id}/answers',
  summary: 'Answer a question of the performer, who is mailed; the signing goes on (D101)',
  who: 'user',
  params: ofSigning,
  body: z.strictObject({
    question: z.string({ error: '質問を選択してください。' }).max(limits.idChars),
    text: filled('回答', signingLimits.questionChars, true),
  }),
  reply,
  problems: [...notFound, 'INVALID_INPUT', 'SIGNING_STATE', 'FILE_UNREADABLE'],
  audit: ['update'],
})

export const remindOfSigning = endpoint({
  name: 'signings.remind',
  method: 'POST',
  path: '/signings/{id}/reminders',
  summary: 'Mail the performer a new link to its page, at most once a day (D101)',
  who: 'user',
  params: ofSigning,
  reply,
  problems: [
    ...notFound,
    'SIGNING_STATE',
    'ORGANISATION_DISABLED',
    'SENDER_UNVERIFIED',
    'SENDER_NAME',
    'ORGANISATION_UNAPPROVED',
    'RATE_LIMITED',
    'FILE_UNREADABLE',
  ],
  audit: ['update'],
  neverRepeated: true,
})

export const revokeSigning = endpoint({
  name: 'signings.revoke',
  method: 'DELETE',
  path: '/signings/{id}',
  summary:
    'Take back an offer that was not signed, or delete a draft; a repeated call changes nothing (D101)',
  who: 'user',
  params: ofSigning,
  reply: { kind: 'empty', status: 204 },
  problems: [...notFound, 'SIGNING_STATE'],
  audit: ['update'],
})
