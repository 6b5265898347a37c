import type { AuditEntry } from './audit.ts'
import { auditFieldLabel } from './audit-fields.ts'
import { campaignChangeLabels } from './campaign-vocabulary.ts'
import { caseClosureLabels } from './case-vocabulary.ts'
import { dateInWords, dateTimeInWords } from './dates.ts'
import type { DeliveryState } from './deliveries.ts'
import {
  anyDocumentLabels,
  attemptFailureLabels,
  auditActionLabels,
  auditResourceTypeLabels,
  deliveryEventLabels,
  documentStatusLabels,
  documentTypeLabels,
  idKindLabels,
  inquiryStateLabels,
  partnerChangeLabels,
  partnerModeLabels,
  performerStatusLabels,
  recordMailLabels,
  securityChangeLabels,
  signInMethodLabels,
} from './labels.ts'
import { rules } from './law-rules.ts'
import { linkChangeLabels } from './link-labels.ts'
import { memberRoleLabels, organisationChangeLabels, organisationKindLabels } from './organisation-labels.ts'
import { otherNameSchema, otherNameText } from './other-names.ts'
import { packShapeLabels } from './pack-vocabulary.ts'
import type { CallbackStop } from './partners.ts'
import { anyRejectionReasons } from './rejection-reasons.ts'
import { relianceChangeLabels } from './reliance-vocabulary.ts'
import { roleLabels } from './role-labels.ts'
import { destructionKindLabels, sealedChangeLabels, superadminChangeLabels } from './sealed-labels.ts'
import { shareChangeLabels } from './share-vocabulary.ts'
import { signingChangeLabels } from './signing-vocabulary.ts'
import { subjectRequestKindLabels, subjectRequestStateLabels } from './subject-labels.ts'
import { takedownKindLabels, takedownStateLabels, takedownWayLabels } from './takedown-vocabulary.ts'
import {
  consentLabels,
  contractFactLabels,
  derivationLabels,
  endLabels,
  footageAnswerLabels,
  footageWayLabels,
  proofLabels,
  shootingLabels,
  videoCategoryLabels,
  voidClauseLabels,
} from './title-vocabulary.ts'

// The details of an entry as Japanese text, the same in the dialog and the export (D40, D41).

/** Shown instead of damaged details (D57). */
export function unreadableText(id: string): string {
  return `内容を読み取れません（記録ID：${id}）`
}

export interface Change {
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
}

/** Each changed field with its value before and after, as text. */
export function changesOf(details: AuditEntry['details']): Change[] {
  const before = asRecord(details.before)
  const after = asRecord(details.after)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    field,
    label: auditFieldLabel(field) ?? field,
    before: valueText(field, before[field]),
    after: valueText(field, after[field]),
  }))
}

export interface Fact {
  readonly key: string
  readonly label: string
  readonly value: string
}

/** The details of an entry other than changed fields, without keys that only its raw data shows. */
export function factsOf(details: AuditEntry['details']): Fact[] {
  return Object.entries(details).flatMap(([key, value]) => {
    const label = auditFieldLabel(key)
    return label === undefined ? [] : [{ key, label, value: valueText(key, value) }]
  })
}

