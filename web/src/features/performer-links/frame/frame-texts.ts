import type { LinkLanguage } from '@kyc/contract/consent.ts'

// The texts that the pages of the performer's links share (D66, D104).

const ja = {
  product: '本人確認管理システム',
  language: '言語',
  privacy: 'プライバシーポリシー',
  encrypted: '通信は暗号化されています',
  loading: '読み込み中',
  retry: '再試行',
  back: '戻る',
  stepsLabel: '手続きの段階',
  stepDone: '（済み）',

  codeTitle: '確認コードが必要です',
  codeLead:
    'このリンクは、別の端末またはブラウザで開かれています。ご本人のメールアドレスに確認コードを送り、ここで続けられます。',
  codeSend: '確認コードを送る',
  codeSendAgain: 'もう一度送る',
  codeSent: 'リンクを受け取ったメールアドレスに、6桁の確認コードを送りました。',
  code: '確認コード（6桁）',
  codeMissing: '6桁の数字を入力してください。',
  codeConfirm: '確認する',

  noLinkTitle: 'リンクを開き直してください',
  otherBrowserTitle: '別のブラウザで開かれたリンクです',
  otherBrowser:
    '最初に開いた端末とブラウザで続けてください。続けられない場合は、依頼元に新しいリンクをご依頼ください。',
  endedTitle: 'このリンクは使えません',
  forbiddenTitle: 'ご本人の端末で開いてください',
  /** By problem code. Empty in Japanese, because the server's own messages are Japanese. */
  problems: {},
  failed: '処理に失敗しました。もう一度お試しください。',
} as const

/** The same shape, with any texts. */
export type TextsOf<T> = T extends string
  ? string
  : T extends (...input: infer Input) => string
    ? (...input: Input) => string
    : T extends (...input: infer Input) => readonly string[]
      ? (...input: Input) => readonly string[]
      : T extends readonly string[]
        ? readonly string[]
        : { readonly [Name in keyof T]: TextsOf<T[Name]> }

export type FrameTexts = Omit<TextsOf<typeof ja>, 'problems'> & {
  readonly problems: Readonly<Partial<Record<string, string>>>
}

const en: FrameTexts = {
  product: 'Identity verification',
  language: 'Language',
  privacy: 'Privacy policy (Japanese)',
  encrypted: 'The connection is encrypted',
  loading: 'Loading',
  retry: 'Try again',
  back: 'Back',
  stepsLabel: 'Steps',
  stepDone: ' (done)',

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
  otherBrowserTitle: 'This link was opened in another browser',
  otherBrowser:
    'Continue on the device and in the browser that opened it first. If you cannot, ask the sender for a new link.',
  endedTitle: 'This link no longer works',
  forbiddenTitle: 'Open this link on your own device',
  problems: {
    NETWORK: 'No connection to the server. Check your connection and try again.',
    TIMEOUT: 'The server did not reply. Try again later.',
    RATE_LIMITED: 'Too many attempts. Wait a while and try again.',
    DAILY_BYTES: 'Too much was sent today. Try again tomorrow.',
    TEMPORARILY_UNAVAILABLE: 'The service is busy. Try again in a while.',
    REQUEST_IN_PROGRESS: 'The same file is being received. Wait a moment.',
    SECOND_FACTOR_INVALID: 'The code is not correct or has expired.',
    FILE_TYPE_UNSUPPORTED: 'This file cannot be used. Choose another picture.',
    FILE_INFECTED: 'A virus was found in this file. Choose another file.',
    FILE_INDIVIDUAL_NUMBER:
      'A QR code in this picture holds your Individual Number (My Number). Use the front of the card, or cover the code.',
    FILE_TOO_LARGE: 'This file is too large.',
    ID_BACK_CLOSED: 'The back of a My Number Card must not be submitted.',
    IDENTITY_REQUIRED: 'Enter your name and date of birth first. Open this page again to do so.',
    ID_BACK_STORED: 'The kind cannot be changed because the back of another ID was submitted.',
    SIGNING_STATE: 'This step was done already, or it is not open yet. Open the page again.',
    SIGNING_NOT_YET: 'You cannot sign yet. Please see the reasons on this page.',
    SIGNING_NOT_FOUND: 'This contract is no longer offered.',
    CONFLICT: 'The contract has changed. Open the page again.',
    INVALID_INPUT: 'Check what you entered and try again.',
    RELIANCE_STATE: 'This cannot be permitted now. Ask the organisation whether your documents are approved.',
    RELIANCE_REFUSED:
      'The organisation that registered you has ended the use by this organisation. Submit your documents to it instead.',
    RELIANCE_LIMIT: 'You have permitted too many organisations. End one that you no longer need.',
    RELIANCE_NOT_FOUND: 'This permission has ended.',
    APPEARANCE_STATE: 'You have answered already, or there is no footage to see.',
  },
  failed: 'Something went wrong. Please try again.',
}

export const frameTexts = { ja, en } as const satisfies Record<LinkLanguage, FrameTexts>
