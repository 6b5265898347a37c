import type { TakedownState } from './takedown-vocabulary.ts'

// Words of the API for the servers of partners (D112).

/** What a key may do. A key without the scope of a call is refused. */
export const partnerScopes = ['sessions', 'performers', 'titles', 'requests', 'events', 'webhooks'] as const
export type PartnerScope = (typeof partnerScopes)[number]

export const partnerScopeLabels = {
  sessions: '本人確認のアドレスの発行',
  performers: '出演者の状態',
  titles: '共有された動画の状態と公開',
  requests: '公開停止の申し出',
  events: 'イベントの受け取り',
  webhooks: 'Webhookの送信先の管理',
} as const satisfies Record<PartnerScope, string>

/** The header that names the version of a call; without it, the version of the key applies. */
export const versionHeader = 'KYC-Version'

/** The types of events, with the object of each. Events contain its id and no name. Further types may follow. */
export const partnerEventTypes = {
  'kyc.opened': 'session',
  'kyc.auth_result': 'session',
  /** Sent half an hour after the address has ended: a page that was opened at its last moment has ended by then too. */
  'kyc.expired': 'session',
  'performer.pending': 'performer',
  'performer.approved': 'performer',
  'performer.rejected': 'performer',
  'performer.resubmission_requested': 'performer',
  'document.expiring': 'performer',
  'consent.withdrawn': 'performer',
  /** `title.ready` or `title.blocked` is sent when a title is shared and when the answer about its records changes. */
  'title.ready': 'title',
  'title.blocked': 'title',
  'title.share_ended': 'title',
  'takedown.opened': 'request',
  'takedown.resolved': 'request',
  /** A shared title that is on sale at the partner must be taken down. */
  'takedown.stopped': 'title',
  'webhook.test': 'webhook',
} as const satisfies Record<string, 'session' | 'performer' | 'request' | 'title' | 'webhook'>
export type PartnerEventType = keyof typeof partnerEventTypes

/** What each event means, for the pages and the guide. */
export const partnerEventLabels = {
  'kyc.opened': '会員が本人確認のアドレスを開いた',
  'kyc.auth_result': '認証結果',
  'kyc.expired': '結果がないまま、アドレスの期限が切れた',
  'performer.pending': '出演者が審査を待っている',
  'performer.approved': '出演者が承認された',
  'performer.rejected': '出演者が却下された',
  'performer.resubmission_requested': '書類の再提出が求められた',
  'document.expiring': '書類の期限が近い（60日、30日、7日前）',
  'consent.withdrawn': '出演者が同意を撤回した',
  'title.ready': '共有された動画の記録がそろった',
  'title.blocked': '共有された動画の記録に不足がある',
  'title.share_ended': '動画の共有が終わった',
  'takedown.opened': '公開停止の申し出を受け付けた',
  'takedown.stopped': '公開中の動画を公開停止にする必要がある',
  'takedown.resolved': '公開停止の申し出が終わった',
  'webhook.test': 'Webhookの送信テスト',
} as const satisfies Record<PartnerEventType, string>

/** The states of a KYC address: its session ends after 30 minutes, the address after 24 hours. */
export const addressStates = ['waiting', 'opened', 'completed', 'expired'] as const
export type AddressState = (typeof addressStates)[number]

/** What a test key gets for a session with this `user_id`: a fixed outcome, without a person and without mails. */
interface TestOutcome {
  readonly state: AddressState
  readonly performer: {
    readonly status: 'pending' | 'approved' | 'rejected'
    readonly expired?: true
  } | null
  readonly events: readonly PartnerEventType[]
  readonly means: string
}

export const testOutcomes = {
  test_waiting: { state: 'waiting', performer: null, events: [], means: '会員がアドレスを開いていない' },
  test_opened: { state: 'opened', performer: null, events: ['kyc.opened'], means: '会員がアドレスを開いた' },
  test_expired: {
    state: 'expired',
    performer: null,
    events: ['kyc.expired'],
    means: 'アドレスの期限が切れた',
  },
  test_pending: {
    state: 'completed',
    performer: { status: 'pending' },
    events: ['kyc.opened', 'kyc.auth_result', 'performer.pending'],
    means: '手続きが終わり、審査を待っている',
  },
  test_approved: {
    state: 'completed',
    performer: { status: 'approved' },
    events: ['kyc.opened', 'kyc.auth_result', 'performer.approved'],
    means: '審査で承認された',
  },
  test_rejected: {
    state: 'completed',
    performer: { status: 'rejected' },
    events: ['kyc.opened', 'kyc.auth_result', 'performer.rejected'],
    means: '審査で却下された',
  },
  test_resubmission: {
    state: 'completed',
    performer: { status: 'rejected' },
    events: ['kyc.opened', 'kyc.auth_result', 'performer.resubmission_requested'],
    means: '書類の再提出が求められた',
  },
  test_document_expired: {
    state: 'completed',
    performer: { status: 'approved', expired: true },
    events: ['kyc.opened', 'kyc.auth_result', 'performer.approved', 'document.expiring'],
    means: '承認された後に、書類の期限が切れた',
  },
} as const satisfies Record<`test_${string}`, TestOutcome>
export type TestUser = keyof typeof testOutcomes

export function testOutcomeOf(userId: string): TestOutcome {
  return Object.hasOwn(testOutcomes, userId) ? testOutcomes[userId as TestUser] : testOutcomes.test_waiting
}

/** `unknown` occurs only in a list, for the minute in which a change is computed. */
export const partnerTitleStates = ['ready', 'blocked', 'unknown'] as const
export type PartnerTitleState = (typeof partnerTitleStates)[number]

interface TestTitle {
  /** Null of a share that has ended. */
  readonly state: 'ready' | 'blocked' | null
  readonly isStopped?: true
  readonly events: readonly PartnerEventType[]
  readonly means: string
}

/** What a test key gets for a title to which it gives this reference: a fixed outcome, without a title or share. */
export const testReferences = {
  test_ready: { state: 'ready', events: ['title.ready'], means: '記録上の不足がない' },
  test_blocked: { state: 'blocked', events: ['title.blocked'], means: '記録に不足がある' },
  test_stopped: {
    state: 'blocked',
    isStopped: true,
    events: ['takedown.stopped', 'title.blocked'],
    means: '公開の停止が求められている',
  },
  test_ended: { state: null, events: ['title.share_ended'], means: '共有が終了した' },
} as const satisfies Record<`test_${string}`, TestTitle>

export function testTitleOf(reference: string): TestTitle {
  return Object.hasOwn(testReferences, reference)
    ? testReferences[reference as keyof typeof testReferences]
    : testReferences.test_ready
}

/** The state of a test request by the title that it names. */
export const testTitles = {
  TEST_HELD: 'held',
  TEST_CONFIRMED: 'confirmed',
  TEST_COMPLETED: 'completed',
  TEST_UNFOUNDED: 'unfounded',
} as const satisfies Record<string, TakedownState>

export function testStateOf(title: string): TakedownState {
  return Object.hasOwn(testTitles, title) ? testTitles[title as keyof typeof testTitles] : 'held'
}