const vocabularies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { ...documentStatusLabels, ...performerStatusLabels, ...inquiryStateLabels },
  state: inquiryStateLabels,
  action: auditActionLabels,
  resourceType: auditResourceTypeLabels,
  type: documentTypeLabels,
  documentType: anyDocumentLabels,
  documents: documentTypeLabels,
  reopened: documentTypeLabels,
  idKind: idKindLabels,
  role: roleLabels,
  memberRole: memberRoleLabels,
  kind: {
    ...organisationKindLabels,
    ...shootingLabels,
    ...derivationLabels,
    ...consentLabels,
    ...endLabels,
  },
  category: videoCategoryLabels,
  named: contractFactLabels,
  voidClauses: voidClauseLabels,
  way: footageWayLabels,
  answer: footageAnswerLabels,
  proof: proofLabels,
  override: { requested: '申請', confirmed: '承認', ended: '終了' },
  rule: Object.fromEntries(Object.entries(rules).map(([rule, { text }]) => [rule, text])),
  recordMails: recordMailLabels,
  method: signInMethodLabels,
  provider: { firebase: signInMethodLabels.firebase, legacy: signInMethodLabels.password },
  secondFactor: signInMethodLabels,
  reason: {
    unknown_account: '登録のないメールアドレス',
    wrong_password: 'パスワードの誤り',
    wrong_code: '認証コードの誤り',
    disabled: '無効なアカウント',
    demo_password: '公開されているデモ用パスワード',
    provider_deleted: '動画サービスでの削除',
    provider_disabled: '動画サービスでの無効化',
    provider_revoked: '動画サービスでのログインの取り消し',
  },
  change: {
    ...securityChangeLabels,
    ...partnerChangeLabels,
    ...organisationChangeLabels,
    ...sealedChangeLabels,
    ...superadminChangeLabels,
    ...linkChangeLabels,
    ...signingChangeLabels,
    ...campaignChangeLabels,
    ...relianceChangeLabels,
    ...shareChangeLabels,
    destruction_withheld: '元に戻せる破棄',
    destruction_undone: '破棄を取り消し',
    decision_undone: '審査の判断を取り消し',
    pack_made: '証拠パックのファイルを作成',
    custodian: '2257の記録保管者',
    producer: '2257の一次制作者',
    performer_named: '出演者を指定',
    evidence_added: '資料を追加',
  },
  mode: partnerModeLabels,
  packShape: packShapeLabels,
  takedownKind: takedownKindLabels,
  takedownState: takedownStateLabels,
  takedownWay: takedownWayLabels,
  language: { ja: '日本語', en: '英語' },
  destructionKind: destructionKindLabels,
  requestKind: subjectRequestKindLabels,
  requestState: subjectRequestStateLabels,
  event: deliveryEventLabels,
  delivery: { pending: '再試行待ち', delivered: '成功', dead: '失敗' } satisfies Record<
    DeliveryState,
    string
  >,
  failure: attemptFailureLabels,
  callbackStop: {
    gone: '受信終了の回答（410）',
    failing: '5日間の失敗',
    manual: '手動',
  } satisfies Record<CallbackStop, string>,
  caseClosed: caseClosureLabels,
  codes: Object.fromEntries(Object.entries(anyRejectionReasons).map(([code, { label }]) => [code, label])),
}

/** A stored value as Japanese text. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'なし'
  if (Array.isArray(value))
    return value.length === 0 ? 'なし' : value.map((item) => valueText(field, item)).join('、')
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (field === 'performers') return castText(asRecord(value))
  if (field === 'performerStatus') return statusText(asRecord(value))
  if (typeof value === 'object') {
    const name = otherNameSchema.safeParse(value)
    return name.success ? otherNameText(name.data) : partsText(value)
  }
  const text = String(value)
  if (field === 'version') return `第${text}版`
  if (isInstant(text)) return dateTimeInWords(text)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return dateInWords(text)
  return vocabularies[field]?.[text] ?? text
}

/** The named parts of a value, such as those of a contract. */
function partsText(value: object): string {
  return Object.entries(value)
    .map(([part, each]) => `${auditFieldLabel(part) ?? part}：${valueText(part, each)}`)
    .join('／')
}

/** The numbers of performers added to and removed from a video; the raw details contain their ids. */
function castText({ added, removed }: Record<string, unknown>): string {
  const parts = [
    Array.isArray(added) ? `${added.length}名を追加` : '',
    Array.isArray(removed) ? `${removed.length}名を削除` : '',
  ]
  return parts.filter((part) => part !== '').join('、') || 'なし'
}

/** The performer's status after a decision, with the status before it if that differs. */
function statusText({ before, after }: Record<string, unknown>): string {
  const [from, to] = [before, after].map((status) => valueText('status', status))
  return from === to ? `${to}` : `${from} → ${to}`
}

/** File names and other entered texts can begin like an instant without being one. */
function isInstant(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // the condition has narrowed it; TypeScript keeps the type object
    : {}
}
