import type { Delivery, DeliveryAttempt, DeliveryState } from '@kyc/contract/deliveries.ts'
import { attemptFailureLabels } from '@kyc/contract/labels.ts'
import type { CallbackStop, Partner } from '@kyc/contract/partners.ts'

export const deliveryStateLabels = {
  pending: '再試行待ち',
  delivered: '成功',
  dead: '失敗',
} as const satisfies Record<DeliveryState, string>

export const stopReasons = {
  gone: '提携先が受信を終了したと回答したため（410）、送信を停止しています。',
  failing: '5日間続けて失敗したため、送信を停止しています。',
  manual: '最高管理者が送信を停止しています。',
} as const satisfies Record<CallbackStop, string>

/** One word on where a partner stands: what keeps it out first. */
export function standingOf(partner: Pick<Partner, 'disabled' | 'callbackStop' | 'failingSince'>): {
  tone: 'ok' | 'wait' | 'bad'
  word: string
} {
  if (partner.disabled) return { tone: 'bad', word: '無効' }
  if (partner.callbackStop) return { tone: 'bad', word: '送信停止中' }
  if (partner.failingSince) return { tone: 'wait', word: '送信失敗中' }
  return { tone: 'ok', word: '有効' }
}

/** What came back: the status of an answer, else why there was none. */
export function answerOf({ status, failure }: Pick<DeliveryAttempt, 'status' | 'failure'>): string {
  if (failure === null || failure === 'status') return status === null ? '–' : String(status)
  return status === null ? attemptFailureLabels[failure] : `${status}（${attemptFailureLabels[failure]}）`
}

/** What comes next for a delivery that has not arrived; null where nothing has to be said. */
export function outlookOf({
  state,
  nextAttemptAt,
}: Pick<Delivery, 'state' | 'nextAttemptAt'>): string | null {
  if (state === 'dead') return '自動再送は終了'
  return state === 'pending' && nextAttemptAt === null ? '送信の再開待ち' : null
}

/** 0.4秒 */
export function secondsOf(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)}秒`
}

/** One origin a line; blank lines and a closing slash are nobody's fault. */
export function originsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(/\/$/, ''))
  return [...new Set(lines.filter((line) => line !== ''))]
}

/** The message for a list among the field errors of the server, which names the entry at fault (`callbackOrigins.0`). */
export function listError(errors: Record<string, string>, field: string): string | undefined {
  const name = Object.keys(errors).find((key) => key === field || key.startsWith(`${field}.`))
  return name === undefined ? undefined : errors[name]
}
