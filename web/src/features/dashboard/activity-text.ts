import type { AuditEntry } from '@kyc/contract/audit.ts'
import { unreadableText, valueWords } from '@kyc/contract/audit-words.ts'
import { documentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import { auditActionLabels, auditResourceTypeLabels, documentTypeLabels } from '@kyc/contract/labels.ts'

/** A line of activity: what stands behind the name of the performer or video, and the same where no name is known. */
export function activityWords(entry: AuditEntry): { afterName: string; alone: string } {
  const { afterName, alone } = readableWords(entry)
  const damage = entry.unreadable ? `。${unreadableText(entry.id)}` : ''
  return { afterName: afterName + damage, alone: alone + damage }
}

function readableWords(entry: AuditEntry): { afterName: string; alone: string } {
  const slot = documentTypeOf(String(entry.details.documentType ?? ''))
  const document = slot ? documentTypeLabels[slot] : auditResourceTypeLabels.document
  const codes = Array.isArray(entry.details.codes) ? `（${valueWords('codes', entry.details.codes)}）` : ''
  if (entry.resourceType === 'document') {
    const done = documentActs[entry.action] ?? `に「${auditActionLabels[entry.action]}」を行いました`
    return { afterName: `の${document}${done}${codes}`, alone: `${document}${done}${codes}` }
  }
  if (entry.resourceType === 'performer') {
    const done = performerActs[entry.action] ?? `に「${auditActionLabels[entry.action]}」を行いました`
    return { afterName: done, alone: `出演者${done}` }
  }
  if (entry.resourceType === 'video') {
    const done = videoActs[entry.action] ?? `に「${auditActionLabels[entry.action]}」を行いました`
    return { afterName: done, alone: `動画${done}` }
  }
  if (entry.resourceType === 'partner') {
    const done = partnerActs[entry.action] ?? `に「${auditActionLabels[entry.action]}」を行いました`
    return { afterName: done, alone: `提携先${done}` }
  }
  const acts = entry.resourceType === 'inquiry' ? inquiryActs : otherActs
  const alone = acts[entry.action] ?? `「${auditActionLabels[entry.action]}」を行いました`
  return { afterName: alone, alone }
}

type Words = Partial<Record<AuditEntry['action'], string>>

const documentActs: Words = {
  create: 'を提出しました',
  read: 'を閲覧しました',
  update: 'を提出しました',
  verify: 'を承認しました',
  reject: 'を差し戻しました',
  download: 'をダウンロードしました',
  shred: 'を破棄しました',
}

const performerActs: Words = {
  create: 'を登録しました',
  read: 'を閲覧しました',
  update: 'の登録内容を変更しました',
  delete: 'を削除しました',
}

const videoActs: Words = {
  create: 'を登録しました',
  update: 'を変更しました',
}

const partnerActs: Words = {
  create: 'を登録しました',
  update: 'の設定を変更しました',
  share: 'へ認証結果を送信しました',
}

const inquiryActs: Words = {
  create: 'お問い合わせを送信しました',
  update: 'お問い合わせの状態を変更しました',
  shred: '保管期間が過ぎたお問い合わせを消去しました',
}

const otherActs: Words = {
  login: 'ログインしました',
  logout: 'ログアウトしました',
  login_failed: 'ログインに失敗しました',
  export: '監査ログをエクスポートしました',
  create: 'アカウントを作成しました',
  update: 'アカウントの設定を変更しました',
}
