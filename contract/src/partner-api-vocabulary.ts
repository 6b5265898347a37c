import type { TakedownState } from './takedown-vocabulary.ts'

// Words of the API for the servers of partners (D112).

/** What a key may do. A key without the scope of a call is refused. */
export const partnerScopes = ['sessions', 'performers', 'requests', 'events'] as const
export type PartnerScope = (typeof partnerScopes)[number]

export const partnerScopeLabels = {
  sessions: '本人確認のアドレスの発行',
  performers: '出演者の状態',
  requests: '公開停止の申し出',
  events: 'イベントの受け取り',
} as const satisfies Record<PartnerScope, string>

/** The header that names the version of a call; without it, the version of the key. */
export const versionHeader = 'KYC-Version'

/** Where a KYC address is: its session ends after 30 minutes, the address after 24 hours. */
export const addressStates = ['waiting', 'opened', 'completed', 'expired'] as const
export type AddressState = (typeof addressStates)[number]

/** What a test key gets for a session with this `user_id`: no person, no mail. */
interface TestOutcome {
  readonly state: AddressState
  readonly performer: {
    readonly status: 'pending' | 'approved' | 'rejected'
    readonly expired?: true
  } | null
  readonly means: string
}

export const testOutcomes = {
  test_waiting: { state: 'waiting', performer: null, means: '会員がアドレスを開いていない' },
  test_opened: { state: 'opened', performer: null, means: '会員がアドレスを開いた' },
  test_expired: { state: 'expired', performer: null, means: 'アドレスの期限が切れた' },
  test_pending: {
    state: 'completed',
    performer: { status: 'pending' },
    means: '手続きが終わり、審査を待っている',
  },
  test_approved: { state: 'completed', performer: { status: 'approved' }, means: '審査で承認された' },
  test_rejected: { state: 'completed', performer: { status: 'rejected' }, means: '審査で却下された' },
  test_document_expired: {
    state: 'completed',
    performer: { status: 'approved', expired: true },
    means: '承認された後に、書類の期限が切れた',
  },
} as const satisfies Record<`test_${string}`, TestOutcome>
export type TestUser = keyof typeof testOutcomes

export function testOutcomeOf(userId: string): TestOutcome {
  return Object.hasOwn(testOutcomes, userId) ? testOutcomes[userId as TestUser] : testOutcomes.test_waiting
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
