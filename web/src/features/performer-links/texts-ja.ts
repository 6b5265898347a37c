import { dateTimeInWords } from '@kyc/contract/dates.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { pictureHintTexts } from '../documents/slots/picture-hints.ts'
import { type FrameTexts, frameTexts, type TextsOf } from './frame/frame-texts.ts'

const megabytes = limits.fileBytes / 1024 / 1024

/** The texts of the submission. */
export const ja = {
  ...frameTexts.ja,
  title: '本人確認書類の提出',
  steps: {
    purpose: '目的',
    consent: '同意',
    identity: '氏名',
    idKind: '身分証',
    documents: '書類',
    done: '完了',
  },

  purposeTitle: '本人確認書類の提出のお願い',
  asks: (organisation: string) => `${organisation}から、本人確認書類の提出のお願いが届いています。`,
  purposeHead: '利用目的',
  purposes: [
    '出演される方の本人確認と年齢確認（18歳以上）',
    '出演の同意の確認と、法令で求められる記録の保管',
  ],
  neededHead: 'ご用意いただくもの',
  needed: ['身分証（運転免許証、マイナンバーカード、パスポートなど）', 'カメラの付いたスマートフォン'],
  time: 'かかる時間は約3分です。途中で閉じても、このページから続けられます。',
  validUntil: (at: string) => `このリンクは${dateTimeInWords(at)}（日本時間）まで使えます。`,
  unknown:
    'このページは、依頼元の組織からの依頼により、本人確認管理システムの運営者が表示しています。心当たりがない場合や、不審な点がある場合は、何も提出せずにお知らせください。',
  report: '不審な依頼を知らせる',
  start: '始める',

  consentMissing: '同意する場合は、チェックを入れてください。',
  agree: '同意して次へ',
  ownWill: '同意はご本人だけができます。同意しない場合は、このページを閉じてください。',

  identityTitle: '氏名と生年月日を入力してください',
  identityLead: '身分証と見比べるために使います。登録されている内容は、この画面に表示されません。',
  name: '氏名',
  nameHint: '身分証に書かれているとおりに入力してください。',
  nameMissing: '氏名を入力してください。',
  dateOfBirth: '生年月日',
  dateOfBirthMissing: '生年月日を正しい日付で入力してください。',
  identityStated: '氏名と生年月日：入力済み',
  identityAgain: '入力し直す',

  idKindTitle: '身分証の種類を選んでください',
  next: '次へ',
  idKindMissing: '身分証の種類を選択してください。',

  documentsTitle: '書類を提出してください',
  documentsLead: '1件ずつ撮影して送ります。送ったあとは、撮影した画像をこの画面で開けません。',
  idKindIs: (kind: string) => `身分証の種類：${kind}`,
  change: '変更',
  submitted: '提出済み',
  missing: '未提出',
  required: '必須',
  recommended: '推奨',
  optional: '任意',
  requiredUnlessSent: '必須（依頼元が提出する場合は不要）',
  submitOne: '提出する',
  submitAgain: '撮り直す',
  submitDocument: (label: string) => `${label}を提出する`,
  finish: '提出を完了する',
  finishWhy: '必須の書類をすべて提出すると、完了できます',
  sent: (label: string) => `${label}を送信しました。`,
  documents: documentTypeLabels,
  about: {
    agreementFile: '氏名と日付を記入した出演同意書です。お持ちでない場合は、依頼元にお問い合わせください。',
    idFront: '顔写真のある面です。パスポートは、顔写真のあるページを開いて撮ります。',
    idBack: '身分証の裏面です。',
    selfie: '今のあなたの顔の写真です。',
    selfieWithId: '身分証を顔の横か下に持った、あなたの写真です。',
    ageVerification: '生年月日が分かる書類です。',
    residenceProof: '住民票など、現在の住所が分かる書類です。',
  },

  camera: 'カメラで撮影',
  choose: '写真を選ぶ',
  chooseFile: 'ファイルを選ぶ',
  fileHint: (type: DocumentType) =>
    type === 'agreementFile' ? `PDF・PNG・JPG／最大${megabytes}MB` : `PNG・JPG／最大${megabytes}MB`,
  tips: {
    card: ['四隅をすべて写す', '照明の反射を避ける', '文字が読める大きさで撮る'],
    face: ['正面を向き、顔全体を写す', '帽子・マスク・サングラスを外す', '明るい場所で撮る'],
    faceWithCard: ['顔と身分証の両方を写す', '身分証の文字が読めるように持つ', '指で顔写真を隠さない'],
    page: ['1ページ全体を写す', '影が入らないようにする', '署名と日付が読めるように撮る'],
  },
  cameraStarting: 'カメラを起動しています...',
  cameraDenied:
    'カメラの使用が許可されていません。ブラウザの設定で許可するか、「写真を選ぶ」から提出してください。',
  cameraUnavailable: 'カメラを使えません。「写真を選ぶ」から提出してください。',
  cameraLabel: (label: string) => `${label}のカメラ`,
  shoot: '撮影する',
  stopCamera: 'やめる',
  flip: 'カメラを切り替える',
  frame: {
    card: '身分証を枠に合わせてください',
    face: '顔を枠に合わせてください',
    faceWithCard: '顔と身分証を枠に合わせてください',
    page: '書類を枠に合わせてください',
  },
  live: {
    blurry: 'ぼやけています。少し離して、動かさないでください',
    dark: '暗いようです。明るい場所へ移動してください',
    cropped: '端が切れています。少し離してください',
    good: 'はっきり写っています。撮影してください',
  },
  preview: (label: string) => `撮影した${label}`,
  hints: pictureHintTexts,
  previewLead: '文字や顔がはっきり写っているか、ご確認ください。',
  cropped: '枠の外を切り取りました。',
  useWhole: 'すべて使う',
  preparing: '画像を準備しています...',
  retake: '撮り直す',
  rechoose: '選び直す',
  redact: '隠す',
  redactHint: '見せる必要のない番号などを、送る前に黒く塗りつぶせます。',
  send: '送信する',
  sending: (percent: number) => `送信中 ${percent}%`,
  sendingLabel: '送信の進み具合',
  checking: 'ファイルを確認しています...',
  left: (seconds: number) => `残り約${seconds}秒`,
  stop: '送信を中止',
  stopped: '送信を中止しました。写真はそのまま残っています。',
  sendFailed: '送信できませんでした。写真は残っているので、もう一度お試しください。',

  doneTitle: '提出が完了しました',
  doneLead: (organisation: string) =>
    `ご協力ありがとうございました。${organisation}と審査の担当者が、書類を確認します。`,
  doneClose: 'このページは閉じてかまいません。追加のお願いがある場合は、あらためてご連絡します。',

  leavePictureTitle: 'まだ送信していません',
  leavePictureText: '戻ると、この画像は失われます。隠した部分も、はじめからやり直しになります。',
  leavePicture: '画像を捨てて戻る',
  keepPicture: 'この画面に残る',

  noLink:
    'この画面だけでは手続きを続けられません。受け取ったメールのリンク、またはQRコードから開き直してください。',
  finishedTitle: '書類の提出は完了しています',
  finished: 'ほかのブラウザで提出が完了しました。この画面ですることはありません。',
  ended:
    '有効期限が切れたか、取り消されたか、新しいリンクに置き換えられました。続けるには、依頼元に新しいリンクをご依頼ください。',
  forbidden:
    'このブラウザは、依頼元または審査のアカウントでログインしているか、ログインしたことがあります。同意と書類の提出は、ご本人だけができます。ご本人の端末でリンクを開いてください。',
  failedTitle: '手続きを開けませんでした',
} as const

export type Texts = FrameTexts & TextsOf<Omit<typeof ja, keyof FrameTexts>>
