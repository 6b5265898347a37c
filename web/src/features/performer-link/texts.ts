import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { dateTimeInWords } from '@kyc/contract/dates.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels, idKindLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { pictureHintTexts } from '../documents/picture-hints.ts'

const megabytes = limits.fileBytes / 1024 / 1024

/** The texts of the performer's page. It is the only page that exists in English, too. */
const ja = {
  title: '本人確認書類の提出',
  product: '本人確認管理システム',
  language: '言語',
  privacy: 'プライバシーポリシー',
  encrypted: '通信は暗号化されています',
  loading: '読み込み中',
  retry: '再試行',
  back: '戻る',
  steps: { purpose: '目的', consent: '同意', idKind: '身分証', documents: '書類', done: '完了' },
  stepsLabel: '手続きの段階',
  stepDone: '（済み）',

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
  unknown: '心当たりがない場合は、何もせずにこのページを閉じてください。',
  start: '始める',

  consentMissing: '同意する場合は、チェックを入れてください。',
  agree: '同意して次へ',
  ownWill: '同意はご本人だけができます。同意しない場合は、このページを閉じてください。',

  idKindTitle: '身分証の種類を選んでください',
  idKindLead: '選んだ種類に合わせて、必要な書類をご案内します。',
  refusedHead: '使えない身分証',
  refusedKinds: [
    '健康保険証、資格確認書、年金手帳、学生証：顔写真や生年月日を確かめられないため',
    '通知カード：個人番号が書かれているため',
  ],
  next: '次へ',
  idKinds: idKindLabels,
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
  submitOne: '提出する',
  submitAgain: '撮り直す',
  submitDocument: (label: string) => `${label}を提出する`,
  finish: '提出を完了する',
  finishWhy: '必須の書類をすべて提出すると、完了できます',
  sent: (label: string) => `${label}を送信しました。`,
  documents: documentTypeLabels,

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
    'カメラの使用が許可されていません。ブラウザーの設定で許可するか、「写真を選ぶ」から提出してください。',
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
  preparing: '画像を準備しています...',
  retake: '撮り直す',
  rechoose: '選び直す',
  redact: '隠す',
  redactHint: '見せる必要のない番号などを、送る前に黒く塗りつぶせます。',
  send: '送信する',
  sending: (percent: number) => `送信中 ${percent}%`,
  sendingLabel: '送信の進み具合',
  left: (seconds: number) => `残り約${seconds}秒`,
  stop: '送信を中止',
  stopped: '送信を中止しました。写真はそのまま残っています。',
  sendFailed: '送信できませんでした。写真は残っているので、もう一度お試しください。',
  backToList: '書類の一覧へ戻る',

  doneTitle: '提出が完了しました',
  doneLead: (organisation: string) =>
    `ご協力ありがとうございました。${organisation}と審査の担当者が、書類を確認します。`,
  doneClose: 'このページは閉じてかまいません。追加のお願いがある場合は、あらためてご連絡します。',

  codeTitle: '確認コードが必要です',
  codeLead:
    'このリンクは、別の端末またはブラウザーで開かれています。ご本人のメールアドレスに確認コードを送り、ここで続けられます。',
  codeSend: '確認コードを送る',
  codeSendAgain: 'もう一度送る',
  codeSent: 'リンクを受け取ったメールアドレスに、6桁の確認コードを送りました。',
  code: '確認コード（6桁）',
  codeMissing: '6桁の数字を入力してください。',
  codeConfirm: '確認する',

  noLinkTitle: 'リンクを開き直してください',
  noLink:
    'この画面だけでは手続きを続けられません。受け取ったメールのリンク、またはQRコードから開き直してください。',
  endedTitle: 'このリンクは使えません',
  ended:
    '有効期限が切れたか、取り消されたか、新しいリンクに置き換えられました。続けるには、依頼元に新しいリンクをご依頼ください。',
  forbiddenTitle: 'ご本人の端末で開いてください',
  forbidden:
    'この端末は、依頼元または審査のアカウントでログイン中です。書類の提出と同意は、ご本人だけができます。',
  failedTitle: '手続きを開けませんでした',
  /** By problem code. The server's own messages are Japanese, so Japanese needs no other. */
  problems: {},
  failed: '処理に失敗しました。もう一度お試しください。',
} as const

