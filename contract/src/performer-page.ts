import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { emptyIsAbsent, filled, id } from './fields.ts'
import { limits } from './limits.ts'
import { pageSession } from './page-session.ts'
import { signingLimits } from './signing-vocabulary.ts'
import { footageAnswers } from './title-vocabulary.ts'

// The performer's page (D104): its own titles, contracts to sign (D101), and what it can do about them, without an account. It shows
// nothing about other persons.

const sessionReply = { kind: 'json', status: 200, schema: pageSession } as const
const token = z.string({ error: 'リンクが正しくありません。' }).min(1).max(limits.linkTokenChars)
const code = z.string({ error: '確認コードを入力してください。' }).max(limits.oneTimeCodeChars)
const pageProblems = ['PERFORMER_LINK_ENDED', 'FORBIDDEN', 'CSRF_INVALID'] as const
const ofPage = z.strictObject({ id })
const ofSigning = z.strictObject({ id, signing: id })
const ofTitle = z.strictObject({ id, video: id })

export const openPerformerPage = endpoint({
  name: 'performerPage.open',
  method: 'POST',
  path: '/performer-page/session',
  summary:
    'Open the page in this browser; the first browser is bound to the link by a cookie, another one needs a code (D104)',
  who: 'anyone',
  body: z.strictObject({ token, code: code.nullish() }),
  reply: sessionReply,
  problems: [
    ...pageProblems,
    'INVALID_INPUT',
    'LINK_CODE_REQUIRED',
    'SECOND_FACTOR_INVALID',
    'RATE_LIMITED',
    'FILE_UNREADABLE',
  ],
  audit: ['update'],
  neverRepeated: true,
})

export const requestPageCode = endpoint({
  name: 'performerPage.requestCode',
  method: 'POST',
  path: '/performer-page/code',
  summary: 'Mail a code for another browser to the stored address; valid for ten minutes (D104)',
  who: 'anyone',
  body: z.strictObject({ token }),
  reply: { kind: 'empty', status: 204 },
  problems: [...pageProblems, 'INVALID_INPUT', 'FILE_UNREADABLE', 'RATE_LIMITED'],
  unaudited: 'changes nothing of the record; the code is recorded when it binds a browser',
  neverRepeated: true,
})

export const renewPerformerPage = endpoint({
  name: 'performerPage.renew',
  method: 'POST',
  path: '/performer-page/renewals',
  summary:
    'Mail a new link to the stored address in place of one that has expired; the reply is the same for every token (D104)',
  who: 'anyone',
  body: z.strictObject({ token }),
  reply: { kind: 'empty', status: 204 },
  problems: ['CSRF_INVALID', 'INVALID_INPUT', 'RATE_LIMITED'],
  unaudited: 'the new link is recorded when it is opened',
  neverRepeated: true,
})

export const getPerformerPage = endpoint({
  name: 'performerPage.get',
  method: 'GET',
  path: '/performer-page',
  summary: 'The page that this browser opened last, or the one with this id, such as after a reload (D104)',
  who: 'anyone',
  query: z.object({ id: emptyIsAbsent(z.string().max(limits.idChars)) }),
  reply: sessionReply,
  problems: ['PERFORMER_LINK_ENDED', 'FORBIDDEN', 'INVALID_INPUT', 'FILE_UNREADABLE'],
})

const signingProblems = [
  ...pageProblems,
  'SIGNING_NOT_FOUND',
  'SIGNING_STATE',
  'INVALID_INPUT',
  'FILE_UNREADABLE',
] as const
const path = '/performer-page/{id}/signings/{signing}'

export const openSigningPaper = endpoint({
  name: 'performerPage.paper',
  method: 'GET',
  path: `${path}/papers/{type}`,
  summary: 'The contract or the sheet, one of `paperTypes`; each opening is an entry (D101)',
  who: 'anyone',
  params: z.strictObject({ id, signing: id, type: z.string() }),
  reply: { kind: 'file', status: 200 },
  problems: [
    'PERFORMER_LINK_ENDED',
    'FORBIDDEN',
    'SIGNING_NOT_FOUND',
    'SIGNING_STATE',
    'DOCUMENT_NOT_FOUND',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
  ],
  audit: ['read'],
  transfer: true,
})

export const receiveSheet = endpoint({
  name: 'performerPage.receiveSheet',
  method: 'POST',
  path: `${path}/sheet`,
  summary:
    'State that the explanation sheet was received; it must have been opened. The day counts for article 7 (D101)',
  who: 'anyone',
  params: ofSigning,
  reply: sessionReply,
  problems: [...signingProblems],
  audit: ['update'],
})

export const readContract = endpoint({
  name: 'performerPage.readContract',
  method: 'POST',
  path: `${path}/reading`,
  summary: 'State that every page of the contract was shown, after the sheet was received (D101)',
  who: 'anyone',
  params: ofSigning,
  body: z.strictObject({
    pages: z
      .array(z.int({ error: 'ページを整数で指定してください。' }).min(1), {
        error: '表示したページを指定してください。',
      })
      .max(500),
  }),
  reply: sessionReply,
  problems: [...signingProblems],
  audit: ['update'],
})

