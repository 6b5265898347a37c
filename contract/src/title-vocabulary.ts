// Words of the facts of a video and of an appearance (D90 to D96).

/** How the act on appearances applies to a video (D90): whether its duties hold for the contracts of the performers. */
export const videoCategories = ['covered', 'notCovered', 'beforeAct', 'selfOnly'] as const
export type VideoCategory = (typeof videoCategories)[number]

export const videoCategoryLabels = {
  covered: '対象',
  notCovered: '対象外',
  beforeAct: '施行前の契約',
  selfOnly: '本人のみ',
} as const satisfies Record<VideoCategory, string>

/** How a video is made from another, which it names. A re-edited work is another work (4条1項). */
export const derivationKinds = ['trailer', 'omnibus', 'reedit', 'stillsOf'] as const
export type DerivationKind = (typeof derivationKinds)[number]

export const derivationLabels = {
  trailer: '予告編',
  omnibus: '総集編',
  reedit: '再編集',
  stillsOf: 'スチール集',
} as const satisfies Record<DerivationKind, string>

/** Stills and other shooting that is closely tied to the work count as its shooting (7条4項). */
export const shootingKinds = ['main', 'stills', 'other'] as const
export type ShootingKind = (typeof shootingKinds)[number]

export const shootingLabels = {
  main: '本編',
  stills: 'スチール',
  other: 'その他',
} as const satisfies Record<ShootingKind, string>

/** What a contract must name (4条3項 and the ordinance of the Cabinet Office, article 2). */
export const contractFacts = [
  'parties',
  'appearance',
  'shooting',
  'acts',
  'partners',
  'publication',
  'publisher',
  'fee',
  'regions',
  'server',
  'signing',
] as const
export type ContractFact = (typeof contractFacts)[number]

export const contractFactLabels = {
  parties: '契約の当事者',
  appearance: '出演すること',
  shooting: '撮影の予定日時と場所',
  acts: '行為の具体的な内容',
  partners: '相手役',
  publication: '公表の方法と期間',
  publisher: '制作者以外の公表者',
  fee: '報酬の額と支払時期',
  regions: '公表する国・地域',
  server: 'サーバーの管理者と所在国',
  signing: '契約の日時と場所',
} as const satisfies Record<ContractFact, string>

/** Clauses that the act makes void (10条). */
export const voidClauses = ['otherWorks', 'penalty', 'exemption'] as const
export type VoidClause = (typeof voidClauses)[number]

export const voidClauseLabels = {
  otherWorks: '特定していない作品への出演義務',
  penalty: '違約金や損害賠償額の予定',
  exemption: '制作者の責任の免除',
} as const satisfies Record<VoidClause, string>

/** What a person has consented to (D94). */
export const consentKinds = ['depiction', 'distribution', 'download', 'live'] as const
export type ConsentKind = (typeof consentKinds)[number]

export const consentLabels = {
  depiction: '映像に映ること',
  distribution: '配信とアップロード',
  download: 'ダウンロード',
  live: 'ライブ配信',
} as const satisfies Record<ConsentKind, string>

/** How the chance to see the footage was given (8条). */
export const footageWays = ['inPerson', 'link', 'media'] as const
export type FootageWay = (typeof footageWays)[number]

export const footageWayLabels = {
  inPerson: '対面で上映',
  link: '映像のリンク',
  media: '媒体の引き渡し',
} as const satisfies Record<FootageWay, string>

export const footageAnswers = ['seen', 'declined'] as const
export type FootageAnswer = (typeof footageAnswers)[number]

export const footageAnswerLabels = {
  seen: '確認した',
  declined: '確認を辞退した',
} as const satisfies Record<FootageAnswer, string>

/** What ends the permission to publish an appearance (11条 to 15条, or the reviewing body). */
export const endKinds = ['cancelled', 'rescinded', 'terminated', 'stopped'] as const
export type EndKind = (typeof endKinds)[number]

export const endLabels = {
  cancelled: '任意解除',
  rescinded: '取消し',
  terminated: '法定義務違反による解除',
  stopped: '差止請求・停止',
} as const satisfies Record<EndKind, string>

/** What proves a day (D92): the organisation states it, or the performer has done the act on its own link. */
export const proofKinds = ['stated', 'performer'] as const
export type ProofKind = (typeof proofKinds)[number]

export const proofLabels = {
  stated: '自己申告の日付',
  performer: '本人の操作',
} as const satisfies Record<ProofKind, string>
