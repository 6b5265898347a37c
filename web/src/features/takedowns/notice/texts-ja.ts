import { limits } from '@kyc/contract/limits.ts'
import type { TakedownKind } from '@kyc/contract/takedown-vocabulary.ts'

/** A kind of request in the words of the person who makes it. */
interface KindTexts {
  readonly label: string
  /** When it applies, in one line. */
  readonly note: string
}

/** The texts of the public form. Like the performer's page it exists in two languages. */
export const ja = {
  title: '公開停止の申し出',
  product: '本人確認管理システム',
  language: '言語',
  privacy: 'プライバシーポリシー',
  encrypted: '通信は暗号化されています',
  contact: 'お問い合わせ',
  required: '必須',
  optional: '任意',

  lead: 'あなたが出演している作品や、あなたが映っている画像・映像の公開を止めるための窓口です。アカウントは必要ありません。',
  noReasons: '理由はうかがいません。氏名を書かずに送ることもできます。',

  kind: 'どのような申し出ですか',
  kindHint: '迷ったときは、いちばん近いものを選んでください。',
  kinds: {
    cancellation: {
      label: '出演をやめたい',
      note: '契約や撮影のあとでも、公開から一定の期間は、理由なくやめられます（任意解除）。',
    },
    rescission: {
      label: '契約のときに、説明や書面がなかった',
      note: '説明書面や契約書を受け取っていない場合です（取消し）。',
    },
    termination: {
      label: '撮影や公開の決まりが守られなかった',
      note: '撮影までの期間、撮影の内容、映像の確認などです（法定義務違反による解除）。',
    },
    injunction: {
      label: '同意していないのに公開されている',
      note: '契約がない、またはやめたあとも公開が続いている場合です（差止請求）。',
    },
    intimateImage: {
      label: '自分の性的な画像や映像が、無断で載せられている',
      note: 'AIなどで作られたものも対象です（48時間以内の削除要請）。',
    },
  } as Partial<Record<TakedownKind, KindTexts>>,
  kindMissing: '申し出の種類を選んでください。',

  work: '作品のタイトル、品番またはURL',
  workHint: '品番か、公開されているページのURLが分かると、すぐに止められます。',
  workMissing: '作品のタイトル、品番またはURLを入力してください。',
  name: '氏名・芸名',
  nameHint: '作品での名前が分かると、早く確認できます。',
  email: 'メールアドレス',
  emailHint: '確認が必要なときだけ、ご連絡に使います。',
  emailInvalid: '有効なメールアドレスを入力してください。',
  message: 'お伝えになりたいこと',
  messageHint: `${limits.textChars}文字まで。身分証の画像や個人番号は記入しないでください。`,
  send: '申し出を送る',
  sending: '送信中...',

  failedTitle: '送信できませんでした',
  failed: 'しばらくしてから、もう一度お試しください。入力した内容はそのまま残っています。',
  limited: (time: string) =>
    `送信の回数が上限に達しました。${time}（日本時間）以降に送信できます。入力した内容はそのまま残っています。`,
  requestId: (id: string) => `お問い合わせ番号：${id}`,

  sentTitle: '申し出を受け付けました',
  number: '受付番号',
  copy: '受付番号をコピー',
  copied: 'コピーしました',
  copyFailed: 'コピーできませんでした',
  keep: 'お問い合わせのときに必要です。控えておいてください。この画面を閉じると、もう表示できません。',
  nextTitle: 'このあとの流れ',
  next: (hours: number) => [
    '品番またはURLで作品が分かる場合は、受け付けと同時に、新しい公開を止めています。分からない場合は、担当者が作品を探します。',
    `公開中の配信先に停止を依頼し、止まったことを確かめます。${hours}時間以内の対応を目標にしています。`,
    'ご本人からの申し出かを確かめるため、ご連絡することがあります。理由をお聞きすることはありません。',
  ],
  again: '別の申し出を送る',
}
export type NoticeTexts = typeof ja
