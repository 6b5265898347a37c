import { auditFieldLabel } from '@kyc/contract/audit-fields.ts'
import { unreadableText } from '@kyc/contract/audit-words.ts'
import type { AnyDocumentType } from '@kyc/contract/document-vocabulary.ts'
import { minute } from '@kyc/contract/durations.ts'
import { anyDocumentLabels, auditActionLabels, wordOf } from '@kyc/contract/labels.ts'
import type { LinkChange } from '@kyc/contract/link-labels.ts'
import type { historyEntrySchema } from '@kyc/contract/performer-history.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { reasonOf } from '@kyc/contract/rejection-reasons.ts'
import { relianceChangeLabels } from '@kyc/contract/reliance-vocabulary.ts'
import type { z } from 'zod'

export type HistoryEntry = z.infer<typeof historyEntrySchema>

/** The last change of a performer, as one line of the list. */
export function lastChangeText({ action, documentType }: Performer['lastChange']): string {
  if (!documentType)
    return action === 'create'
      ? '登録'
      : action === 'update'
        ? '登録内容の変更'
        : wordOf(auditActionLabels, action)
  const document = wordOf(anyDocumentLabels, documentType)
  if (action === 'verify') return `承認：${document}`
  if (action === 'reject') return `差し戻し：${document}`
  if (action === 'update' || action === 'create') return `提出：${document}`
  return `${wordOf(auditActionLabels, action)}：${document}`
}

/** One line of the history panel. */
export interface HistoryLine {
  readonly id: string
  readonly kind: 'create' | 'submit' | 'verify' | 'reject' | 'update' | 'other'
  readonly text: string
  readonly by: string
  readonly at: string
  /** The reasons of a rejection, how an approved document was seen, or a note that the entry can't be read. */
  readonly note: string
  /** Earlier steps of the same link. */
  readonly folded: readonly HistoryLine[]
}

const groupingInterval = 5 * minute

/** One line per entry, newest first. Approvals by one account within five minutes share a line; steps of a link too. */
export function historyLines(entries: readonly HistoryEntry[]): HistoryLine[] {
  const groups: HistoryEntry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && belongTogether(last, entry)) group.push(entry)
    else groups.push([entry])
  }
  return groups.flatMap((group) => {
    const first = group[0]
    return first ? [line(first, group)] : []
  })
}

function belongTogether(newer: HistoryEntry, older: HistoryEntry): boolean {
  if (newer.unreadable || older.unreadable) return false
  if (isLinkStep(newer) && isLinkStep(older)) return newer.change !== 'link_sent'
  return (
    newer.action === 'verify' &&
    older.action === 'verify' &&
    newer.by === older.by &&
    Date.parse(newer.at) - Date.parse(older.at) <= groupingInterval
  )
}

function line(entry: HistoryEntry, group: readonly HistoryEntry[]): HistoryLine {
  const documents = group.flatMap(({ documentType }) => (documentType ? [documentType] : []))
  const reasons = entry.codes.map((code) => reasonOf(code)).join('、')
  const note = entry.unreadable ? unreadableText(entry.id) : reasons || approvalText(group)
  const folded = isLinkStep(entry) ? group.slice(1).map((step) => line(step, [step])) : []
  return { id: entry.id, by: entry.by, at: entry.at, note, folded, ...describe(entry, documents) }
}

/** How the identity was checked; for a single document, also how it was seen. */
function approvalText(group: readonly HistoryEntry[]): string {
  const checked = group.map(({ identityCheck }) => identityCheck)
  return [...checked, group.length === 1 && group[0]?.seen].filter(Boolean).join('・')
}

function describe(
  entry: HistoryEntry,
  documents: readonly AnyDocumentType[],
): { kind: HistoryLine['kind']; text: string } {
  if (entry.resourceType === 'subject_request')
    return { kind: 'other', text: `開示等の請求${entry.action === 'create' ? 'を記録' : 'に回答'}` }
  if (isRelianceChange(entry.change)) return { kind: 'other', text: relianceChangeLabels[entry.change] }
  const named = documentsText(documents)
  switch (entry.action) {
    case 'create':
      return named ? { kind: 'submit', text: `${named}を提出` } : { kind: 'create', text: '出演者を登録' }
    case 'verify':
      return { kind: 'verify', text: `${named}を承認` }
    case 'reject':
      return { kind: 'reject', text: `${named}を差し戻し${isAboutCase(entry) ? '、審査を終了' : ''}` }
    case 'update':
      if (entry.change === 'destruction_undone') return { kind: 'other', text: `${named}の破棄を取り消した` }
      if (entry.change === 'decision_undone') return { kind: 'other', text: `${named}の判断を取り消した` }
      if (entry.fields.includes('masked')) return { kind: 'other', text: `${named}の一部を隠した` }
      return named ? { kind: 'submit', text: `${named}を提出` } : describeUpdate(entry)
    case 'shred':
      if (entry.change === 'destruction_withheld')
        return { kind: 'other', text: `${named}を削除（期限までは元に戻せます）` }
      return { kind: 'other', text: [named, auditActionLabels.shred].filter(Boolean).join('を') }
    default:
      return {
        kind: 'other',
        text: [named, wordOf(auditActionLabels, entry.action)].filter(Boolean).join('を'),
      }
  }
}

function isLinkStep({ change = '' }: HistoryEntry): boolean {
  return isLinkChange(change)
}

/** A change of the record, or an act that has no kind of its own. */
function describeUpdate({ change = '', fields }: HistoryEntry): Pick<HistoryLine, 'kind' | 'text'> {
  if (isLinkChange(change)) return { kind: 'other', text: linkTexts[change] }
  if (fields.includes('note')) return { kind: 'other', text: '管理者用メモを追加' }
  if (fields.includes('claimedBy')) return { kind: 'other', text: '審査を引き継いだ' }
  return { kind: 'update', text: changeText(fields) }
}

/** The log names the same acts as nouns (`linkChangeLabels`), and its exports are verified against those. */
const linkTexts: Readonly<Record<LinkChange, string>> = {
  link_sent: 'リンクを発行',
  link_revoked: 'リンクを取り消した',
  link_opened: '本人がリンクを開いた',
  link_moved: '本人が別のブラウザで続行',
  link_consented: '本人が同意',
  link_identity: '本人が氏名と生年月日を入力',
  link_done: '本人が提出を完了',
}

function isLinkChange(change: string): change is LinkChange {
  return Object.hasOwn(linkTexts, change)
}

function isRelianceChange(change: string | undefined): change is keyof typeof relianceChangeLabels {
  return change !== undefined && Object.hasOwn(relianceChangeLabels, change)
}

/** Whether the rejection closed the case, or the change reopened it (D78). */
function isAboutCase({ fields }: { readonly fields: readonly string[] }): boolean {
  return fields.includes('caseClosed')
}

function documentsText(documents: readonly AnyDocumentType[]): string {
  const [first, ...others] = documents
  if (!first) return ''
  const label = wordOf(anyDocumentLabels, first)
  return others.length === 0 ? label : `${label}ほか${others.length}件`
}

function changeText(fields: readonly string[]): string {
  if (isAboutCase({ fields })) return '審査を再開'
  const labels = fields.map((field) => auditFieldLabel(field) ?? field).join('、')
  return `${labels || '登録内容'}を変更`
}
