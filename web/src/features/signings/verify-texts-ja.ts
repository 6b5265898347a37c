import type { CheckState } from '@kyc/contract/verification/contract-checks.ts'

const time = new Intl.DateTimeFormat('ja', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'Asia/Tokyo' })

/** The texts of the page that verifies a signed contract. */
export const ja = {
  title: '締結された契約書の検証',
  language: '表示する言語',
  lead: '締結された契約書（PDF）が変更されていないこと、このシステムで締結されたことを確認します。ファイルは送信されません。確認はこのブラウザの中だけで行います。',
  choose: 'ここにPDFをドロップ、またはファイルを選択',
  checking: '確認しています',
  noKeys: 'このシステムの鍵を取得できません。変更の有無だけを確認します。',
  unreadable: 'ファイルを開けませんでした。もう一度選択してください。',
  verdict: {
    passed: 'このシステムで締結された契約書です。変更されていません。',
    failed: 'この契約書は、正しいものと確認できません。',
    unknown: '変更は見つかりませんが、どのシステムで締結されたかを確認できません。',
  } satisfies Record<CheckState, string>,
  results: '確認の結果',
  states: { passed: '正しい', failed: '正しくない', unknown: '未確認' } satisfies Record<CheckState, string>,
  statement: 'ファイルに記録されている内容',
  contract: '契約書',
  signedAt: '締結の日時',
  sealedAt: '監査ログに記録された日時',
  timestampedAt: '第三者のタイムスタンプ',
  draftSha256: '契約書のSHA-256',
  fingerprint: '署名した鍵の指紋',
  time: (at: string) => time.format(new Date(at)),
}

export type VerifyTexts = typeof ja
