import { clockInJapan, dateInWords } from '@kyc/contract/dates.ts'
import { auditActionLabels, auditResourceTypeLabels } from '@kyc/contract/labels.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { isAdmin, type NamedActor } from '../../access/actor.ts'
import { type AuditKeys, isUnaltered } from '../seal.ts'
import type { ExportFilter } from './export-job.ts'
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
  { actor, filter, at }: { actor: NamedActor; filter: ExportFilter; at: Date },
  { rows, unreadable, newest, oldest }: Readonly<ExportTotals>,
): (readonly [string, string])[] {
  return [
    ['監査ログレポート', '本人確認管理システム'],
    ['作成日時（JST）', clockInJapan(at)],
    ['作成者', `${actor.name}（${roleLabels[actor.role]}）`],
    [
      '記録の範囲',
      isAdmin(actor) ? 'すべてのユーザーの記録' : 'ご自身の操作と、ご自身が登録した記録への操作',
    ],
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

function periodText({ startDate, endDate }: ExportFilter): string {
  if (!startDate && !endDate) return 'すべて'
  return `${startDate ? dateInWords(startDate) : ''}〜${endDate ? dateInWords(endDate) : ''}`
}

export function timeOf({ at_us }: { readonly at_us: string | number }): Date {
  return new Date(Number(at_us) / 1000)
}
