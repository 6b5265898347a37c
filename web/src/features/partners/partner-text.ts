import type { Delivery, DeliveryAttempt, DeliveryState } from '@kyc/contract/deliveries.ts'
import { attemptFailureLabels, wordOf } from '@kyc/contract/labels.ts'
import type { WebhookStop } from '@kyc/contract/partner-webhooks.ts'
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

export const webhookStops = {
  gone: '提携先が受信を終了したと回答したため（410）、送信を停止しています。',
  failing: '5日間続けて失敗したため、送信を停止しています。',
} as const satisfies Record<WebhookStop, string>

/** Label and tone of the most severe state that applies to the partner. */
export function stateOf(partner: Pick<Partner, 'disabled' | 'callbackStop' | 'failingSince'>): {
  tone: 'ok' | 'wait' | 'bad'
  label: string
} {
  if (partner.disabled) return { tone: 'bad', label: '無効' }
  if (partner.callbackStop) return { tone: 'bad', label: '送信停止中' }
  if (partner.failingSince) return { tone: 'wait', label: '送信失敗中' }
  return { tone: 'ok', label: '有効' }
}

/** The status of a response, or the failure reason without a response. */
export function responseText({ status, failure }: Pick<DeliveryAttempt, 'status' | 'failure'>): string {
  if (failure === null || failure === 'status') return status === null ? '–' : String(status)
  return status === null
    ? wordOf(attemptFailureLabels, failure)
    : `${status}（${wordOf(attemptFailureLabels, failure)}）`
}

/** What happens next to an undelivered result; null if an attempt is scheduled or the result is delivered. */
export function nextAttemptText({
  state,
  nextAttemptAt,
}: Pick<Delivery, 'state' | 'nextAttemptAt'>): string | null {
  if (state === 'dead') return '自動再送は終了'
  return state === 'pending' && nextAttemptAt === null ? '送信の再開待ち' : null
}

/** Such as 0.4秒. */
export function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)}秒`
}

/** Parses one origin per line; ignores blank lines, trailing slashes and duplicates. */
export function parseOrigins(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(/\/$/, ''))
  return [...new Set(lines.filter((line) => line !== ''))]
}
