import type { RecordMailTime } from './account.ts'
import type { SecondFactor } from './accounts.ts'
import type { AuditAction, AuditResourceType } from './audit-vocabulary.ts'
import type { InquiryState } from './contact.ts'
import type { AttemptFailure, DeliveryEvent } from './deliveries.ts'
import type {
  DocumentStatus,
  DocumentType,
  IdKind,
  MimeType,
  PaperType,
  PerformerStatus,
  StoredType,
} from './document-vocabulary.ts'
import { partnerEventLabels } from './partner-api-vocabulary.ts'
import type { PartnerMode } from './partners.ts'
import type { AccountState } from './users.ts'

/** Japanese labels for the vocabularies of the contract: one label per term, used everywhere. */

/** The label of a word; the word itself if a newer release has added it to the vocabulary. */
export function wordOf<Word extends string>(
  labels: Readonly<Partial<Record<Word, string>>>,
  word: Word,
): string {
  return labels[word] ?? word
}

/** The states of an account (D5). */
export const accountStateLabels = {
  active: '有効',
  invited: '招待中',
  locked: 'ロック中',
  disabled: '無効',
} as const satisfies Record<AccountState, string>

export const recordMailLabels = {
  immediately: 'すぐに',
  daily: '1日1回まとめて',
  off: '受け取らない',
} as const satisfies Record<RecordMailTime, string>

/** D7: also the {field} of the error texts of spec §5. */
export const documentTypeLabels = {
  agreementFile: '出演同意書',
  idFront: '身分証明書表面',
  idBack: '身分証明書裏面',
  selfie: '本人写真',
  selfieWithId: '身分証明書を持った本人写真',
  ageVerification: '年齢確認書類',
  residenceProof: '住所確認書類',
} as const satisfies Record<DocumentType, string>

export const paperTypeLabels = {
  contract: '契約書',
  explanationSheet: '説明書面',
} as const satisfies Record<PaperType, string>

export const anyDocumentLabels = { ...documentTypeLabels, ...paperTypeLabels }

/** The labels of document types, and of what else is received as a file. */
export const storedTypeLabels = { ...anyDocumentLabels, evidence: '資料' } as const satisfies Record<
  StoredType,
  string
>

export const performerStatusLabels = {
  pending: '審査中',
  rejected: '差し戻し',
  approved: '承認済み',
  draft: '下書き',
} as const satisfies Record<PerformerStatus, string>

export const documentStatusLabels = {
  pending: '審査中',
  rejected: '差し戻し',
  verified: '承認済み',
} as const satisfies Record<DocumentStatus, string>

export const inquiryStateLabels = {
  open: '未対応',
  answered: '対応済み',
} as const satisfies Record<InquiryState, string>

export const idKindLabels = {
  drivers_license: '運転免許証',
  driving_record: '運転経歴証明書',
  my_number_card: 'マイナンバーカード',
  passport: 'パスポート',
  residence_card: '在留カード',
  special_permanent_resident: '特別永住者証明書',
} as const satisfies Record<IdKind, string>

export const mimeTypeLabels = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'application/pdf': 'PDF',
} as const satisfies Record<MimeType, string>

export const auditActionLabels = {
  create: '作成',
  read: '閲覧',
  update: '更新',
  delete: '削除',
  verify: '検証',
  download: 'ダウンロード',
  reject: '差し戻し',
  login: 'ログイン',
  logout: 'ログアウト',
  login_failed: 'ログイン失敗',
  export: 'エクスポート',
  share: '共有',
  seal: '封印',
  shred: '破棄',
} as const satisfies Record<AuditAction, string>

export const auditResourceTypeLabels = {
  performer: '出演者',
  document: '書類',
  video: '動画',
  user: 'ユーザー',
  partner: '提携先',
  audit_log: '監査ログ',
  inquiry: 'お問い合わせ',
  organisation: '組織',
  key: '暗号鍵',
  subject_request: '開示等の請求',
  takedown: '公開停止の申し出',
  pack: '証拠パック',
  shared_video: '共有された動画',
} as const satisfies Record<AuditResourceType, string>

/** Methods of signing in and of re-authentication. */
export const signInMethodLabels = {
  password: 'パスワード',
  firebase: '動画サービスのアカウント',
  totp: '認証アプリ',
  passkey: 'パスキー',
  recovery_code: 'リカバリーコード',
} as const satisfies Record<SecondFactor | 'password' | 'firebase', string>

/** Changes to the own sign-in methods, as labelled in the audit log. */
export const securityChangeLabels = {
  password_changed: 'パスワードの変更',
  totp_added: '認証アプリの追加',
  totp_removed: '認証アプリの削除',
  passkey_added: 'パスキーの追加',
  passkey_removed: 'パスキーの削除',
  recovery_codes_renewed: 'リカバリーコードの再発行',
} as const

/** Changes to the keys and secrets of a partner (D33), as labelled in the audit log. */
export const partnerChangeLabels = {
  key_rotated: 'APIキーの再発行',
  key_ended: '以前のAPIキーの無効化',
  secret_rotated: '署名シークレットの再発行',
  secret_ended: '以前の署名シークレットの無効化',
  server_key_created: 'サーバー用キーの発行',
  server_key_rotated: 'サーバー用キーの再発行',
  server_key_revoked: 'サーバー用キーの失効',
  webhook_set: 'Webhookの送信先の設定',
  webhook_deleted: 'Webhookの送信先の削除',
  webhook_secret_renewed: 'Webhookの署名シークレットの再発行',
  webhook_stopped: 'Webhookの送信の停止',
} as const

export const partnerModeLabels = {
  test: 'テスト',
  live: '本番',
} as const satisfies Record<PartnerMode, string>

export const deliveryEventLabels: Record<DeliveryEvent, string> = partnerEventLabels

export const attemptFailureLabels = {
  refused_address: '許可されない送信先',
  unreachable: '接続できません',
  tls: '証明書の確認に失敗',
  timeout: 'タイムアウト',
  answer_too_large: '応答が大きすぎます',
  redirect: 'リダイレクト',
  status: 'エラー応答',
  unreadable: '送信内容または署名用シークレットの破損',
  unlinked: '利用者の連携の解除',
} as const satisfies Record<AttemptFailure, string>
