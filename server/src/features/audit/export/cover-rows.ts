import type { AuditFilter } from '@kyc/contract/audit.ts'
import { auditFilterLabels } from '@kyc/contract/audit-filters.ts'
import { clockInJapan, dateInWords } from '@kyc/contract/dates.ts'
import { auditResourceTypeLabels } from '@kyc/contract/labels.ts'
import { readsAll } from '../../access/actor.ts'
import type { StoredCheckpoint } from '../tree/tree-repository.ts'
import type { ExportReader, ExportRequest } from './export-job.ts'
import { coverHead } from './export-workbook.ts'

/** Running totals of an export. */
export interface ExportTotals {
  rows: number
  /** Rows with a damaged box (D57). */
  unreadable: number
  /** Null if no entry matched. */
  newest: EntryName | null
  oldest: EntryName | null
}

interface EntryName {
  readonly id: string
  readonly at: Date
}

export interface ExportCheckpoint extends StoredCheckpoint {
  /** Whether it covers the newest entry of the export. */
  readonly covers: boolean
}

/** The proof on the cover: the newest checkpoint, if there is one, and the hash of the list of rows. */
export interface CoverProof {
  readonly checkpoint: ExportCheckpoint | undefined
  /** The signed time; undefined if the signature is not valid. */
  readonly sealedAt: Date | undefined
  readonly sha256: string
}

type CoverRow = readonly [string, string]

/** The cover sheet (D41): filters, author, time, totals and proof. */
export function coverRows(
  { actor, filter, at, proof }: ExportRequest,
  { rows, unreadable, newest, oldest }: Readonly<ExportTotals>,
  { sha256, ...signed }: CoverProof,
): CoverRow[] {
  return [
    ...coverHead('監査ログレポート', actor, at),
    ['記録の範囲', scopeText(actor)],
    ['期間', periodText(filter)],
    ['操作', filter.action ? auditFilterLabels[filter.action] : 'すべて'],
    ['対象', filter.resourceType ? auditResourceTypeLabels[filter.resourceType] : 'すべて'],
    ...(filter.resourceId ? ([['対象ID', filter.resourceId]] as const) : []),
    ...(filter.userId ? ([['ユーザーID', filter.userId]] as const) : []),
    ['件数', `${rows.toLocaleString('ja-JP')}件`],
    ...(unreadable > 0
      ? ([['内容を読み取れない記録', `${unreadable.toLocaleString('ja-JP')}件`]] as const)
      : []),
    ['最も新しい記録', nameText(newest)],
    ['最も古い記録', nameText(oldest)],
    ...checkpointRows(signed, newest !== null),
    ['記録の一覧のハッシュ値', hashText(sha256)],
    ['証明', proof ? proofText : noProofText],
  ]
}

function hashText(hex: string): string {
  return `SHA-256　${hex}`
}

const proofText =
  '同じ .zip の証明ファイルと公開鍵があれば、このファイルの記録が監査ログのとおりであることを、システムに接続せずに検証できます。'
const noProofText =
  'このファイルだけでは、記録が監査ログのとおりであることを検証できません。検証するには、証明ファイルを付けてエクスポートしてください。'

/** The hash tree over the whole log. Its checkpoints are signed within about a second. */
function checkpointRows({ checkpoint, sealedAt }: Omit<CoverProof, 'sha256'>, hasRows: boolean): CoverRow[] {
  if (!checkpoint) return [['チェックポイント', '作成時には、まだありませんでした。']]
  const { size, root, covers } = checkpoint
  return [
    ['チェックポイントの件数', `${size.toLocaleString('ja-JP')}件`],
    ['チェックポイントのルートハッシュ', hashText(root.toString('hex'))],
    ['チェックポイントの日時（JST）', sealedAt ? clockInJapan(sealedAt) : '署名を確認できません。'],
    ...(hasRows && !covers
      ? ([['チェックポイントの範囲', '最も新しい記録は、作成時には含まれていませんでした。']] as const)
      : []),
  ]
}

function nameText(entry: EntryName | null): string {
  return entry ? `${clockInJapan(entry.at)}　${entry.id}` : 'なし'
}

function scopeText(actor: ExportReader): string {
  if (actor.scope.organisation === null) return 'すべての組織の記録'
  return readsAll(actor) ? '1つの組織の記録' : 'ご自身の操作と、所属する組織の記録への操作'
}

function periodText({ startDate, endDate }: AuditFilter): string {
  if (!startDate && !endDate) return 'すべて'
  return `${startDate ? dateInWords(startDate) : ''}〜${endDate ? dateInWords(endDate) : ''}`
}
