import { z } from 'zod'
import { consentVersion, linkLanguages } from './consent.ts'
import { documentTypes, idKinds, refusedIdKinds } from './document-vocabulary.ts'
import { endpoint, fileProblems, keyProblems } from './endpoint.ts'
import { day, email, emptyIsAbsent, filled, id, instant } from './fields.ts'
import { limits } from './limits.ts'
import { performerConsentSchema, performerLinkSchema, statedDetailLabels } from './performer-link-progress.ts'

/** The performer's own link (D66): the owner hands it out, and the performer submits documents without an account. */

const language = z.enum(linkLanguages, { error: '言語を選択してください。' })

const performerParams = z.strictObject({ id })

export const createPerformerLink = endpoint({
  name: 'performerLinks.create',
  method: 'POST',
  path: '/performers/{id}/link',
  summary:
    'Create the link by which the performer submits documents; revokes the former link. With an e-mail address it is mailed (D66)',
  who: 'user',
  params: performerParams,
  body: z.strictObject({ email: email.nullish(), language }),
  reply: {
    kind: 'json',
    status: 201,
    schema: z.strictObject({
      link: performerLinkSchema,
      /** For the QR code; only in this reply. Null if the link was mailed: then only the performer receives it. */
      url: z.string().nullable(),
    }),
  },
  problems: [
    'PERFORMER_NOT_FOUND',
    'ORGANISATION_ROLE',
    'ORGANISATION_DISABLED',
    'CASE_CLOSED',
    'INVALID_INPUT',
    'DOCUMENT_STATE',
    'FILE_UNREADABLE',
    'SENDER_UNVERIFIED',
    'SENDER_NAME',
    'ORGANISATION_UNAPPROVED',
    'RATE_LIMITED',
    ...keyProblems,
  ],
  audit: ['update'],
  idempotent: true,
})

export const getPerformerLink = endpoint({
  name: 'performerLinks.get',
  method: 'GET',
  path: '/performers/{id}/link',
  summary: 'The newest link of the performer with its progress, and the consents given, newest first (D66)',
  who: 'user',
  params: performerParams,
  reply: {
    kind: 'json',
    status: 200,
    schema: z.strictObject({
      link: performerLinkSchema.nullable(),
      consents: z.array(performerConsentSchema),
    }),
  },
  problems: ['PERFORMER_NOT_FOUND', 'FILE_UNREADABLE'],
})

export const revokePerformerLink = endpoint({
  name: 'performerLinks.revoke',
  method: 'DELETE',
  path: '/performers/{id}/link',
  summary: 'Revoke the link of the performer, also while it is in use; without one, nothing happens (D66)',
  who: 'user',
  params: performerParams,
  reply: { kind: 'empty', status: 204 },
  problems: ['PERFORMER_NOT_FOUND', 'ORGANISATION_ROLE'],
  audit: ['update'],
})

/** What the performer sees: nothing of the record and nothing that was uploaded before. */
const linkSessionSchema = z.strictObject({
  /** Names the link in later calls. It opens nothing without the cookie of this browser. */
  id,
  /** Who requests the documents. */
  organisationName: z.string(),
  language: z.enum(linkLanguages),
  expiresAt: instant,
  consent: z.strictObject({ version: z.string(), language: z.enum(linkLanguages), at: instant }).nullable(),
  /** The performer has entered name and date of birth. The reply does not show whether the record has the same. */
  identityStated: z.boolean(),
  /** The kind of ID that was chosen through this link. */
  idKind: z.enum(idKinds).nullable(),
  /** False after the first decision on the record: then the kind is not asked for. */
  mayChooseIdKind: z.boolean(),
  /** The slots that may be filled, in the order of display. `submitted` means through this link. */
  slots: z.array(
    z.strictObject({ type: z.enum(documentTypes), required: z.boolean(), submitted: z.boolean() }),
  ),
  /** The performer has finished; the link accepts nothing more. */
  done: z.boolean(),
})
export type LinkSession = z.infer<typeof linkSessionSchema>

const sessionReply = { kind: 'json', status: 200, schema: linkSessionSchema } as const
const token = z.string({ error: 'リンクが正しくありません。' }).min(1).max(limits.linkTokenChars)
/** FORBIDDEN refuses an account that sees the record, and a browser of such an account: only the performer may act. */
const linkProblems = ['PERFORMER_LINK_ENDED', 'FORBIDDEN', 'CSRF_INVALID'] as const
const linkParams = z.strictObject({ id })

export const openPerformerLink = endpoint({
  name: 'performerLink.open',
  method: 'POST',
  path: '/performer-link/session',
  summary:
    'Open the link in this browser; the first browser is bound to it by a cookie, another one needs a code (D66)',
  who: 'anyone',
  body: z.strictObject({ token }),
  reply: sessionReply,
  problems: [
    ...linkProblems,
    'PERFORMER_LINK_DONE',
    'INVALID_INPUT',
    'LINK_CODE_REQUIRED',
    'LINK_OTHER_BROWSER',
    'RATE_LIMITED',
  ],
  audit: ['update'],
})

