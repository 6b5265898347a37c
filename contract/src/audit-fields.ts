import { fieldRules, mapFields } from './performer-fields.ts'
import { titleFactLabels } from './title-labels.ts'

/**
 * Japanese labels of the keys in the details of audit entries, for the audit log, its export and the history.
 * Writing an entry with another key is a type error. The labels of performer fields are in `performerFields`.
 */
export const auditFieldLabels = {
  ...mapFields((field) => fieldRules[field].label),
  emailVerified: 'メールアドレスの確認',
  expiresOn: '有効期限',
  noExpiry: '有効期限なし',
  status: '状態',
  type: '書類',
  documents: '提出した書類',
  reopened: '再審査となった書類',
  documentType: '書類',
  performerStatus: '出演者の状態',
  version: '版',
  filename: 'ファイル名',
  codes: '理由',
  message: '登録者へのメッセージ',
  note: '管理者用メモ',
  reason: '理由',
  openingReason: '閲覧の理由',
  role: '権限',
  password: 'パスワード',
  name: '氏名',
  recordMails: 'お知らせメール',
  dueMails: '期限のまとめメール',
  disabled: '利用停止',
  locked: 'ログインのロック',
  secondFactor: '二段階認証',
  mail: '送信したメール',
  invitationLink: '招待のリンク',
  requested: '申し込み',
  change: '変更の内容',
  method: 'ログイン方法',
  provider: 'ログイン方法',
  userAgent: 'ブラウザ',
  providerLinked: '動画サービスのアカウントとの連携',
  roleManaged: '動画サービスでの権限の管理',
  stepUp: '再確認のためのログイン',
  sessions: 'ログアウトした端末の数',
  startDate: '開始日',
  endDate: '終了日',
  title: 'タイトル',
  externalId: '外部ID',
  performers: '出演者',
  partnerName: '提携先名',
  partnerUser: '提携先でのユーザーID',
  kycSession: '本人確認の受付',
  companyId: '会社ID',
  mode: '種別',
  callbackOrigins: 'コールバックの送信先',
  redirectOrigins: '戻り先',
  referrerOrigins: '参照元',
  event: '送信内容',
  delivery: '送信の状態',
  manual: '手動での再送',
  attempt: '試行回数',
  failure: '失敗の理由',
  callbackStop: '送信の停止',
  action: '操作',
  resourceType: '対象',
  resourceId: '対象ID',
  userId: 'ユーザーID',
  organisation: '組織',
  kind: '種別',
  legalName: '正式名称',
  cancelledOn: '解約日',
  contact: '連絡先',
  member: 'メンバー',
  memberRole: '役割',
  signingWaitDays: '署名までの待ち日数',
  template: 'テンプレート',
  keptSize: '残った監査ログの件数',
  lostSize: '失われる前の監査ログの件数',
  lostUntil: '失われた監査ログの最終日時',
  masterKey: 'マスターキー',
  renewedKeys: '更新した鍵',
  sealedReason: '封印した記録での理由',
  destructionKind: '破棄の種類',
  holdReason: '保全または解除の理由',
  requestKind: '請求の種類',
  requestState: '請求への回答',
  receivedOn: '受付日',
  claimedBy: '審査中の管理者',
  prefetch: '先読み',
  forSigning: '署名のための書面',
  checks: '確認した項目',
  identityCheck: '本人確認の方法',
  seen: '表示した範囲',
  typed: '書類から入力した項目',
  caseClosed: '審査の終了',
  language: '言語',
  consentVersion: '同意文の版',
  differs: '登録と異なる項目',
  masked: '隠した部分の数',
  undoUntil: '元に戻せる期限',
  listFilter: '一覧の条件',
  exportedCount: '含まれる出演者の数',
  channel: '公開先',
  startedOn: '公開を開始した日',
  endedOn: '公開を終了した日',
  address: 'アドレス',
  publicationsKnown: '公開の入力が完了',
  pack: '証拠パックのID',
  packShape: '証拠パックの種類',
  packVideos: '動画のID',
  unmasked: '身分証明書のマスクなし',
  custodian: '2257の記録保管者',
  producer: '2257の一次制作者',
  campaign: '一括依頼',
  recipient: '共有先',
  actingFor: '操作した組織',
  openedBy: '書類を開いた人',
  statement: '証明の番号',
  takedown: '申し出の受付番号',
  takedownKind: '申し出の種類',
  takedownState: '申し出の状態',
  takedownWay: '申し出の方法',
  leakFrom: '調査した期間の開始',
  leakTo: '調査した期間の終了',
  leakKnownOn: '漏えいを知った日',
  leakReason: '調査の理由',
  ...titleFactLabels,
} as const

export type AuditField = keyof typeof auditFieldLabels

/** Keys of details without a label: only the raw data of an entry shows them. */
type RawKey = 'emailHash' | 'memberId' | 'retainUntil' | 'versions' | 'viaLink'

/** Fields of a record before or after a change. */
type AuditedFields = { readonly [Field in AuditField]?: unknown }

/** The details of an audit entry. They contain no secrets and no file contents. */
export type AuditDetails = { readonly [Key in AuditField | RawKey]?: unknown } & {
  readonly before?: AuditedFields | null
  readonly after?: AuditedFields
}

/**
 * Keys that only admins and auditors see, also inside `before` and `after` (D3): notes between admins, the holder of a
 * claim, the reasons for legal holds, for the investigation of a leak and for opening a sealed record or documents, how a reviewer has seen a document, and
 * the browser of a sign-in. For users, the log, its export and the history omit key and value.
 */
export const adminOnlyDetails = [
  'claimedBy',
  'holdReason',
  'leakReason',
  'note',
  'openingReason',
  'sealedReason',
  'seen',
  'typed',
  'userAgent',
] as const satisfies readonly (AuditField | RawKey)[]

/** The label of a key of details; undefined for keys that only the raw data shows. */
export function auditFieldLabel(key: string): string | undefined {
  return Object.hasOwn(auditFieldLabels, key) ? auditFieldLabels[key as AuditField] : undefined // checked just now
}
