import { type PackShape, packShapeLabels } from '@kyc/contract/pack-vocabulary.ts'

/** The texts of the page of the recipients of a pack, who may be abroad. */
export const ja = {
  title: '証拠パック',
  product: '本人確認管理システム',
  language: '言語',
  privacy: 'プライバシーポリシー',
  encrypted: '通信は暗号化されています',
  from: (organisation: string) => `${organisation}から、記録の写しが届いています。`,
  shape: '種類',
  shapes: packShapeLabels as Readonly<Record<PackShape, string>>,
  content: '内容',
  counts: (videos: number, performers: number) => `動画${videos}件、出演者${performers}名`,
  identity: '身分証明書',
  masked: 'マスク済み',
  unmasked: 'マスクなし（判読できます）',
  size: 'ファイルの大きさ',
  sha256: 'SHA-256',
  until: '開ける期限',
  download: 'ZIPをダウンロード',
  care: '個人情報を含みます。必要な方だけが見られる場所に保存し、不要になったら削除してください。開いたことは記録されます。',
  verify: '展開したフォルダーの index.pdf に、内容と検証の方法があります。',
  making: (done: number, total: number) =>
    total > 0 ? `ファイルを作成しています（${done}/${total}）。` : 'ファイルを作成しています。',
  wait: '数分後に、もう一度お試しください。',
  failedToMake: 'ファイルを作成できませんでした。送り主にご連絡ください。',
  again: 'もう一度確認する',
  loading: '確認しています',
  noLink: '送られてきたリンクから、もう一度開いてください。',
  endedTitle: 'このリンクは使えません',
  ended: '期限が過ぎたか、取り消されています。送り主にご確認ください。',
  failedTitle: '開けませんでした',
}

export type RecipientTexts = typeof ja
