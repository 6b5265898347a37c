import { earlyDestruction } from '@kyc/contract/retention.ts'
import { durations } from './durations.ts'
import type { Block } from './policy-text.ts'

export interface Question {
  /** The URL fragment of the question; must not change. */
  readonly id: string
  readonly question: string
  readonly answer: readonly Block[]
}

export interface QuestionGroup {
  readonly title: string
  readonly questions: readonly Question[]
}

export const faq: readonly QuestionGroup[] = [
  {
    title: '登録と書類',
    questions: [
      {
        id: 'required-documents',
        question: '登録に必要な書類は何ですか。',
        answer: [
          `出演同意書、身分証明書表面、本人写真の3点が必須です。身分証明書裏面は任意、身分証明書を持った本人写真は推奨です。ファイルは1件あたり最大${durations.fileSize}で、出演同意書はPDF・PNG・JPG、そのほかはPNG・JPGをお使いいただけます。`,
        ],
      },
      {
        id: 'id-kinds',
        question: '使える身分証明書は何ですか。',
        answer: [
          '運転免許証、運転経歴証明書、マイナンバーカード、パスポート、在留カード、特別永住者証明書をお使いいただけます。',
          'マイナンバーカードは表面だけを登録してください。裏面は、個人番号を保存しないため受け付けていません。',
        ],
      },
      {
        id: 'rejected',
        question: '書類が差し戻されたときはどうすればよいですか。',
        answer: [
          '理由と直し方をメールと出演者の画面でお知らせします。画面の案内から、差し戻された書類だけを再提出してください。承認済みの書類を再提出する必要はありません。',
        ],
      },
      {
        id: 'large-pictures',
        question: '画像が大きすぎる場合はどうなりますか。',
        answer: [
          `${durations.fileSize}を超える画像は、送信の前にブラウザで自動的に縮小します。PDFは縮小できないため、${durations.fileSize}以下にしてください。`,
        ],
      },
      {
        id: 'performers-per-video',
        question: '1本の動画に登録できる出演者の人数に上限はありますか。',
        answer: ['ありません。1本の動画に、何名でも登録できます。'],
      },
    ],
  },
  {
    title: 'データの取り扱い',
    questions: [
      {
        id: 'protection',
        question: '登録した情報はどのように保護されますか。',
        answer: [
          '書類はAES-256で、通信はTLSで暗号化しています。画像に含まれる位置情報などは、登録のときに取り除きます。閲覧やダウンロードは監査ログに記録されます。同じ書類を5分以内に再び表示したときは、1回の閲覧として記録します。',
        ],
      },
      {
        id: 'access',
        question: 'データを閲覧できるのは誰ですか。',
        answer: [
          '当社では、必要最小限の権限を与えられた担当者だけがデータに接触できます。本サービスの中では、登録した組織のメンバーと、審査や監査を行う担当者だけが閲覧できます。ほかの組織の出演者は見えません。',
        ],
      },
      {
        id: 'retention',
        question: '解約後、データはいつまで保管されますか。',
        answer: [
          `コンテンツは解約後${durations.contentKept}保管します。出演者の本人確認に関する記録は、法令上の保存義務に対応するため、最後の変更または公開の終了から少なくとも${durations.retention}保管します。${earlyDestruction}。詳しくは[キャンセルポリシー](/cancellation)をご覧ください。`,
        ],
      },
      {
        id: 'deletion',
        question: '削除した出演者を元に戻せますか。',
        answer: [
          '元に戻すことはできません。削除した出演者は、すぐにすべての画面から消えます。法定の保存期間が過ぎるまで記録は封印して保管し、その後に破棄します。',
        ],
      },
      {
        id: 'partners',
        question: '提携先には何が送られますか。',
        answer: [
          '提携先のサイトから本人確認を始めた場合に、手続きの結果とメールアドレス、表示名などを送ります。書類を送ることはありません。送る項目は[プライバシーポリシー](/privacy)に記載しています。',
        ],
      },
    ],
  },
  {
    title: '公開の停止',
    questions: [
      {
        id: 'stop-publication',
        question: '出演した作品の公開を止めたいときは、どうすればよいですか。',
        answer: [
          '[公開停止の申し出](/takedown)から、アカウントなしでお申し出いただけます。理由は必要ありません。受付番号を表示します。',
          '申し出で作品を特定できたときは、その作品と、予告編や総集編などその作品から作られた作品を、すぐに新しく公開できなくします。公開中の公開先への停止の依頼は、登録した組織が行います。',
        ],
      },
    ],
  },
  {
    title: '契約とお支払い',
    questions: [
      {
        id: 'refund',
        question: '返金はできますか。',
        answer: [`サービスの利用開始日から${durations.refund}以内にお申し出いただければ、全額を返金します。`],
      },
      {
        id: 'cancel',
        question: '解約の手続きを教えてください。',
        answer: [
          '月額プランは、アカウント設定から解約できます。年額プランは、サポートで承りますので、[お問い合わせ](/contact)からご連絡ください。',
        ],
      },
    ],
  },
  {
    title: 'ログイン',
    questions: [
      {
        id: 'forgotten-password',
        question: 'パスワードを忘れました。',
        answer: [
          'ログイン画面の「パスワードをお忘れの方」から、再設定のメールをお送りします。動画サービスのアカウントでログインしている方は、動画サービスの側で再設定してください。',
        ],
      },
      {
        id: 'locked',
        question: 'パスワードが正しいのにログインできません。',
        answer: [
          `誤ったパスワードが続けて${durations.lockFailures}入力されると、ログインを${durations.lockout}制限します。時間をおいてから、もう一度お試しください。管理者が制限を解除することもできます。`,
        ],
      },
      {
        id: 'signed-out',
        question: '作業の途中でログアウトされました。',
        answer: [
          `安全のため、操作がないまま${durations.sessionIdle}が過ぎたとき、またはログインから${durations.sessionAbsolute}が過ぎたときは、自動的にログアウトします。もう一度ログインしてください。`,
        ],
      },
      {
        id: 'contact',
        question: 'ここにない質問はどこに聞けばよいですか。',
        answer: [`[お問い合わせ](/contact)からお送りください。${durations.reply}以内に回答いたします。`],
      },
    ],
  },
]

/** The id of the question in the URL fragment, or of the first question. */
export function openAtStart(hash: string): string {
  const all = faq.flatMap(({ questions }) => questions)
  return (all.find(({ id }) => id === hash) ?? all[0])?.id ?? ''
}
