import type { AuditFilter } from '@kyc/contract/audit.ts'
import { clockInJapan, dateInWords } from '@kyc/contract/dates.ts'
import { auditActionLabels, auditResourceTypeLabels } from '@kyc/contract/labels.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { readsAll } from '../../access/actor.ts'
import { isUnaltered } from '../leaf.ts'
import type { AuditKeys } from '../seal.ts'
import type { ExportReader } from './export-job.ts'
import type { EntryProof } from './export-repository.ts'

/** Running totals of an export. */
export interface ExportTotals {
  rows: number
  /** Rows with a damaged box (D57). */
  unreadable: number
  /** Null if no entry matched. */
  newest: EntryProof | null
  oldest: { readonly id: string; readonly at: Date } | null
}

/** The cover sheet (D41): filters, author, time, totals, and the proof of the newest entry. */
export function coverRows(
  keys: AuditKeys,
  { actor, filter, at }: { actor: ExportReader; filter: AuditFilter; at: Date },
  { rows, unreadable, newest, oldest }: Readonly<ExportTotals>,
): (readonly [string, string])[] {
  return [
    ['監査ログレポート', '本人確認管理システム'],
    ['作成日時（JST）', clockInJapan(at)],
    ['作成者', `${actor.name}（${roleLabels[actor.role]}）`],
    ['記録の範囲', scopeText(actor)],
    ['期間', periodText(filter)],
    ['操作', filter.action ? auditActionLabels[filter.action] : 'すべて'],
    ['対象', filter.resourceType ? auditResourceTypeLabels[filter.resourceType] : 'すべて'],
    ...(filter.resourceId ? ([['対象ID', filter.resourceId]] as const) : []),
    ...(filter.userId ? ([['ユーザーID', filter.userId]] as const) : []),
    ['件数', `${rows.toLocaleString('ja-JP')}件`],
    ...(unreadable > 0
      ? ([['内容を読み取れない記録', `${unreadable.toLocaleString('ja-JP')}件`]] as const)
      : []),
    ['最も新しい記録', newest ? `${clockInJapan(timeOf(newest))}　${newest.id}` : 'なし'],
    ['最も古い記録', oldest ? `${clockInJapan(oldest.at)}　${oldest.id}` : 'なし'],
    ...(newest ? proofRows(keys, newest) : []),
  ]
}

function proofRows(keys: AuditKeys, newest: EntryProof): (readonly [string, string])[] {
  return [
    ['最も新しい記録のハッシュ値', `SHA-256　${newest.leaf.toString('hex')}`],
    ['最も新しい記録の認証コード', `HMAC-SHA256　${newest.mac.toString('hex')}`],
    [
      '作成時の確認',
      isUnaltered(keys, newest)
        ? '最も新しい記録の内容は、ハッシュ値および認証コードと一致しています。'
        : '最も新しい記録の内容が、ハッシュ値または認証コードと一致しません。管理者にご連絡ください。',
    ],
    [
      '確認の範囲',
      'この確認は最も新しい記録1件についてのものです。ログ全体に欠落や改ざんがないことの証明は、このファイルには含まれていません。',
    ],
  ]
}

function scopeText(actor: ExportReader): string {
  if (actor.scope.organisation === null) return 'すべての組織の記録'
  return readsAll(actor) ? '1つの組織の記録' : 'ご自身の操作と、所属する組織の記録への操作'
}

function periodText({ startDate, endDate }: AuditFilter): string {
  if (!startDate && !endDate) return 'すべて'
  return `${startDate ? dateInWords(startDate) : ''}〜${endDate ? dateInWords(endDate) : ''}`
}

export function timeOf({ at_us }: { readonly at_us: string | number }): Date {
  return new Date(Number(at_us) / 1000)
}
