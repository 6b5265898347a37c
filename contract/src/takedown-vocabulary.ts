import type { EndKind } from './title-vocabulary.ts'

// Requests to take a title down (D108): words, and which clock runs for each kind.

/** How long a request may take. `hours` run from the receipt; `businessDays` are counted by `dueTime` of the server. */
export type Clock = { readonly hours: number } | { readonly businessDays: number }

interface Kind {
  readonly label: string
  /** The law or rule that it follows. */
  readonly source: string
  readonly clock: Clock
  /** How a confirmed request of this kind ends the performer's appearance; null if it does not end the appearance. */
  readonly ends: EndKind | null
  /** The public form and the performer's page offer this kind. */
  readonly byPerson: boolean
}

/**
 * The kinds, in the order in which they are offered. The hours of the first four kinds (11条 to 15条), of the reviewing
 * body and of the police are our own promise.
 */
export const takedownKinds = {
  cancellation: {
    label: '任意解除',
    source: '13条',
    clock: { hours: 24 },
    ends: 'cancelled',
    byPerson: true,
  },
  rescission: { label: '取消し', source: '11条', clock: { hours: 24 }, ends: 'rescinded', byPerson: true },
  termination: {
    label: '法定義務違反による解除',
    source: '12条',
    clock: { hours: 24 },
    ends: 'terminated',
    byPerson: true,
  },
  injunction: { label: '差止請求', source: '15条', clock: { hours: 24 }, ends: 'stopped', byPerson: true },
  reviewingBody: {
    label: '審査団体の停止要請',
    source: '審査団体の規則',
    clock: { hours: 24 },
    ends: null,
    byPerson: false,
  },
  provider: { label: '配信事業者の照会', source: '16条', clock: { hours: 48 }, ends: null, byPerson: false },
  card: {
    label: 'カード規則の苦情',
    source: 'カードブランドの規則',
    clock: { businessDays: 7 },
    ends: null,
    byPerson: false,
  },
  intimateImage: {
    label: '48時間以内の削除要請',
    source: 'TAKE IT DOWN Act',
    clock: { hours: 48 },
    ends: null,
    byPerson: true,
  },
  police: {
    label: '警察の要請',
    source: '捜査機関の要請',
    clock: { hours: 24 },
    ends: null,
    byPerson: false,
  },
} as const satisfies Record<string, Kind>
export type TakedownKind = keyof typeof takedownKinds
export const takedownKindLabels = Object.fromEntries(
  Object.entries(takedownKinds).map(([kind, { label }]) => [kind, label]),
) as Record<TakedownKind, string> // one for each kind
export const takedownKindIds = Object.keys(takedownKinds) as TakedownKind[] // the keys of the table
export const kindsByPerson = takedownKindIds.filter((kind) => takedownKinds[kind].byPerson)

/** `held` is not confirmed yet; the title is stopped in every state but `unfounded`. */
export const takedownStates = ['held', 'confirmed', 'completed', 'unfounded'] as const
export type TakedownState = (typeof takedownStates)[number]

export const takedownStateLabels = {
  held: '保留中',
  confirmed: '確認済み',
  completed: '完了',
  unfounded: '理由なし',
} as const satisfies Record<TakedownState, string>

/** How a request arrived. */
export const takedownWays = ['page', 'form', 'hand', 'partner'] as const
export type TakedownWay = (typeof takedownWays)[number]

export const takedownWayLabels = {
  page: '出演者のページ',
  form: '公開フォーム',
  hand: '手入力',
  partner: '提携先',
} as const satisfies Record<TakedownWay, string>
