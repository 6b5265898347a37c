import type { AuditEntry } from '@kyc/contract/audit.ts'
import { changesOf, unreadableText, valueText } from '@kyc/contract/audit-words.ts'
import { anyDocumentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import {
  auditActionLabels,
  documentTypeLabels,
  type securityChangeLabels,
  wordOf,
} from '@kyc/contract/labels.ts'
import { type LinkChange, linkActorLabel } from '@kyc/contract/link-labels.ts'
import type { organisationChangeLabels } from '@kyc/contract/organisation-labels.ts'
import type { SealedChange, superadminChangeLabels } from '@kyc/contract/sealed-labels.ts'
import { paths } from '../../paths.ts'
import type { Session } from '../../session/use-session.ts'
import { resourceHref } from '../audit/entry-text.ts'

type PartKind = 'text' | 'name'

/** A piece of a sentence; `name` is what the entry is about, which the page links if the viewer may open it. */
export type Part = readonly [PartKind, string]

/** The sentence about an entry: who did what to whom. `{name}` is the record, `{member}` the account in the details. */
export function activityText(entry: AuditEntry): Part[] {
  const byPerformer = entry.user?.name === linkActorLabel
  const sentence = sentenceOf(entry)
  const whole = byPerformer ? `{name}本人が${sentence.replace('{name}の', '')}` : actorOf(entry) + sentence
  const parts = whole
    .split(/(\{name\}|\{member\})/)
    .flatMap((text): Part[] =>
      text === '{name}' ? nameOf(entry) : text === '{member}' ? memberOf(entry) : [['text', text]],
    )
  const damage: Part[] = entry.unreadable ? [['text', `。${unreadableText(entry.id)}`]] : []
  return [...parts, ...damage].filter(([, text]) => text !== '')
}

/** The page of what the entry is about, if the viewer may open it. */
export function activityHref(
  entry: AuditEntry,
  { readsAll, isSuperadmin }: Pick<Session, 'readsAll' | 'isSuperadmin'>,
): string | undefined {
  const { resourceType, resourceId } = entry
  if (resourceType === 'user') return readsAll ? paths.users() : undefined
  if (resourceType === 'organisation' && resourceId)
    return readsAll ? paths.users({ tab: 'organisations' }) : paths.organisation({ organisation: resourceId })
  if (resourceType === 'partner')
    return isSuperadmin && resourceId ? paths.partner(resourceId.split('/')[0] ?? '') : undefined
  return resourceHref(entry)
}

/** Appends さん to names only: 管理者 and システム are roles and not persons. */
function actorOf({ user, resourceType, action }: AuditEntry): string {
  if (!user) return resourceType === 'inquiry' && action === 'create' ? '' : 'システムが'
  return user.role === null ? `${user.name}が` : `${user.name}さんが`
}

function nameOf({ resourceType, resourceName, performerId }: AuditEntry): Part[] {
  if (!resourceName) return [['text', kinds[resourceType] ?? '']]
  const name: Part = ['name', resourceName]
  if (performerId || resourceType === 'user') return [name, ['text', 'さん']]
  return resourceType === 'video' ? [['text', '動画「'], name, ['text', '」']] : [name]
}

function memberOf({ details: { member } }: AuditEntry): Part[] {
  return typeof member === 'string'
    ? [
        ['name', member],
        ['text', 'さん'],
      ]
    : [['text', 'メンバー']]
}

function sentenceOf(entry: AuditEntry): string {
  const { action, details, resourceType } = entry
  const change = String(details.change ?? '')
  const byChange = own(changeTexts, change)
  if (resourceType === 'document') return documentText(entry, change)
  if (byChange) return byChange
  const fields = changesOf(details).map(({ field }) => field)
  const byField = fields.map((field) => own(fieldTexts[resourceType] ?? {}, field)).find(Boolean)
  if (action !== 'create' && byField) return byField
  if (resourceType === 'video' && entry.performerId) return '{name}の動画への出演の情報を変更しました'
  if (resourceType === 'user') return accountText(entry)
  return texts[resourceType]?.[action] ?? unknownText(entry)
}

function documentText({ action, details }: AuditEntry, change: string): string {
  const type = anyDocumentTypeOf(String(details.documentType ?? ''))
  const document = `{name}の${type ? wordOf(documentTypeLabels, type) : '書類'}`
  if (change === 'destruction_withheld') return `${document}を削除しました`
  if (change === 'destruction_undone') return `${document}の破棄を取り消しました`
  if (change === 'decision_undone') return `${document}の判断を取り消しました`
  if (changesOf(details).some(({ field }) => field === 'masked')) return `${document}の一部を隠しました`
  const codes = Array.isArray(details.codes) ? `（${valueText('codes', details.codes)}）` : ''
  return (
    document +
    (documentTexts[action] ?? `について「${wordOf(auditActionLabels, action)}」の操作をしました`) +
    codes
  )
}

/** An account that was created by another account is shown as invited. */
function accountText(entry: AuditEntry): string {
  const { action, userId, resourceId } = entry
  const isOwn = userId === null || userId === resourceId
  if (action === 'create') return isOwn ? '{name}のアカウントを作成しました' : '{name}を招待しました'
  if (action === 'update')
    return isOwn ? 'アカウントの設定を変更しました' : '{name}のアカウントの設定を変更しました'
  return texts.user?.[action] ?? unknownText(entry)
}

/** For an act without a sentence, such as one of a newer release. */
function unknownText({ action }: AuditEntry): string {
  return `「${wordOf(auditActionLabels, action)}」の操作をしました`
}

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

type Texts = Partial<Record<AuditEntry['action'], string>>

const documentTexts: Texts = {
  create: 'を提出しました',
  update: 'を提出しました',
  verify: 'を承認しました',
  reject: 'を差し戻しました',
  shred: 'を破棄しました',
}

/** Instead of the name of a record that the viewer can't read, or that is gone. */
const kinds: Partial<Record<AuditEntry['resourceType'], string>> = {
  performer: '出演者',
  document: '出演者',
  subject_request: '出演者',
  video: '動画',
  user: 'ユーザー',
  partner: '提携先',
  organisation: '組織',
}

const texts: Partial<Record<AuditEntry['resourceType'], Texts>> = {
  performer: {
    create: '{name}を登録しました',
    update: '{name}の登録内容を変更しました',
    delete: '{name}を削除しました',
    seal: '封印した記録を開きました',
    shred: '{name}の封印した記録を破棄しました',
  },
  subject_request: {
    create: '{name}の開示等の請求を記録しました',
    update: '{name}の開示等の請求に回答しました',
  },
  video: { create: '{name}を登録しました', update: '{name}を変更しました' },
  partner: {
    create: '{name}を登録しました',
    update: '{name}の設定を変更しました',
    share: '{name}に認証結果を送信しました',
  },
  inquiry: {
    create: 'お問い合わせが届きました',
    update: 'お問い合わせの状態を変更しました',
    shred: '保管期間が過ぎたお問い合わせを消去しました',
  },
  user: { shred: '使われていないアカウントの氏名とメールアドレスを消去しました' },
  key: { update: '暗号鍵を更新しました' },
}

const moved = '{name}を別の組織に移行しました'

/** By the changed field, where a change of it has its own sentence. */
const fieldTexts: Partial<Record<AuditEntry['resourceType'], Readonly<Record<string, string>>>> = {
  performer: {
    note: '{name}に管理者用メモを追加しました',
    claimedBy: '{name}の審査を引き継ぎました',
    caseClosed: '{name}の審査を再開しました',
    organisation: moved,
  },
  video: { organisation: moved },
  user: { role: '{name}の権限を変更しました' },
}

/** By the change that the details name. */
const changeTexts = {
  link_sent: '{name}にリンクを発行しました',
  link_revoked: '{name}のリンクを取り消しました',
  link_opened: 'リンクを開きました',
  link_moved: '別のブラウザで続行しました',
  link_consented: '同意しました',
  link_identity: '氏名と生年月日を入力しました',
  link_done: '提出を完了しました',
  held: '{name}の記録を保全しました',
  hold_ended: '{name}の記録の保全を解除しました',
  destruction_requested: '封印した記録の破棄を申請しました',
  destruction_withdrawn: '封印した記録の破棄の申請を取り消しました',
  destruction_confirmed: '封印した記録の破棄を承認しました',
  destruction_stopped: '封印した記録の破棄を中止しました',
  superadmin_requested: '{name}を最高管理者にする申請をしました',
  superadmin_refused: '{name}を最高管理者にする申請を取り消しました',
  password_changed: 'パスワードを変更しました',
  totp_added: '認証アプリを追加しました',
  totp_removed: '認証アプリを削除しました',
  passkey_added: 'パスキーを追加しました',
  passkey_removed: 'パスキーを削除しました',
  recovery_codes_renewed: 'リカバリーコードを再発行しました',
  settings: '{name}の設定を変更しました',
  member_invited: '{member}を招待しました',
  invitation_revoked: '{member}への招待を取り消しました',
  invitation_declined: '{name}への招待を辞退しました',
  member_joined: '{name}に参加しました',
  member_role: '{member}の役割を変更しました',
  member_removed: '{member}をメンバーから外しました',
  member_left: '{name}を退会しました',
  handed_over: '{member}と代表を交代しました',
  approved: '{name}を承認しました',
  cancelled: '{name}の解約日を設定しました',
  cancellation_withdrawn: '{name}の解約を取り消しました',
  disabled: '{name}を利用停止にしました',
  enabled: '{name}の利用停止を解除しました',
  move_requested: '{name}の記録の移行を申請しました',
  move_cancelled: '{name}の記録の移行の申請を取り消しました',
  moved: '{name}の記録を移行しました',
  merge_requested: '{name}の統合を申請しました',
  merge_cancelled: '{name}の統合の申請を取り消しました',
  merged: '{name}を統合しました',
  template_added: '{name}のテンプレートを追加しました',
  template_changed: '{name}のテンプレートを変更しました',
  template_removed: '{name}のテンプレートを削除しました',
} satisfies Record<
  | LinkChange
  | SealedChange
  | keyof typeof superadminChangeLabels
  | keyof typeof securityChangeLabels
  | keyof typeof organisationChangeLabels,
  string
>
