import { day, hour, minute } from './durations.ts'
import { limits } from './limits.ts'
import { packLimits } from './pack-vocabulary.ts'
import { recordLimits } from './record-limits.ts'

/** One kind of stored data, as /privacy and docs/privacy.md list it. */
interface RetentionRule {
  readonly data: string
  readonly kept: string
  /** The jobs that end the period, by their names in `server/src/jobs.ts`; none if the period has no end. */
  readonly jobs: readonly string[]
}

/** A duration in Japanese. */
function span(milliseconds: number): string {
  const year = 365 * day
  if (milliseconds % year === 0) return `${milliseconds / year}年間`
  if (milliseconds % day === 0) return `${milliseconds / day}日間`
  return milliseconds % hour === 0 ? `${milliseconds / hour}時間` : `${milliseconds / minute}分間`
}

/** D116: the exception from the retention of identity records, without the full stop. */
export const earlyDestruction = `本人の請求、裁判所等の命令、または誤った登録のときは、最高管理者2人の申請と承認により、承認の${limits.destructionDelay / hour}時間後に、期間の前に破棄することがあります`

/** D77: how long each kind of data is kept, and what deletes it. */
export const retention: readonly RetentionRule[] = [
  {
    data: '出演者の本人確認に関する記録（氏名などの情報、書類、審査の結果、管理者用メモ）',
    kept: `最後の変更または公開の終了から少なくとも${span(limits.retentionYears * 365 * day)}。削除された出演者の記録は、期間を過ぎると、暗号の鍵を破棄してから、ファイルを削除します。${earlyDestruction}`,
    jobs: ['destroy records after their retention', 'destroy records as confirmed'],
  },
  {
    data: '一部を隠す前の画像、削除した身分証明書裏面',
    kept: `誤りを元に戻すため${span(limits.undoDestruction)}。その間は、画面に表示されません`,
    jobs: ['destroy withheld documents'],
  },
  {
    data: '監査ログ',
    kept: '期間を定めず保管し、個別には削除しません。出演者の記録を破棄するときは、その出演者についての詳細も破棄します',
    jobs: [],
  },
  {
    data: 'アカウントの情報（氏名、メールアドレス、権限、ログインの方法）、組織と動画の情報、提携先での利用者IDとの対応',
    kept: 'ご利用の間。利用停止の後も、記録を行った方を確かめるために保管します',
    jobs: [],
  },
  {
    data: '使われていない招待中または未確認のアカウントの氏名とメールアドレス',
    kept: `最後の招待またはログインから${span(limits.unusedAccountKept)}。監査ログには、氏名と、一部を伏せたメールアドレスが残ります`,
    jobs: ['erase unused accounts'],
  },
  {
    data: '組織への招待（氏名とメールアドレス）',
    kept: `招待の有効期限が過ぎてから${span(limits.memberInvitationKept)}。監査ログには、氏名と、一部を伏せたメールアドレスが残ります`,
    jobs: ['delete old member invitations'],
  },
  {
    data: 'ログインの状態、接続元のIPアドレスとブラウザの種類',
    kept: `最長${span(limits.session.absolute)}。ログアウトすると直ちに削除します。操作のときのIPアドレスとブラウザの種類は、監査ログにも残ります`,
    jobs: ['clean up sessions'],
  },
  {
    data: 'メールに記載したリンク、ログインの失敗の回数、二段階認証や外部アカウントでのログインの途中の情報',
    kept: '有効期限まで',
    jobs: ['clean up sessions'],
  },
  {
    data: '理由を記録して書類や封印した記録を開く許可',
    kept: span(limits.opening),
    jobs: ['delete expired openings'],
  },
  {
    data: '審査中の管理者の記録',
    kept: span(recordLimits.review.claimMinutes * minute),
    jobs: ['delete expired claims'],
  },
  {
    data: '取り消せる間の、審査の判断の前の状態',
    kept: span(minute),
    jobs: ['delete past decisions'],
  },
  {
    data: '公開停止の申し出（内容、氏名、連絡先、資料）',
    kept: `対応の完了から${span(limits.retentionYears * 365 * day)}、または出演者の記録の破棄まで。種類、結果、日時は、集計のために残ります`,
    jobs: ['erase old takedown notices'],
  },
  {
    data: '証拠パック（相手に渡すために作成した、書類と記録の写し）',
    kept: `作成から${span(packLimits.valid)}、または取り消すまで。中の記録が移行、削除、破棄されたときも、直ちに開けなくなります`,
    jobs: ['end expired packs'],
  },
  {
    data: 'お問い合わせ',
    kept: `対応の完了から${span(limits.inquiryKept)}`,
    jobs: ['erase inquiries'],
  },
  {
    data: '開示、訂正、削除などの請求の記録',
    kept: `回答から${span(limits.subjectRequest.kept)}、または出演者の記録の破棄まで`,
    jobs: ['delete old subject requests'],
  },
  {
    data: '記録の移動や組織の統合の申請',
    kept: `申請から最長${span(limits.transfer)}。経過は監査ログに残ります`,
    jobs: ['delete expired transfers'],
  },
  {
    data: '最高管理者を追加する申請、封印した記録の期限前の破棄の申請',
    kept: `申請または承認から最長${span(limits.destructionRequest + day)}。経過は監査ログに残ります`,
    jobs: ['delete expired requests of superadmins', 'destroy records after their retention'],
  },
  {
    data: '出演者本人への書類提出のリンクを送ったメールアドレス',
    kept: `提出の完了、リンクの取り消し、または送信から${span(recordLimits.performerLink.valid)}まで。リンクと同意の記録、監査ログの一部を伏せたメールアドレスは、出演者の記録とともに破棄します`,
    jobs: ['forget addresses of performer links'],
  },
  {
    data: '出演者ご本人のページのリンクを送ったメールアドレス',
    kept: '次のリンクを送るまで、または出演者の記録の破棄まで。監査ログの一部を伏せたメールアドレスは、出演者の記録とともに破棄します',
    jobs: ['destroy records after their retention', 'destroy records as confirmed'],
  },
  {
    data: '送信したメール',
    kept: `送信すると直ちに削除します。送信できなかったメールは${span(limits.mailKept)}`,
    jobs: ['delete old mails'],
  },
  {
    data: 'お知らせメールにまとめる出来事',
    kept: '次のお知らせメールを送るまで',
    jobs: ['send daily mails'],
  },
  {
    data: '提携先からの本人確認の手続きの情報、提携先APIの呼び出しの記録（時刻、操作、結果）',
    kept: `${span(limits.kyc.kept)}。送った内容を保存している間は、手続きの情報も保存します`,
    jobs: ['delete old KYC sessions', 'delete old sessions of the partner API'],
  },
  {
    data: '提携先APIのイベント（受付番号、提携先での利用者ID、状態）',
    kept: span(limits.kyc.eventsKept),
    jobs: ['delete old events of the partner API'],
  },
  {
    data: '提携先へ送った内容と、提携先からの応答',
    kept: `送信の完了から${span(limits.callback.kept)}`,
    jobs: ['clean up deliveries'],
  },
  {
    data: '画面の利用状況の個々の記録',
    kept: `${span(limits.analyticsKept)}。その後は日ごとの件数だけを残します`,
    jobs: ['forget old analytics events'],
  },
  {
    data: '同じ操作の繰り返しを防ぐための応答の控え',
    kept: span(limits.idempotencyKept),
    jobs: ['purge saved replies'],
  },
  {
    data: 'アカウントや接続元ごとの呼び出しの回数と、直前に開いた記録の控え',
    kept: '数分間',
    jobs: ['delete ended uses of limits', 'forget past views'],
  },
  {
    data: '受信中のファイル',
    kept: '保存または拒否するまで。中断したものは、次の起動または翌日までに削除します',
    jobs: ['sweep upload intents', 'sweep leftovers of the store'],
  },
]
