import { type ContractFact, contractFactLabels } from './title-vocabulary.ts'

// Words and limits of a signing: contract and explanation sheet of one appearance, explained, read and signed on the
// performer's own page (D101).

/**
 * How far a signing has come. `draft`: being prepared, not sent. `signed`: both parties have signed, and the copy is
 * being made or waits for the performer. Each state follows from the acts stored with the signing, and `expired` also
 * from its time limit. The last four states are final.
 */
export const signingStates = [
  'draft',
  'sent',
  'opened',
  'sheetReceived',
  'read',
  'question',
  'signed',
  'copyReceived',
  'refused',
  'revoked',
  'expired',
] as const
export type SigningState = (typeof signingStates)[number]

export const signingStateLabels = {
  draft: '作成中',
  sent: '送信済み',
  opened: 'ページを開いた',
  sheetReceived: '説明書面を受領',
  read: '契約書を読了',
  question: '質問あり',
  signed: '署名済み',
  copyReceived: '写しを受領',
  refused: '辞退',
  revoked: '取り消し',
  expired: '期限切れ',
} as const satisfies Record<SigningState, string>

/** States after which nothing is signed any more; the organisation may prepare another signing. */
export const endedSigningStates = [
  'copyReceived',
  'refused',
  'revoked',
  'expired',
] as const satisfies SigningState[]

/** Acts of a signing, as labelled in the audit log. */
export const signingChangeLabels = {
  signing_drafted: '契約書と説明書面の作成',
  signing_sent: '契約書の送信（制作者の署名）',
  signing_talk: '説明の記録',
  signing_sheet: '説明書面の受領',
  signing_read: '契約書の読了',
  signing_question: '出演者からの質問',
  signing_answer: '質問への回答',
  signing_signed: '契約書への署名',
  signing_copy: '契約書の写しの作成',
  signing_received: '契約書の写しの受領',
  signing_refused: '出演者による辞退',
  signing_reminded: '署名の催促',
  signing_revoked: '署名の依頼の取り消し',
  page_opened: '出演者のページを開いた',
  page_moved: '別のブラウザで出演者のページを開いた',
  footage_answered: '映像の確認への回答',
  appearance_cancelled: '出演者による任意解除',
} as const
export type SigningChange = keyof typeof signingChangeLabels

/** What stops a signature now, in the order in which the page shows it. */
export const signingObstacles = [
  'talk',
  'sheet',
  'read',
  'question',
  'waiting',
  'identity',
  'dateOfBirth',
  'underAge',
] as const
export type SigningObstacle = (typeof signingObstacles)[number]

/** The texts for the organisation; the performer's page has texts of its own in both languages. */
export const signingObstacleLabels = {
  talk: '説明がまだ記録されていません',
  sheet: '説明書面がまだ受領されていません',
  read: '契約書がまだ最後まで読まれていません',
  question: '出演者の質問に回答していません',
  waiting: '説明書面の受領からの待ち時間が過ぎていません',
  identity: '出演者の本人確認書類が提出されていません',
  dateOfBirth: '出演者の生年月日が登録されていません',
  underAge: '出演者が18歳未満です',
} as const satisfies Record<SigningObstacle, string>

/** What the organisation enters of each fact that the contract must name; `signing` follows from the acts. */
export type EnteredFact = Exclude<ContractFact, 'signing'>
export const enteredFacts = (Object.keys(contractFactLabels) as ContractFact[]).filter(
  (fact): fact is EnteredFact => fact !== 'signing',
)

/** Placeholders of a template, in addition to those of the facts. */
export const templateFields = ['title', 'productNumber', 'organisation', 'performer'] as const
export type TemplateField = (typeof templateFields)[number]

export const templateFieldLabels = {
  title: '作品のタイトル',
  productNumber: '品番',
  organisation: '制作者（組織）',
  performer: '出演者の氏名',
} as const satisfies Record<TemplateField, string>

export const signingLimits = {
  /** The characters of one fact as entered. */
  factChars: 1000,
  templateChars: 40_000,
  templateNameChars: 100,
  templates: 50,
  /** The uses of one placeholder in a template; each is replaced by up to `factChars` characters. */
  placeholderUses: 10,
  /** The characters of an unknown placeholder that the message about it contains. */
  shownChars: 40,
  questionChars: 2000,
  questions: 20,
  /** D101: the days between the receipt of the sheet and the signature; the organisation chooses. */
  waitingDays: { default: 1, maximum: 30 },
  /** How long a link opens the performer's page; a new link is mailed on request. */
  pageDays: 90,
  /** How long a signing can be completed after it was sent. */
  signDays: 60,
  /** For the openings of documents: the most audit entries that are read, and the most lines that the page shows. */
  openings: { read: 500, shown: 100 },
  codeMinutes: 10,
  codesPerDay: 5,
  wrongCodes: 10,
  remindersPerDay: 1,
  strokes: { count: 200, points: 4000 },
} as const
