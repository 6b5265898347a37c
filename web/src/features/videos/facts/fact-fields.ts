import type { StoredAppearance } from '@kyc/contract/title-facts.ts'
import {
  consentLabels,
  contractFactLabels,
  derivationLabels,
  endLabels,
  footageAnswerLabels,
  footageWayLabels,
  shootingLabels,
  videoCategoryLabels,
  voidClauseLabels,
} from '@kyc/contract/title-vocabulary.ts'

// The fields of each part of the facts (D90 to D100), for the one dialog that enters them and the lists that show them.

export interface FactField {
  /** As in the contract. */
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'lines' | 'day' | 'number' | 'choice' | 'checks' | 'yesNo'
  readonly required?: true
  /** The choices by value; those of performers and videos are given with the dialog. */
  readonly options?: Readonly<Record<string, string>>
  readonly hint?: string
}

export const titleFields: readonly FactField[] = [
  { name: 'category', label: '区分', kind: 'choice', options: videoCategoryLabels },
  {
    name: 'categoryReason',
    label: '対象外とした理由',
    kind: 'lines',
    hint: '区分が「対象外」のときに必要です。',
  },
  { name: 'maker', label: '制作者', kind: 'text' },
  { name: 'productNumber', label: '品番', kind: 'text' },
  { name: 'reviewingBody', label: '審査団体', kind: 'text' },
  { name: 'reviewNumber', label: '審査番号', kind: 'text' },
]

export const contentReviewFields: readonly FactField[] = [
  { name: 'on', label: '確認した日', kind: 'day', required: true },
  { name: 'by', label: '確認した人', kind: 'text', required: true },
  {
    name: 'passed',
    label: '結果',
    kind: 'yesNo',
    required: true,
    options: { true: '合格', false: '不合格' },
  },
  { name: 'checked', label: '確認した内容', kind: 'lines' },
]

export const shootingFields: readonly FactField[] = [
  { name: 'kind', label: '種別', kind: 'choice', required: true, options: shootingLabels },
  { name: 'plannedOn', label: '予定日', kind: 'day' },
  { name: 'place', label: '場所', kind: 'text' },
  { name: 'shotOn', label: '撮影した日', kind: 'day', hint: '撮影が済んでから入力します。' },
  {
    name: 'performerIds',
    label: '参加した出演者',
    kind: 'checks',
    hint: 'どなたも選択しないと、全員が参加したことになります。',
  },
]

export const endOfShootingFields: readonly FactField[] = [
  { name: 'shootingEndedOn', label: 'すべての撮影が終わった日', kind: 'day' },
]
export const reopenField: FactField = {
  name: 'reopenReason',
  label: '変更する理由',
  kind: 'lines',
  required: true,
}

export const sourceFields: readonly FactField[] = [
  { name: 'videoId', label: '元の動画', kind: 'choice', required: true },
  { name: 'kind', label: '作り方', kind: 'choice', required: true, options: derivationLabels },
]

export const evidenceFields: readonly FactField[] = [
  { name: 'file', label: 'ファイル名', kind: 'text', required: true },
  { name: 'bytes', label: '大きさ（バイト）', kind: 'number', required: true },
  { name: 'sha256', label: 'SHA-256', kind: 'text', required: true, hint: '64桁の16進数です。' },
  { name: 'place', label: '保管場所', kind: 'text', required: true },
  { name: 'keeper', label: '保管する人', kind: 'text', required: true },
]

type Part = keyof StoredAppearance

export const partTitles = {
  contract: '契約',
  sheet: '説明書面',
  footage: '映像の確認',
  consents: '同意',
  ended: '解除・差止',
} as const satisfies Record<Part, string>

export const partFields = {
  contract: [
    { name: 'offeredOn', label: '申し込んだ日', kind: 'day' },
    { name: 'signedOn', label: '契約日', kind: 'day', required: true },
    { name: 'receivedOn', label: '写しを受け取った日', kind: 'day' },
    { name: 'named', label: '契約書に記載のある事項', kind: 'checks', options: contractFactLabels },
    { name: 'partnerIds', label: '契約書に記載のある相手役', kind: 'checks' },
    { name: 'voidClauses', label: '無効となる条項', kind: 'checks', options: voidClauseLabels },
  ],
  sheet: [
    { name: 'receivedOn', label: '受け取った日', kind: 'day', required: true },
    { name: 'explainedOn', label: '説明した日', kind: 'day' },
    { name: 'explainedBy', label: '説明した人', kind: 'text' },
    { name: 'minutes', label: '説明の時間（分）', kind: 'number' },
    { name: 'language', label: '説明の言語', kind: 'text' },
    { name: 'edition', label: '説明書面の版', kind: 'text' },
  ],
  footage: [
    { name: 'offeredOn', label: '提供した日', kind: 'day', required: true },
    { name: 'way', label: '提供の方法', kind: 'choice', required: true, options: footageWayLabels },
    { name: 'until', label: '確認の期限', kind: 'day', required: true },
    { name: 'answer', label: '回答', kind: 'choice', options: footageAnswerLabels },
    {
      name: 'address',
      label: '映像のアドレス',
      kind: 'text',
      hint: 'https:// から入力します。ご本人のページに表示されます。',
    },
  ],
  consents: [
    { name: 'kind', label: '種類', kind: 'choice', required: true, options: consentLabels },
    { name: 'wording', label: '同意文の版', kind: 'text' },
    { name: 'givenOn', label: '同意した日', kind: 'day', required: true },
    { name: 'endsOn', label: '最終日', kind: 'day' },
    {
      name: 'withdrawnOn',
      label: '撤回した日',
      kind: 'day',
      hint: '撤回を記録すると、あとから変更できません。',
    },
  ],
  ended: [
    { name: 'kind', label: '種類', kind: 'choice', required: true, options: endLabels },
    { name: 'on', label: '効力の生じた日', kind: 'day', required: true },
  ],
} as const satisfies Record<Part, readonly FactField[]>

/** What a control of the dialog holds: choices and days as text, empty if nothing is known. */
export type FieldValue = string | readonly string[]
export type FieldValues = Readonly<Record<string, FieldValue>>

/** The values of the controls for a stored part; null for a new one. */
export function valuesOf(fields: readonly FactField[], stored: object | null): FieldValues {
  const facts = new Map<string, unknown>(Object.entries(stored ?? {}))
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const fact = facts.get(name) ?? null
      if (kind === 'checks') return [name, Array.isArray(fact) ? fact.map(String) : []]
      return [name, fact === null ? '' : String(fact)]
    }),
  )
}

/** The part as the contract takes it: an empty control is null, which the contract refuses where it is required. */
export function partOf(fields: readonly FactField[], values: FieldValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, kind, required }) => {
      const value = values[name] ?? ''
      if (typeof value !== 'string') return [name, value]
      if (value === '') return [name, required && kind !== 'yesNo' && kind !== 'number' ? '' : null]
      if (kind === 'number') return [name, Number(value)]
      return [name, kind === 'yesNo' ? value === 'true' : value]
    }),
  )
}