export const requestLinkCode = endpoint({
  name: 'performerLink.requestCode',
  method: 'POST',
  path: '/performer-link/code',
  summary:
    'Send a code for another browser to the address that received the link; valid for ten minutes (D66)',
  who: 'anyone',
  body: z.strictObject({ token }),
  reply: { kind: 'empty', status: 204 },
  problems: [...linkProblems, 'INVALID_INPUT', 'LINK_OTHER_BROWSER', 'FILE_UNREADABLE', 'RATE_LIMITED'],
  unaudited: 'changes nothing of the record; the code is recorded when it binds a browser',
  neverRepeated: true,
})

export const confirmLinkCode = endpoint({
  name: 'performerLink.confirmCode',
  method: 'POST',
  path: '/performer-link/code/confirm',
  summary: 'Bind this browser to the link in place of the former one, with the code (D66)',
  who: 'anyone',
  body: z.strictObject({
    token,
    code: z.string({ error: '確認コードを入力してください。' }).max(limits.oneTimeCodeChars),
  }),
  reply: sessionReply,
  problems: [...linkProblems, 'INVALID_INPUT', 'SECOND_FACTOR_INVALID', 'RATE_LIMITED'],
  audit: ['update'],
  neverRepeated: true,
})

export const getLinkSession = endpoint({
  name: 'performerLink.get',
  method: 'GET',
  path: '/performer-link',
  summary: 'The link that this browser opened last, or the one with this id, such as after a reload (D66)',
  who: 'anyone',
  query: z.object({ id: emptyIsAbsent(z.string().max(limits.idChars)) }),
  reply: sessionReply,
  problems: ['PERFORMER_LINK_ENDED', 'FORBIDDEN', 'INVALID_INPUT'],
})

export const giveConsent = endpoint({
  name: 'performerLink.consent',
  method: 'POST',
  path: '/performer-link/{id}/consent',
  summary:
    'Consent to the current wording; stored with wording, version, language and time. Only by link (D66)',
  who: 'anyone',
  params: linkParams,
  body: z.strictObject({
    version: z.literal(consentVersion, { error: '同意の内容が更新されました。画面を開き直してください。' }),
    language,
  }),
  reply: sessionReply,
  problems: [...linkProblems, 'INVALID_INPUT'],
  audit: ['update'],
})

export const stateIdentity = endpoint({
  name: 'performerLink.identity',
  method: 'PUT',
  path: '/performer-link/{id}/identity',
  summary:
    'Enter legal name and date of birth, which are compared with the record; they fill only an empty date of birth (D66)',
  who: 'anyone',
  params: linkParams,
  body: z.strictObject({
    name: filled(statedDetailLabels.name, limits.fullNameChars),
    dateOfBirth: day(statedDetailLabels.dateOfBirth),
  }),
  reply: sessionReply,
  problems: [...linkProblems, 'INVALID_INPUT', 'CONSENT_REQUIRED'],
  audit: ['update'],
})

export const chooseIdKind = endpoint({
  name: 'performerLink.idKind',
  method: 'PUT',
  path: '/performer-link/{id}/id-kind',
  summary: 'Choose the kind of ID, from which the slots follow (D14, D66)',
  who: 'anyone',
  params: linkParams,
  body: z.strictObject({
    idKind: z.enum([...idKinds, ...refusedIdKinds], { error: '身分証の種類を選択してください。' }),
  }),
  reply: sessionReply,
  problems: [
    ...linkProblems,
    'INVALID_INPUT',
    'CONSENT_REQUIRED',
    'ID_KIND_UNSUPPORTED',
    'DETAILS_LOCKED',
    'ID_BACK_STORED',
  ],
  audit: ['update'],
})

export const submitLinkDocument = endpoint({
  name: 'performerLink.submit',
  method: 'PUT',
  path: '/performer-link/{id}/documents/{type}',
  summary: 'Submit a file for an open slot, or another one in place of it before the end (D66)',
  who: 'anyone',
  params: z.strictObject({ id, type: z.string() }),
  upload: { fields: z.strictObject({}), files: ['file'] },
  reply: sessionReply,
  problems: [
    ...linkProblems,
    'DOCUMENT_NOT_FOUND',
    'CONSENT_REQUIRED',
    'DOCUMENT_STATE',
    ...fileProblems,
    'INVALID_INPUT',
    'ID_BACK_CLOSED',
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

export const finishLink = endpoint({
  name: 'performerLink.done',
  method: 'POST',
  path: '/performer-link/{id}/done',
  summary:
    'Finish: requires consent, name and date of birth, and the required documents; the link then accepts nothing more (D66)',
  who: 'anyone',
  params: linkParams,
  reply: sessionReply,
  problems: [...linkProblems, 'INVALID_INPUT', 'CONSENT_REQUIRED', 'IDENTITY_REQUIRED', 'DOCUMENT_STATE'],
  audit: ['update'],
})