export const askQuestion = endpoint({
  name: 'performerPage.ask',
  method: 'POST',
  path: `${path}/questions`,
  summary: 'Ask the organisation, which is mailed; nothing is signed until it has answered (D101)',
  who: 'anyone',
  params: ofSigning,
  body: z.strictObject({ text: filled('質問', signingLimits.questionChars, true) }),
  reply: sessionReply,
  problems: [...signingProblems, 'RATE_LIMITED'],
  audit: ['update'],
  neverRepeated: true,
})

export const requestSigningCode = endpoint({
  name: 'performerPage.signingCode',
  method: 'POST',
  path: `${path}/code`,
  summary:
    'Mail the code that signs the contract; valid for ten minutes. Refused while something stops the signature (D101)',
  who: 'anyone',
  params: ofSigning,
  reply: { kind: 'empty', status: 204 },
  problems: [...signingProblems, 'SIGNING_NOT_YET', 'RATE_LIMITED'],
  unaudited: 'changes nothing; the signature is recorded',
  neverRepeated: true,
})

const point = z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)])

export const signContract = endpoint({
  name: 'performerPage.sign',
  method: 'POST',
  path: `${path}/signature`,
  summary:
    'Sign with the mailed code. `contractSha256` is the contract that was read. The drawing is shown in the copy and proves nothing (D101, D102)',
  who: 'anyone',
  params: ofSigning,
  body: z.strictObject({
    code,
    contractSha256: z.string({ error: '契約書を開き直してください。' }).max(64),
    strokes: z
      .array(z.array(point).min(2).max(signingLimits.strokes.points), {
        error: '署名の線が正しくありません。',
      })
      .max(signingLimits.strokes.count)
      .nullish(),
  }),
  reply: sessionReply,
  problems: [...signingProblems, 'SIGNING_NOT_YET', 'SECOND_FACTOR_INVALID', 'CONFLICT', 'RATE_LIMITED'],
  audit: ['update'],
  neverRepeated: true,
})

export const refuseSigning = endpoint({
  name: 'performerPage.refuse',
  method: 'POST',
  path: `${path}/refusal`,
  summary: 'Refuse the contract; no reason is asked for, and the organisation is mailed (D101)',
  who: 'anyone',
  params: ofSigning,
  reply: sessionReply,
  problems: [...signingProblems],
  audit: ['update'],
})

export const openSignedCopy = endpoint({
  name: 'performerPage.copy',
  method: 'GET',
  path: `${path}/copy`,
  summary: 'Download the signed contract (D102)',
  who: 'anyone',
  params: ofSigning,
  reply: { kind: 'file', status: 200 },
  problems: [
    'PERFORMER_LINK_ENDED',
    'FORBIDDEN',
    'SIGNING_NOT_FOUND',
    'SIGNING_STATE',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
  ],
  audit: ['download'],
  transfer: true,
})

export const receiveCopy = endpoint({
  name: 'performerPage.receiveCopy',
  method: 'POST',
  path: `${path}/receipt`,
  summary:
    'State that the copy was received; it must have been downloaded. The day counts for article 7 (D101)',
  who: 'anyone',
  params: ofSigning,
  reply: sessionReply,
  problems: [...signingProblems],
  audit: ['update'],
})

export const answerFootage = endpoint({
  name: 'performerPage.footage',
  method: 'POST',
  path: '/performer-page/{id}/titles/{video}/footage',
  summary: 'State that the footage was seen, or that the chance is declined (D95, 8条)',
  who: 'anyone',
  params: ofTitle,
  body: z.strictObject({ answer: z.enum(footageAnswers, { error: '回答を選択してください。' }) }),
  reply: sessionReply,
  problems: [...pageProblems, 'INVALID_INPUT', 'VIDEO_NOT_FOUND', 'APPEARANCE_STATE', 'FILE_UNREADABLE'],
  audit: ['update'],
})

export const withdrawAppearance = endpoint({
  name: 'performerPage.withdraw',
  method: 'POST',
  path: '/performer-page/{id}/titles/{video}/withdrawal',
  summary:
    'Cancel the contract of a title without a reason (13条). It counts at once: publication is refused from this call on (D104)',
  who: 'anyone',
  params: ofTitle,
  reply: sessionReply,
  problems: [...pageProblems, 'INVALID_INPUT', 'VIDEO_NOT_FOUND', 'FILE_UNREADABLE'],
  audit: ['update', 'create'],
})

export const askForDisclosure = endpoint({
  name: 'performerPage.disclosure',
  method: 'POST',
  path: '/performer-page/{id}/disclosure',
  summary:
    'Ask for the disclosure of the own data (D77); a repeated call before the answer changes nothing (D104)',
  who: 'anyone',
  params: ofPage,
  reply: sessionReply,
  problems: [...pageProblems, 'INVALID_INPUT', 'FILE_UNREADABLE'],
  audit: ['create'],
})
