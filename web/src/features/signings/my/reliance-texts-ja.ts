import { type IdentityCheck, identityCheckLabels } from '@kyc/contract/check-vocabulary.ts'
import { dateTimeInWords } from '@kyc/contract/dates.ts'
import type { IdKind } from '@kyc/contract/document-vocabulary.ts'
import { idKindTexts } from '@kyc/contract/id-kind-texts.ts'
import type { RelianceEnd, RelianceState } from '@kyc/contract/reliance-vocabulary.ts'

/** The texts about the permission of another organisation (D126). */
export const relianceJa = {
  reliancesHead: 'ほかの組織に確認済みの結果を使わせる',
  relianceLead:
    '承認された本人確認の結果を、ほかの組織でも使えるようにできます。その組織に書類を提出し直す必要がなくなります。いつでも終了できます。',
  relianceNotYet: '書類が承認され、有効期限内であれば、ほかの組織でも結果を使えるようにできます。',
  reliancePermit: '組織を選ぶ',
  relianceId: '利用する組織の組織ID',
  relianceIdHint: '利用する組織から受け取ってください。',
  relianceIdMissing: '組織IDを入力してください。',
  relianceNext: '次へ',
  relianceConfirmTitle: (recipient: string) => `${recipient}に許可しますか`,
  relianceFactsLead: (recipient: string) => `${recipient}が読めるのは、次の内容だけです。`,
  relianceNotGiven: '書類、画像、住所、メールアドレス、芸名、出演した作品は渡しません。',
  relianceCodeLead: '許可するには、メールで送った確認コードを入力してください。',
  relianceAllow: '許可する',
  reliancePermitted: (recipient: string) => `${recipient}に許可しました`,
  reliancePermittedAt: (at: string) => `許可した日時：${dateTimeInWords(at)}（日本時間）`,
  relianceStates: {
    live: 'あなたの本人確認の結果を使えます。',
    suspended: '今は使えません。書類の再審査などが終わると、また使えるようになります。',
    ended: '終了しました。',
  } as Record<RelianceState, string>,
  relianceEnds: {
    performer: '',
    origin: '登録した組織が終了しました。',
    recipient: '利用する組織が終了しました。',
    documents: '利用する組織に提出した書類が承認されました。',
    expired: '身分証明書の有効期限が切れました。',
    changed: '確認した記録が変わりました。',
  } as Record<RelianceEnd, string>,
  relianceEnd: '利用を終了する',
  relianceEndTitle: '利用を終了しますか',
  relianceEndText: (recipient: string) =>
    `${recipient}は、すぐにあなたの本人確認の結果を使えなくなります。${recipient}の記録に写した氏名と生年月日は、法令上の期間、保管されることがあります。`,
  relianceEnded: (recipient: string) => `${recipient}による利用を終了しました`,
  factName: '氏名',
  factRoman: '氏名（ローマ字）',
  factBirth: '生年月日',
  factCheckedBy: '確認した組織',
  factCheckedOn: '確認日',
  factCheck: '確認の方法',
  factIdKind: '身分証明書の種類',
  factExpires: '身分証明書の有効期限',
  noExpiry: 'なし',
  checks: identityCheckLabels as Record<IdentityCheck, string>,
  idKinds: idKindTexts.ja.kinds as Record<IdKind, string>,
}
