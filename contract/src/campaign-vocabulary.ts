// Campaigns (D111): one act asks many performers for what is missing or expires.

/** What a campaign asks for. Each is collected through its own kind of link. */
export const campaignAsks = ['documents', 'page'] as const
export type CampaignAsk = (typeof campaignAsks)[number]

export const campaignAskLabels = {
  documents: '本人確認書類の提出',
  page: '契約書と映像の確認',
} as const satisfies Record<CampaignAsk, string>

/** The limits of a campaign: its performers, the days between two mails, and the reminders after the first mail. */
export const campaignLimits = {
  performers: 500,
  nameChars: 80,
  days: { least: 3, most: 30, usual: 7 },
  reminders: 2,
} as const

/** How far the request to one performer has come. The order is that of the page. */
export const campaignItemStates = [
  'waiting',
  'sent',
  'opened',
  'done',
  'unanswered',
  'failed',
  'skipped',
] as const
export type CampaignItemState = (typeof campaignItemStates)[number]

export const campaignItemStateLabels = {
  waiting: '送信待ち',
  sent: '送信済み',
  opened: 'リンクを開いた',
  done: '完了',
  unanswered: '回答なし',
  failed: '届きませんでした',
  skipped: '送信なし',
} as const satisfies Record<CampaignItemState, string>

/** Why a performer is not asked, or is no longer asked. */
export const skipReasons = [
  'noAddress',
  'asked',
  'openLink',
  'nothing',
  'closed',
  'gone',
  'revoked',
  'stopped',
] as const
export type SkipReason = (typeof skipReasons)[number]

export const skipReasonLabels = {
  noAddress: '宛先なし',
  asked: '別の一括依頼で依頼中',
  openLink: '利用できるリンクを送信済み',
  nothing: '依頼する項目なし',
  closed: '審査終了',
  gone: '削除または移管',
  revoked: 'リンクの取り消し・差し替え',
  stopped: '停止',
} as const satisfies Record<SkipReason, string>

export const campaignStates = ['running', 'finished', 'stopped'] as const
export type CampaignState = (typeof campaignStates)[number]

export const campaignStateLabels = {
  running: '進行中',
  finished: '終了',
  stopped: '停止',
} as const satisfies Record<CampaignState, string>

/** Acts on campaigns, as labelled in the audit log. */
export const campaignChangeLabels = {
  campaign_created: '一括依頼の開始',
  campaign_stopped: '一括依頼の停止',
} as const
export type CampaignChange = keyof typeof campaignChangeLabels