/** The same shape, with any texts. */
type TextsOf<T> = T extends string
  ? string
  : T extends (...input: infer Input) => string
    ? (...input: Input) => string
    : T extends readonly string[]
      ? readonly string[]
      : { readonly [Name in keyof T]: TextsOf<T[Name]> }

export type Texts = Omit<TextsOf<typeof ja>, 'problems'> & {
  readonly problems: Readonly<Partial<Record<string, string>>>
}

const english = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Tokyo',
})

const en: Texts = {
  title: 'Submit your identity documents',
  product: 'Identity verification',
  language: 'Language',
  privacy: 'Privacy policy (Japanese)',
  encrypted: 'The connection is encrypted',
  loading: 'Loading',
  retry: 'Try again',
  back: 'Back',
  steps: { purpose: 'Purpose', consent: 'Consent', idKind: 'ID', documents: 'Documents', done: 'Done' },
  stepsLabel: 'Steps',
  stepDone: ' (done)',

  purposeTitle: 'Please submit your identity documents',
  asks: (organisation) => `${organisation} asks you to submit your identity documents.`,
  purposeHead: 'Why they are needed',
  purposes: [
    'To verify the identity and age (18 or older) of everyone who appears in a video',
    'To confirm your agreement to appear, and to keep the records that the law requires',
  ],
  neededHead: 'What you need',
  needed: ['Your ID, such as a driver’s license, My Number Card or passport', 'A phone with a camera'],
  time: 'It takes about 3 minutes. You can close this page and continue later.',
  validUntil: (at) => `This link works until ${english.format(new Date(at))} (Japan time).`,
  unknown: 'If you did not expect this request, just close this page.',
  start: 'Start',

  consentMissing: 'Tick the box if you consent.',
  agree: 'Consent and continue',
  ownWill: 'Only you can give this consent. If you do not consent, close this page.',

  idKindTitle: 'Which ID will you use?',
  idKindLead: 'We then ask only for the documents that this ID needs.',
  refusedHead: 'IDs that cannot be used',
  refusedKinds: [
    'Health insurance card, eligibility certificate, pension book, student ID: they do not prove face and date of birth',
    'Notification card: it shows your Individual Number',
  ],
  next: 'Next',
  idKinds: {
    drivers_license: 'Driver’s license',
    driving_record: 'Driving record certificate',
    my_number_card: 'My Number Card',
    passport: 'Passport',
    residence_card: 'Residence card',
    special_permanent_resident: 'Special permanent resident certificate',
  },
  idKindMissing: 'Choose the kind of your ID.',

  documentsTitle: 'Submit your documents',
  documentsLead:
    'Photograph and send them one by one. Pictures that were sent cannot be opened on this page.',
  idKindIs: (kind) => `Your ID: ${kind}`,
  change: 'Change',
  submitted: 'Submitted',
  missing: 'Not submitted',
  required: 'Required',
  recommended: 'Recommended',
  optional: 'Optional',
  submitOne: 'Submit',
  submitAgain: 'Retake',
  submitDocument: (label) => `Submit: ${label}`,
  finish: 'Finish',
  finishWhy: 'You can finish once all required documents are submitted',
  sent: (label) => `Sent: ${label}`,
  documents: {
    agreementFile: 'Performance agreement',
    idFront: 'Front of your ID',
    idBack: 'Back of your ID',
    selfie: 'Photo of your face',
    selfieWithId: 'Photo of you holding your ID',
    ageVerification: 'Proof of age',
    residenceProof: 'Proof of address',
  },

  camera: 'Use the camera',
  choose: 'Choose a photo',
  chooseFile: 'Choose a file',
  fileHint: (type) => `${type === 'agreementFile' ? 'PDF, PNG or JPG' : 'PNG or JPG'}, up to ${megabytes} MB`,
  tips: {
    card: ['Show all four corners', 'Avoid reflections', 'Come close enough to read the text'],
    face: [
      'Face the camera and show your whole face',
      'Take off hat, mask and sunglasses',
      'Use a bright place',
    ],
    faceWithCard: [
      'Show both your face and your ID',
      'Hold the ID so that its text is readable',
      'Do not cover its photo',
    ],
    page: ['Show the whole page', 'Avoid shadows', 'Signature and date must be readable'],
  },
  cameraStarting: 'Starting the camera...',
  cameraDenied: 'The camera is not permitted. Permit it in your browser, or choose a photo instead.',
  cameraUnavailable: 'The camera cannot be used. Choose a photo instead.',
  cameraLabel: (label) => `Camera: ${label}`,
  shoot: 'Take the photo',
  stopCamera: 'Cancel',
  flip: 'Switch camera',
  frame: {
    card: 'Fit your ID into the frame',
    face: 'Fit your face into the frame',
    faceWithCard: 'Fit your face and your ID into the frames',
    page: 'Fit the page into the frame',
  },
  live: {
    blurry: 'Blurry. Move back a little and hold still',
    dark: 'Too dark. Move to a brighter place',
    cropped: 'Edges are cut off. Move back a little',
    good: 'Sharp. Take the photo now',
  },
  preview: (label) => `Your picture: ${label}`,
  hints: {
    blurry: 'The picture seems blurry. Check that text and face are sharp.',
    dark: 'The picture seems dark. A brighter place makes it easier to review.',
    cropped: 'The edges seem cut off. Check that all four corners are visible.',
  },
  previewLead: 'Check that text and face are sharp.',
  preparing: 'Preparing the picture...',
  retake: 'Retake',
  rechoose: 'Choose another',
  redact: 'Cover parts',
  redactHint: 'Cover numbers that need not be shown with black boxes before you send the picture.',
  send: 'Send',
  sending: (percent) => `Sending ${percent}%`,
  sendingLabel: 'Progress',
  left: (seconds) => `about ${seconds} s left`,
  stop: 'Stop sending',
  stopped: 'Sending was stopped. Your picture is still here.',
  sendFailed: 'It could not be sent. Your picture is still here, so please try again.',
  backToList: 'Back to the list',

  doneTitle: 'Everything is submitted',
  doneLead: (organisation) => `Thank you. ${organisation} and the reviewers will check your documents.`,
  doneClose: 'You can close this page. You will be contacted if anything else is needed.',

  codeTitle: 'A code is needed',
  codeLead:
    'This link was opened on another device or browser. We can send a code to your e-mail address so that you can continue here.',
  codeSend: 'Send the code',
  codeSendAgain: 'Send again',
  codeSent: 'A 6-digit code was sent to the e-mail address that received the link.',
  code: 'Code (6 digits)',
  codeMissing: 'Enter the 6 digits.',
  codeConfirm: 'Confirm',

  noLinkTitle: 'Open your link again',
  noLink:
    'You cannot continue from here. Open the link in the e-mail you received, or scan the QR code again.',
  endedTitle: 'This link no longer works',
  ended:
    'It has expired, or it was revoked or replaced by a newer one. Ask the sender for a new link to continue.',
  forbiddenTitle: 'Open this link on your own device',
  forbidden:
    'This device is signed in with an account of the sender or a reviewer. Only the performer can consent and submit documents.',
  failedTitle: 'The page could not be opened',
  problems: {
    NETWORK: 'No connection to the server. Check your connection and try again.',
    TIMEOUT: 'The server did not reply. Try again later.',
    RATE_LIMITED: 'Too many attempts. Wait a while and try again.',
    DAILY_BYTES: 'Too much was sent today. Try again tomorrow.',
    TEMPORARILY_UNAVAILABLE: 'The service is busy. Try again in a while.',
    REQUEST_IN_PROGRESS: 'The same file is being received. Wait a moment.',
    SECOND_FACTOR_INVALID: 'The code is not correct or has expired.',
    LINK_OTHER_BROWSER: 'This link was opened in another browser. Ask the sender for a new link.',
    FILE_TYPE_UNSUPPORTED: 'This file cannot be used. Choose another picture.',
    FILE_TOO_LARGE: 'This file is too large.',
    ID_BACK_CLOSED: 'The back of a My Number Card must not be submitted.',
    ID_BACK_STORED: 'The kind cannot be changed because the back of another ID was submitted.',
  },
  failed: 'Something went wrong. Please try again.',
}

export const texts = { ja, en } as const satisfies Record<LinkLanguage, Texts>
