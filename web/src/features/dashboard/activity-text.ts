import type { AuditEntry } from '@kyc/contract/audit.ts'
import { unreadableText, valueText } from '@kyc/contract/audit-words.ts'
import { documentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import {
  auditActionLabels,
  auditResourceTypeLabels,
  documentTypeLabels,
  wordOf,
} from '@kyc/contract/labels.ts'

/**
 * The sentence about an entry: `afterName` follows the name of the resource, `alone` is used without a name.
 */
export function activityText(entry: AuditEntry): { afterName: string; alone: string } {
  const { afterName, alone } = describeEntry(entry)
  const damage = entry.unreadable ? `。${unreadableText(entry.id)}` : ''
  return { afterName: afterName + damage, alone: alone + damage }
}

function describeEntry(entry: AuditEntry): { afterName: string; alone: string } {
  const slot = documentTypeOf(String(entry.details.documentType ?? ''))
  const document = slot ? wordOf(documentTypeLabels, slot) : auditResourceTypeLabels.document
  const codes = Array.isArray(entry.details.codes) ? `（${valueText('codes', entry.details.codes)}）` : ''
  if (entry.resourceType === 'document') {
    const predicate =
      documentTexts[entry.action] ?? `に「${wordOf(auditActionLabels, entry.action)}」を行いました`
    return { afterName: `の${document}${predicate}${codes}`, alone: `${document}${predicate}${codes}` }
  }
  if (entry.action === 'seal') {
    const change = `封印した記録について「${valueText('change', entry.details.change)}」を行いました`
    return { afterName: change, alone: change }
  }
  const resource = resources[entry.resourceType]
  if (resource) {
    const predicate =
      resource.texts[entry.action] ?? `に「${wordOf(auditActionLabels, entry.action)}」を行いました`
    return { afterName: predicate, alone: resource.subject + predicate }
  }
  if (entry.resourceType === 'organisation') {
    const change = `について「${valueText('change', entry.details.change)}」を行いました`
    return { afterName: change, alone: `組織${change}` }
  }
  const texts = entry.resourceType === 'inquiry' ? inquiryTexts : otherTexts
  const alone = texts[entry.action] ?? `「${wordOf(auditActionLabels, entry.action)}」を行いました`
  return { afterName: alone, alone }
}

type Texts = Partial<Record<AuditEntry['action'], string>>

const documentTexts: Texts = {
  create: 'を提出しました',
  read: 'を閲覧しました',
  update: 'を提出しました',
  verify: 'を承認しました',
  reject: 'を差し戻しました',
  download: 'をダウンロードしました',
  shred: 'を破棄しました',
}

/** The resources that a sentence begins with. */
const resources: Partial<Record<AuditEntry['resourceType'], { subject: string; texts: Texts }>> = {
  performer: {
    subject: '出演者',
    texts: {
      create: 'を登録しました',
      read: 'を閲覧しました',
      update: 'の登録内容を変更しました',
      delete: 'を削除しました',
      shred: 'の封印した記録を破棄しました',
    },
  },
  subject_request: {
    subject: '出演者',
    texts: { create: 'についての請求を記録しました', update: 'についての請求に回答しました' },
  },
  video: { subject: '動画', texts: { create: 'を登録しました', update: 'を変更しました' } },
  partner: {
    subject: '提携先',
    texts: {
      create: 'を登録しました',
      update: 'の設定を変更しました',
      share: 'へ認証結果を送信しました',
    },
  },
}

const inquiryTexts: Texts = {
  create: 'お問い合わせを送信しました',
  update: 'お問い合わせの状態を変更しました',
  shred: '保管期間が過ぎたお問い合わせを消去しました',
}

const otherTexts: Texts = {
  login: 'ログインしました',
  logout: 'ログアウトしました',
  login_failed: 'ログインに失敗しました',
  export: '監査ログをエクスポートしました',
  create: 'アカウントを作成しました',
  update: 'アカウントの設定を変更しました',
  shred: '使われていないアカウントの氏名とメールアドレスを消去しました',
}
