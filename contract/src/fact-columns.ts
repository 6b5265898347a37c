import { titleFactLabels as labels } from './title-labels.ts'
import {
  consentKinds,
  consentLabels,
  contractFactLabels,
  endLabels,
  footageAnswerLabels,
  footageWayLabels,
  shootingKinds,
  shootingLabels,
  videoCategoryLabels,
  voidClauseLabels,
} from './title-vocabulary.ts'

// The columns of a sheet of facts (D124). The template, the reader and the import all map columns to facts by this one
// table.

export interface FactColumn {
  /**
   * The fact as in the input of the facts; consents and shootings are named by their kind instead of their place in the
   * list.
   */
  readonly path: string
  /** The heading. */
  readonly label: string
  /** `days` are those of shootings, `performers` are of the same video; both are lists in one cell. */
  readonly kind: 'text' | 'day' | 'number' | 'choice' | 'checks' | 'days' | 'performers'
  /** For a choice: its texts by value. */
  readonly options?: Readonly<Record<string, string>>
}

/** The columns that name the video and the performer of a line; of the two columns for each, one is enough. */
export const keyColumns = [
  { path: 'video.id', label: '動画ID' },
  { path: 'video.externalId', label: '動画の外部ID' },
  { path: 'performer.id', label: '出演者ID' },
  { path: 'performer.externalId', label: '出演者の外部ID' },
] as const

/** Columns of the template that help to fill it in; an import does not read them. */
export const nameColumns = [
  { path: 'video.title', label: 'タイトル' },
  { path: 'performer.name', label: '氏名' },
] as const

const ofTitle: readonly FactColumn[] = [
  { path: 'category', label: labels.category, kind: 'choice', options: videoCategoryLabels },
  { path: 'categoryReason', label: labels.categoryReason, kind: 'text' },
  { path: 'maker', label: labels.maker, kind: 'text' },
  { path: 'productNumber', label: labels.productNumber, kind: 'text' },
  { path: 'reviewingBody', label: labels.reviewingBody, kind: 'text' },
  { path: 'reviewNumber', label: labels.reviewNumber, kind: 'text' },
  { path: 'shootingEndedOn', label: labels.shootingEndedOn, kind: 'day' },
  { path: 'reopenReason', label: '撮影の終了を変更する理由', kind: 'text' },
  { path: 'contentReview.on', label: '内容を確認した日', kind: 'day' },
  { path: 'contentReview.by', label: labels.by, kind: 'text' },
  {
    path: 'contentReview.passed',
    label: '確認の結果',
    kind: 'choice',
    options: { true: '合格', false: '不合格' },
  },
  { path: 'contentReview.checked', label: labels.checked, kind: 'text' },
]

const ofShootings: readonly FactColumn[] = shootingKinds.map((kind) => ({
  path: `shootings.${kind}`,
  label: `${labels.shotOn}（${shootingLabels[kind]}）`,
  kind: 'days',
}))

const ofContract: readonly FactColumn[] = [
  { path: 'contract.offeredOn', label: '契約を申し込んだ日', kind: 'day' },
  { path: 'contract.signedOn', label: labels.signedOn, kind: 'day' },
  { path: 'contract.receivedOn', label: '契約書の写しを受け取った日', kind: 'day' },
  { path: 'contract.named', label: labels.named, kind: 'checks', options: contractFactLabels },
  { path: 'contract.partnerIds', label: '契約書に記載のある相手役', kind: 'performers' },
  { path: 'contract.voidClauses', label: labels.voidClauses, kind: 'checks', options: voidClauseLabels },
]

const ofSheet: readonly FactColumn[] = [
  { path: 'sheet.receivedOn', label: '説明書面を受け取った日', kind: 'day' },
  { path: 'sheet.explainedOn', label: labels.explainedOn, kind: 'day' },
  { path: 'sheet.explainedBy', label: labels.explainedBy, kind: 'text' },
  { path: 'sheet.minutes', label: labels.minutes, kind: 'number' },
  { path: 'sheet.language', label: '説明の言語', kind: 'text' },
  { path: 'sheet.edition', label: labels.edition, kind: 'text' },
]

const ofFootage: readonly FactColumn[] = [
  { path: 'footage.offeredOn', label: '映像を確認する機会を提供した日', kind: 'day' },
  { path: 'footage.way', label: labels.way, kind: 'choice', options: footageWayLabels },
  { path: 'footage.until', label: '確認の期限', kind: 'day' },
  { path: 'footage.answer', label: labels.answer, kind: 'choice', options: footageAnswerLabels },
  { path: 'footage.address', label: '映像のアドレス', kind: 'text' },
]

const ofConsents: readonly FactColumn[] = consentKinds.flatMap((kind) => {
  const of = (field: 'givenOn' | 'wording' | 'endsOn' | 'withdrawnOn', type: 'day' | 'text') => ({
    path: `consents.${kind}.${field}`,
    label: `${labels[field]}（${consentLabels[kind]}）`,
    kind: type,
  })
  return [of('givenOn', 'day'), of('wording', 'text'), of('endsOn', 'day'), of('withdrawnOn', 'day')]
})

const ofEnd: readonly FactColumn[] = [
  { path: 'ended.kind', label: '契約の終了の種類', kind: 'choice', options: endLabels },
  { path: 'ended.on', label: '契約が終了した日', kind: 'day' },
]

/** Facts of the video; lines of one video agree on them. */
export const titleColumns = ofTitle
/** The days on which the performer of the line was shot; without a performer, all were. */
export const shootingColumns = ofShootings
/** Facts of the appearance of the line. */
export const appearanceColumns = [...ofContract, ...ofSheet, ...ofFootage, ...ofConsents, ...ofEnd]
export const factColumns: readonly FactColumn[] = [...titleColumns, ...shootingColumns, ...appearanceColumns]

/** All columns in the order of the template. */
export const sheetColumns: readonly Pick<FactColumn, 'path' | 'label'>[] = [
  ...[keyColumns[0], keyColumns[1], nameColumns[0], keyColumns[2], keyColumns[3], nameColumns[1]],
  ...factColumns,
]

/** In a cell with a list, this text stands for every possible entry. */
export const everyOne = 'すべて'
export const listSeparator = '、'

/** The entries of a cell with a list. */
export function cellList(text: string): string[] {
  return text
    .split(/[、,，;；\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
